import { compareAmounts, negate } from "../protocol/amounts/arithmetic.ts";
import { currencyOf, issuerOf, withIssuer } from "../protocol/amounts/issue.ts";
import { badCurrency } from "../protocol/currency.ts";
import { keylet } from "../protocol/keylets.ts";
import type { Currency } from "../protocol/types.ts";
import { accountFromText } from "./accounts.ts";
import { defineCommand, optional, required } from "./command.ts";
import { flag, text } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { ownedEntries } from "./ownedEntries.ts";
import { currencyJson } from "./present.ts";
import { RpcError } from "./rpcErrors.ts";
import { ownsMuch } from "./weight.ts";

/** The currencies that an account's trust lines let it send and receive, freezes and reserves left aside. */
export const accountCurrencies = defineCommand({
  name: "account_currencies",
  summary: "The issued currencies that an account can send or receive.",
  request: {
    ledger: ledgerSelector,
    account: required(text, { or: ["ident"], checked: "in turn" }),
    strict: optional(flag, false),
  },
  source: "chosen ledger",
  isHeavy({ ledger, account: name, strict }) {
    return ownsMuch(ledger, accountFromText(name, strict));
  },

  handle({ ledger, account: name, strict }, context) {
    const account = accountFromText(name, strict);
    if (!ledger.has(keylet.account(account))) throw new RpcError("actNotFound");
    const send = new Set<Currency>();
    const receive = new Set<Currency>();
    for (const line of ownedEntries(ledger, account)) {
      if (line.LedgerEntryType !== "RippleState") continue;
      const currency = currencyOf(line.Balance);
      if (currency === badCurrency) continue;
      const isLow = issuerOf(line.LowLimit) === account;
      const balance = isLow ? line.Balance : negate(line.Balance);
      const [own, peers] = isLow ? [line.LowLimit, line.HighLimit] : [line.HighLimit, line.LowLimit];
      if (compareAmounts(balance, withIssuer(own, issuerOf(balance))) < 0) receive.add(currency);
      if (compareAmounts(negate(balance), withIssuer(peers, issuerOf(balance))) < 0) send.add(currency);
    }
    const sorted = (currencies: Set<Currency>) =>
      [...currencies].sort().map((currency) => currencyJson(currency, context));
    return {
      send_currencies: sorted(send),
      receive_currencies: sorted(receive),
      ...ledgerFields(ledger),
    };
  },
});
