import { hasFlag, lsfDepositAuth } from "../protocol/flags.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountID } from "../protocol/types.ts";
import { accountFromText } from "./accounts.ts";
import { defineCommand, type Kind, required } from "./command.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { RpcError, unexpectedField } from "./rpcErrors.ts";

/** An account by its address or public key, with the text that named it. */
const namedAccount: Kind<{ readonly id: AccountID; readonly name: string }> = {
  schema: { type: "string" },
  parse(value, name) {
    if (typeof value !== "string") throw unexpectedField(name, "a string");
    return { id: accountFromText(value, true), name: value };
  },
};

/** Whether one account may send money straight to another. */
export const depositAuthorized = defineCommand({
  name: "deposit_authorized",
  summary: "Whether an account is authorized to send payments directly to another one.",
  request: {
    source_account: required(namedAccount, { checked: "in turn" }),
    destination_account: required(namedAccount, { checked: "in turn" }),
    ledger: ledgerSelector,
  },

  handle({ source_account: source, destination_account: destination, ledger }) {
    const identity = ledgerFields(ledger);
    if (!ledger.has(keylet.account(source.id))) throw new RpcError("srcActNotFound", undefined, identity);
    const root = ledger.read(keylet.account(destination.id));
    if (root === undefined) throw new RpcError("dstActNotFound", undefined, identity);
    const isAuthorized =
      source.id === destination.id ||
      !hasFlag(root.Flags, lsfDepositAuth) ||
      ledger.has(keylet.depositPreauth(destination.id, source.id));
    return {
      source_account: source.name,
      destination_account: destination.name,
      deposit_authorized: isAuthorized,
      ...identity,
    };
  },
});
