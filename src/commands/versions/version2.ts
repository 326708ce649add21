import type { Ledger, LedgerTransaction } from "../../node/ledger.ts";
import { encodeObject } from "../../protocol/codec/encodeObject.ts";
import { bytesToHex } from "../../protocol/hex.ts";
import { isAdmin } from "../context.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { objectJson } from "../present.ts";
import { timeForPeople, timeIso } from "../times.ts";
import { transactionAlone } from "../transactionJson.ts";
import { writtenMetadata, writtenTransactionAlone } from "../writtenObjects.ts";
import { encodeConciseId } from "./conciseId.ts";
import { metadataInLedger } from "./metadataInLedger.ts";
import type { ReplyForms, Teller } from "./replyForms.ts";

/**
 * API version 2: as newer reference servers (2.x) answer it. Transactions have the same members everywhere: `tx_json`
 * or `tx_blob`, `meta` or `meta_blob`, and beside them hash, ledger and time.
 */
export const version2: ReplyForms = {
  spokenVersions: { version: { first: 1, last: 2 } },

  foundTransaction(transaction, ledger, binary, teller) {
    const { hash, tx, blob } = transaction;
    if (ledger === undefined) {
      const shown = binary ? { tx_blob: bytesToHex(blob) } : { tx_json: transactionAlone(tx, teller) };
      return { hash, validated: false, ...shown };
    }
    const { closeTime } = ledger.header;
    const ctid = conciseIdOf(transaction, teller.server.networkId);
    return {
      hash,
      ...(binary
        ? { tx_blob: bytesToHex(blob), meta_blob: bytesToHex(transaction.metadataBlob!) }
        : {
            tx_json: placedTransaction(transaction, ledger, teller),
            meta: writtenMetadata(transaction, closeTime, teller),
          }),
      ...ctid,
      ledger_hash: ledger.hash,
      ...(ledger.isValidated && {
        ledger_index: ledger.ledgerIndex,
        close_time_iso: timeIso(closeTime),
      }),
      validated: ledger.isValidated,
    };
  },

  accountTransaction(transaction, ledger, binary, teller) {
    const { ledgerIndex, hash } = transaction;
    if (binary) {
      return {
        tx_blob: bytesToHex(transaction.blob),
        meta_blob: bytesToHex(transaction.metadataBlob!),
        ledger_index: ledgerIndex,
        validated: true,
      };
    }
    const closeTime = ledger?.header.closeTime ?? 0;
    return {
      tx_json: placedTransaction(transaction, ledger, teller),
      meta: writtenMetadata(transaction, closeTime, teller),
      hash,
      ledger_hash: ledger?.hash,
      ledger_index: ledgerIndex,
      close_time_iso: timeIso(closeTime),
      validated: true,
    };
  },

  ledgerTransaction(transaction, ledger, binary, ownerFunds, naming) {
    const { hash, blob, metadataBlob } = transaction;
    if (binary) {
      return {
        tx_blob: bytesToHex(blob),
        hash,
        ...(metadataBlob !== undefined && { meta_blob: bytesToHex(metadataBlob) }),
        ...ownerFunds,
      };
    }
    return {
      tx_json: writtenTransactionAlone(transaction, {}, naming),
      hash,
      ...(metadataBlob !== undefined && { meta: metadataInLedger(transaction, ledger, naming) }),
      ...(!ledger.open && { ledger_hash: ledger.hash }),
      ...(ledger.isValidated && {
        ledger_index: ledger.ledgerIndex,
        close_time_iso: timeIso(ledger.header.closeTime),
      }),
      validated: ledger.isValidated,
      ...ownerFunds,
    };
  },

  queuedTransaction: (facts, transaction) =>
    typeof transaction === "string" ? { ...facts, hash: transaction } : { ...facts, ...transaction },

  waitingTransaction: (tx, hash, binary, naming) =>
    binary
      ? { tx_blob: bytesToHex(encodeObject(tx)), hash }
      : { tx_json: transactionAlone(tx, naming), hash, validated: false },

  transactionEntry: ({ tx, hash, metadata }, ledger, naming) => ({
    tx_json: transactionAlone(tx, naming),
    hash,
    meta: objectJson(metadata!, naming),
    ...(ledger.isValidated && { close_time_iso: timeIso(ledger.header.closeTime) }),
  }),

  signedTransaction: ({ tx, blob, hash }, naming) => ({
    tx_json: transactionAlone(tx, naming),
    tx_blob: bytesToHex(blob),
    hash,
  }),

  toldTransaction({ tx, hash, ownerFunds, closed }, naming, networkId) {
    const json = transactionAlone(tx, naming);
    if (closed === undefined) return { tx_json: Object.assign(json, ownerFunds), hash };
    const { ledger, transactionIndex } = closed;
    const { closeTime } = ledger.header;
    return {
      tx_json: Object.assign(json, { date: closeTime }, ownerFunds),
      hash,
      ...conciseIdOf({ ledgerIndex: ledger.ledgerIndex, transactionIndex }, networkId),
      close_time_iso: timeIso(closeTime),
    };
  },

  ledgerHeader(header, isOpen, full) {
    const { parentHash, ledgerIndex } = header;
    if (isOpen && !full) return { parent_hash: parentHash, ledger_index: ledgerIndex, closed: false };
    return {
      parent_hash: parentHash,
      ledger_index: ledgerIndex,
      ...(!isOpen && { closed: true }),
      ledger_hash: header.ledgerHash,
      transaction_hash: header.transactionHash,
      account_hash: header.accountHash,
      total_coins: header.totalDrops.toString(),
      close_flags: header.closeFlags,
      parent_close_time: header.parentCloseTime,
      close_time: header.closeTime,
      close_time_resolution: header.closeTimeResolution,
      ...(header.closeTime !== 0 && {
        close_time_human: timeForPeople(header.closeTime),
        ...((header.closeFlags & 1) !== 0 && { close_time_estimated: true }),
        close_time_iso: timeIso(header.closeTime),
      }),
    };
  },

  entries: (shown) => shown,

  accountInfo: (data, flags, signerLists) => ({
    account_data: data,
    account_flags: flags(),
    ...(signerLists !== undefined && { signer_lists: signerLists }),
  }),

  network: (networkId) => ({ network_id: networkId }),

  moreServerFacts(context) {
    const { networkId, ports } = context.server;
    return {
      network_id: networkId,
      // Where administrators come in is not everybody's business.
      ports: ports
        .filter(({ admin }) => !admin || isAdmin(context))
        .map(({ port, protocols }) => ({ port: String(port), protocol: protocols })),
    };
  },

  transitions: (count) => String(count),
};

/** `{ctid}`, or nothing where the place is too far out for one. */
function conciseIdOf(
  { ledgerIndex, transactionIndex }: Pick<LedgerTransaction, "ledgerIndex" | "transactionIndex">,
  networkId: number,
): JsonObject {
  const ctid = encodeConciseId({ ledgerIndex, transactionIndex: transactionIndex ?? 0, networkId });
  return ctid === undefined ? {} : { ctid };
}

/** A transaction of a closed ledger, with where and when among its fields. */
function placedTransaction(
  transaction: LedgerTransaction,
  ledger: Ledger | undefined,
  teller: Teller,
): JsonValue {
  const place = { ledger_index: transaction.ledgerIndex, date: ledger?.header.closeTime ?? 0 };
  const ctid = conciseIdOf(transaction, teller.server.networkId);
  return writtenTransactionAlone(transaction, Object.assign(place, ctid), teller);
}
