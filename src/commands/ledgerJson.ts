import type { Ledger } from "../node/ledger.ts";
import { bytesToHex } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";
import { encodeLedgerHeader, type LedgerHeader } from "../state/ledgerHeader.ts";
import type { ApiVersion, CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { timeForPeople, timeIso } from "./times.ts";

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

/** A header as `ledger` shows it. An open ledger has little to show, unless `full`. */
export function headerJson(
  header: LedgerHeader,
  isOpen: boolean,
  full: boolean,
  apiVersion: ApiVersion,
): JsonObject {
  const isOld = apiVersion === 1;
  const index = isOld ? String(header.ledgerIndex) : header.ledgerIndex;
  const json: JsonObject = { parent_hash: header.parentHash, ledger_index: index };
  if (isOld) json.seqNum = index;
  if (!isOpen) json.closed = true;
  else if (!full) {
    json.closed = false;
    return json;
  }
  json.ledger_hash = header.ledgerHash;
  json.transaction_hash = header.transactionHash;
  json.account_hash = header.accountHash;
  json.total_coins = header.totalDrops.toString();
  if (isOld) {
    json.hash = header.ledgerHash;
    json.totalCoins = json.total_coins;
    json.accepted = !isOpen;
  }
  json.close_flags = header.closeFlags;
  json.parent_close_time = header.parentCloseTime;
  json.close_time = header.closeTime;
  json.close_time_resolution = header.closeTimeResolution;
  if (header.closeTime !== 0) {
    json.close_time_human = timeForPeople(header.closeTime);
    if ((header.closeFlags & 1) !== 0) json.close_time_estimated = true;
    if (!isOld) json.close_time_iso = timeIso(header.closeTime);
  }
  return json;
}

/** As {@link headerJson}, with the header in one piece. */
export const binaryHeaderJson = (header: LedgerHeader, isOpen: boolean): JsonObject =>
  isOpen ? { closed: false } : { closed: true, ledger_data: headerHex(header) };

/** What `ledger` shows of a ledger when nothing more is asked for. */
export const plainLedgerJson = (ledger: Ledger, context: CommandContext, binary = false): JsonObject => {
  const header = shownHeader(ledger, context);
  return binary
    ? binaryHeaderJson(header, ledger.open)
    : headerJson(header, ledger.open, false, context.apiVersion);
};
