import { sideOf } from "../engine/trust/lineSide.ts";
import { currencyOf, issuerOf, withIssuer } from "../protocol/amounts/issue.ts";
import { encodeAddress } from "../protocol/base58.ts";
import { asf, hasFlag, lsfDefaultRipple, tfClearNoRipple, tfSetNoRipple } from "../protocol/flags.ts";
import { keylet } from "../protocol/keylets.ts";
import { accountFromText } from "./accounts.ts";
import { defineCommand, type Kind, optional, required } from "./command.ts";
import type { JsonObject } from "./json.ts";
import { anything } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { textOf } from "./looseJson.ts";
import { visitOwned } from "./ownedEntries.ts";
import { limit } from "./paging.ts";
import { amountJson, currencyJson } from "./present.ts";
import { invalidField, RpcError } from "./rpcErrors.ts";
import { flagStrictSince2 } from "./versions/flagStrictSince2.ts";

const accountRole: Kind<"gateway" | "user"> = {
  schema: { enum: ["gateway", "user"] },
  parse(value, name) {
    const role = textOf(value);
    if (role !== "gateway" && role !== "user") throw invalidField(name);
    return role;
  },
};

/** Looks for settings that an issuer's or a user's account should rather not have, and how to mend them. */
export const norippleCheck = defineCommand({
  name: "noripple_check",
  summary: "Compares an account's Default Ripple and No Ripple settings with what is recommended.",
  request: {
    account: required(anything),
    role: required(accountRole),
    limit: limit({ least: 10, otherwise: 300, most: 400 }),
    transactions: optional(flagStrictSince2(), false),
    ledger: ledgerSelector,
  },
  source: "chosen ledger",
  isHeavy: () => true,

  handle({ account: name, role, limit: rows, transactions: wantsTransactions, ledger }, context) {
    const account = accountFromText(textOf(name), false, {
      ...ledgerFields(ledger),
      ...(wantsTransactions && { transactions: [] }),
    });
    const root = ledger.read(keylet.account(account));
    if (root === undefined) throw new RpcError("actNotFound");

    const problems: string[] = [];
    const transactions: JsonObject[] = [];
    let sequence = root.Sequence;
    const suggest = (transaction: JsonObject): void => {
      if (!wantsTransactions) return;
      transactions.push({
        ...transaction,
        Sequence: sequence++,
        Account: encodeAddress(account),
        Fee: Number(ledger.fees.base),
      });
    };

    const isGateway = role === "gateway";
    const hasDefaultRipple = hasFlag(root.Flags, lsfDefaultRipple);
    if (hasDefaultRipple && !isGateway) {
      problems.push(
        "You appear to have set your default ripple flag even though you are not a gateway. This is not recommended unless you are experimenting",
      );
    } else if (isGateway && !hasDefaultRipple) {
      problems.push("You should immediately set your default ripple flag");
      suggest({ TransactionType: "AccountSet", SetFlag: asf.DefaultRipple });
    }

    visitOwned(ledger, account, undefined, rows, (line) => {
      if (line.LedgerEntryType !== "RippleState") return false;
      const isLow = issuerOf(line.LowLimit) === account;
      const peer = issuerOf(isLow ? line.HighLimit : line.LowLimit);
      const own = sideOf(account, peer);
      const hasNoRipple = hasFlag(line.Flags, own.noRipple);
      // An issuer's lines should ripple, a user's should not.
      if (hasNoRipple !== isGateway) return false;
      const advice = isGateway
        ? "You should clear the no ripple flag on your"
        : "You should probably set the no ripple flag on your";
      problems.push(
        `${advice} ${currencyJson(currencyOf(line.Balance), context)} line to ${encodeAddress(peer)}`,
      );
      suggest({
        TransactionType: "TrustSet",
        LimitAmount: amountJson(withIssuer(line[own.limit], peer), context),
        Flags: hasNoRipple ? tfClearNoRipple : tfSetNoRipple,
      });
      return true;
    });

    return {
      problems,
      ...ledgerFields(ledger),
      ...(wantsTransactions && { transactions }),
    };
  },
});
