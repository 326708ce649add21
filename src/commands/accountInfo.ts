import { encodeAddress } from "../protocol/base58.ts";
import {
  hasFlag,
  lsfDefaultRipple,
  lsfDepositAuth,
  lsfDisableMaster,
  lsfDisallowXRP,
  lsfGlobalFreeze,
  lsfNoFreeze,
  lsfPasswordSpent,
  lsfRequireAuth,
  lsfRequireDestTag,
} from "../protocol/flags.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountRoot } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../protocol/types.ts";
import { accountFromText } from "./accounts.ts";
import { defineCommand, optional, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { flag, text } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { entryJson } from "./present.ts";
import { queuedTransactionJson } from "./queuedTransactionJson.ts";
import { RpcError } from "./rpcErrors.ts";
import { flagStrictSince2 } from "./versions/flagStrictSince2.ts";
import { replyForms } from "./versions/replyForms.ts";

/** An account's entry, and on request its signer list and its queued transactions. */
export const accountInfo = defineCommand({
  name: "account_info",
  summary: "An account's settings, balance and sequence.",
  request: {
    account: required(text, { or: ["ident"] }),
    ledger: ledgerSelector,
    strict: optional(flag, false),
    queue: optional(flag, false),
    signer_lists: optional(
      flagStrictSince2(() => new RpcError("invalidParams")),
      false,
    ),
  },

  handle({ account: name, ledger, strict, queue, signer_lists }, context) {
    const account = accountFromText(name, strict);
    const root = ledger.read(keylet.account(account));
    const identity = ledgerFields(ledger);
    if (root === undefined) {
      throw new RpcError("actNotFound", undefined, { account: encodeAddress(account), ...identity });
    }
    // Only the open ledger has a queue.
    if (queue && !ledger.open) throw new RpcError("invalidParams", undefined, identity);

    const data = entryJson(root, context);
    if (root.EmailHash !== undefined) {
      data.urlgravatar = `http://www.gravatar.com/avatar/${root.EmailHash.toLowerCase()}`;
    }
    const { accountInfo: shown } = replyForms[context.apiVersion];
    const lists = signer_lists ? signerListsOf(account, context) : undefined;
    return Object.assign(
      shown(data, () => accountFlags(root), lists),
      queue && { queue_data: queueData(account, context) },
      identity,
    );
  },
});

/** An account has one list at most; the reply leaves room for more. */
function signerListsOf(account: AccountID, context: CommandContext): JsonObject[] {
  const list = context.ledger!.read(keylet.signerList(account));
  return list === undefined ? [] : [entryJson(list, context)];
}

/** The flags by the names that client libraries use. */
const accountFlags = ({ Flags }: Readonly<AccountRoot>): JsonObject => ({
  defaultRipple: hasFlag(Flags, lsfDefaultRipple),
  depositAuth: hasFlag(Flags, lsfDepositAuth),
  disableMasterKey: hasFlag(Flags, lsfDisableMaster),
  disallowIncomingXRP: hasFlag(Flags, lsfDisallowXRP),
  globalFreeze: hasFlag(Flags, lsfGlobalFreeze),
  noFreeze: hasFlag(Flags, lsfNoFreeze),
  passwordSpent: hasFlag(Flags, lsfPasswordSpent),
  requireAuthorization: hasFlag(Flags, lsfRequireAuth),
  requireDestinationTag: hasFlag(Flags, lsfRequireDestTag),
});

function queueData(account: AccountID, { node }: CommandContext): JsonObject {
  const waiting = node.queue.ofAccount(account);
  if (waiting.length === 0) return { txn_count: 0 };
  const sequences = waiting.filter(({ isTicket }) => !isTicket).map(({ sequence }) => sequence);
  const tickets = waiting.filter(({ isTicket }) => isTicket).map(({ sequence }) => sequence);
  const total = waiting.reduce((sum, { fee, consequences }) => sum + fee + consequences.potentialSpend, 0n);
  return {
    txn_count: waiting.length,
    transactions: waiting.map((transaction) => ({
      [transaction.isTicket ? "ticket" : "seq"]: transaction.sequence,
      ...queuedTransactionJson(transaction),
    })),
    ...(sequences.length > 0 && {
      sequence_count: sequences.length,
      lowest_sequence: sequences[0],
      highest_sequence: sequences.at(-1),
    }),
    ...(tickets.length > 0 && {
      ticket_count: tickets.length,
      lowest_ticket: tickets[0],
      highest_ticket: tickets.at(-1),
    }),
    auth_change_queued: waiting.some(({ consequences }) => consequences.isBlocker),
    max_spend_drops_total: total.toString(),
  };
}
