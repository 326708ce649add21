import { amountToText } from "../protocol/amounts/amountText.ts";
import { addAmounts, negate, signum } from "../protocol/amounts/arithmetic.ts";
import { currencyOf, issuerOf } from "../protocol/amounts/issue.ts";
import { encodeAddress } from "../protocol/base58.ts";
import { hasFlag, lsfHighFreeze, lsfLowFreeze } from "../protocol/flags.ts";
import type { AccountID, Amount, Currency } from "../protocol/types.ts";
import { accountFromKeyOrAddress, accountFromText } from "./accounts.ts";
import { defineCommand, optional, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { isJsonArray, type JsonObject, type JsonValue } from "./json.ts";
import { anything, flag, text } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { ownedEntries } from "./ownedEntries.ts";
import { currencyJson } from "./present.ts";
import { RpcError } from "./rpcErrors.ts";

/** What an issuer owes, in sum and to its hot wallets, and what others owe it. */
export const gatewayBalances = defineCommand({
  name: "gateway_balances",
  summary: "An issuer's obligations, the balances of its hot wallets, and its assets.",
  request: {
    ledger: ledgerSelector,
    account: required(text, { or: ["ident"], checked: "in turn" }),
    strict: optional(flag, false),
    hotwallet: optional(anything, null),
  },

  handle({ ledger, account: name, strict, hotwallet }, context) {
    const account = accountFromText(name, strict);
    const identity = { ...ledgerFields(ledger), account: encodeAddress(account) };
    const hotWallets = hotWalletsOf(hotwallet);
    if (hotWallets === undefined) throw new RpcError("invalidHotWallet", undefined, identity);
    const { obligations, balances, frozen, assets } = sumsOf(account, hotWallets, context);
    return {
      ...identity,
      ...(obligations.size > 0 && {
        obligations: Object.fromEntries(
          [...obligations].map(([currency, sum]) => [currencyJson(currency, context), amountToText(sum)]),
        ),
      }),
      ...(balances.size > 0 && { balances: byPeer(balances, context) }),
      ...(frozen.size > 0 && { frozen_balances: byPeer(frozen, context) }),
      ...(assets.size > 0 && { assets: byPeer(assets, context) }),
    };
  },
});

/** The accounts in `hotwallet`: one as text, or a list; null is none. Undefined where one of them is no account. */
function hotWalletsOf(value: JsonValue): ReadonlySet<AccountID> | undefined {
  const names = value === null ? [] : isJsonArray(value) ? value : [value];
  const accounts = new Set<AccountID>();
  for (const name of names) {
    const account = typeof name === "string" ? accountFromKeyOrAddress(name) : undefined;
    if (account === undefined) return undefined;
    accounts.add(account);
  }
  return accounts;
}

interface Sums {
  readonly obligations: Map<Currency, Amount>;
  readonly balances: Map<AccountID, Amount[]>;
  readonly frozen: Map<AccountID, Amount[]>;
  readonly assets: Map<AccountID, Amount[]>;
}

function sumsOf(account: AccountID, hotWallets: ReadonlySet<AccountID>, { ledger }: CommandContext): Sums {
  const sums: Sums = { obligations: new Map(), balances: new Map(), frozen: new Map(), assets: new Map() };
  for (const line of ownedEntries(ledger!, account)) {
    if (line.LedgerEntryType !== "RippleState") continue;
    const isLow = issuerOf(line.LowLimit) === account;
    const balance = isLow ? line.Balance : negate(line.Balance);
    const sign = signum(balance);
    if (sign === 0) continue;
    const peer = issuerOf(isLow ? line.HighLimit : line.LowLimit);
    // A positive balance is unusual: others owe the issuer.
    if (hotWallets.has(peer)) append(sums.balances, peer, negate(balance));
    else if (sign > 0) append(sums.assets, peer, balance);
    else if (hasFlag(line.Flags, isLow ? lsfLowFreeze : lsfHighFreeze))
      append(sums.frozen, peer, negate(balance));
    else {
      const currency = currencyOf(balance);
      const sum = sums.obligations.get(currency);
      sums.obligations.set(currency, sum === undefined ? negate(balance) : addAmounts(sum, negate(balance)));
    }
  }
  return sums;
}

function append(map: Map<AccountID, Amount[]>, peer: AccountID, amount: Amount): void {
  const amounts = map.get(peer);
  if (amounts === undefined) map.set(peer, [amount]);
  else amounts.push(amount);
}

const byPeer = (amounts: Map<AccountID, Amount[]>, context: CommandContext): JsonObject =>
  Object.fromEntries(
    [...amounts].map(([peer, list]) => [
      encodeAddress(peer),
      list.map((amount) => ({
        currency: currencyJson(currencyOf(amount), context),
        value: amountToText(amount),
      })),
    ]),
  );
