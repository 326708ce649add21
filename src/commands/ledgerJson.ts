import type { Ledger } from "../node/ledger.ts";
import { bytesToHex } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";
import { encodeLedgerHeader, type LedgerHeader } from "../state/ledgerHeader.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { replyForms } from "./versions/replyForms.ts";

/**
 * A ledger's header. The open ledger's is told the reference's way: it still has the hashes of the closed ledger
 * that it stands on.
 */
export function shownHeader(ledger: Ledger, { node }: Pick<CommandContext, "node">): LedgerHeader {
  if (!ledger.open) return ledger.header;
  const { ledgerHash, accountHash, transactionHash } = node.ledgers.closed().header;
  return { ...ledger.header, ledgerHash, accountHash, transactionHash };
}

/** The header's bytes without the ledger's own hash. */
export const headerHex = (header: LedgerHeader): Hex => bytesToHex(encodeLedgerHeader(header));

/** A header in one piece. */
export const binaryHeaderJson = (header: LedgerHeader, isOpen: boolean): JsonObject =>
  isOpen ? { closed: false } : { closed: true, ledger_data: headerHex(header) };

/** What `ledger` shows of a ledger when nothing more is asked for. */
export const plainLedgerJson = (ledger: Ledger, context: CommandContext, binary = false): JsonObject => {
  const header = shownHeader(ledger, context);
  return binary
    ? binaryHeaderJson(header, ledger.open)
    : replyForms[context.apiVersion].ledgerHeader(header, ledger.open, false);
};
