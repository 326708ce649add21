import { defineCommand, optional } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonValue } from "./json.ts";
import { anything, hash256FromText } from "./kinds.ts";
import { isUnsigned, textOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";

const always = 0xffff_ffff;

/** Lets history up to a ledger be deleted; that is done at once. */
export const canDelete = defineCommand({
  name: "can_delete",
  summary: "Deletes history up to and including a ledger.",
  permission: "admin",
  request: { can_delete: optional(anything) },

  async handle({ can_delete: wanted }, context) {
    const { node } = context;
    if (wanted !== undefined) {
      const last = lastDeletable(wanted, context);
      // The newest closed ledger stays, whatever is asked for.
      if (last > 0) await node.deleteHistoryBefore(Math.min(last + 1, node.ledgers.closed().ledgerIndex));
    }
    return { can_delete: (node.ledgers.complete()[0]?.first ?? 1) - 1 };
  },
});

/** The last ledger that may go: by index, by hash, or `never`, `always`, `now`. */
function lastDeletable(wanted: JsonValue, { node: { ledgers } }: CommandContext): number {
  if (isUnsigned(wanted)) return wanted;
  const text = textOf(wanted).toLowerCase();
  if (/^\d*$/.test(text)) {
    const index = Number(text);
    if (text === "" || index > always) throw new RpcError("invalidParams");
    return index;
  }
  if (text === "never") return 0;
  if (text === "always") return always;
  if (text === "now") return ledgers.closed().ledgerIndex;
  const hash = hash256FromText(text);
  if (hash === undefined) throw new RpcError("invalidParams");
  const ledger = ledgers.byHash(hash);
  if (ledger === undefined) throw new RpcError("lgrNotFound", "ledgerNotFound");
  return ledger.ledgerIndex;
}
