import { encodeObject } from "../../protocol/codec/encodeObject.ts";
import { bytesToHex } from "../../protocol/hex.ts";
import { metadataJson } from "../deliveredAmount.ts";
import type { JsonObject } from "../json.ts";
import { objectJson } from "../present.ts";
import { timeForPeople } from "../times.ts";
import { transactionWithHash } from "../transactionJson.ts";
import { writtenMetadata, writtenTransaction } from "../writtenObjects.ts";
import { metadataInLedger } from "./metadataInLedger.ts";
import type { ReplyForms } from "./replyForms.ts";

/** API version 1: the reference's replies as they are recorded, field by field. */
export const version1: ReplyForms = {
  spokenVersions: { version: { first: "1.0.0", good: "1.0.0", last: "1.0.0" } },

  foundTransaction(transaction, ledger, binary, teller) {
    const json: JsonObject = binary
      ? { tx: bytesToHex(transaction.blob), hash: transaction.hash }
      : transactionWithHash(transaction.tx, transaction.hash, teller);
    if (ledger === undefined) return Object.assign(json, { validated: false });
    const { closeTime } = ledger.header;
    return Object.assign(json, {
      inLedger: transaction.ledgerIndex,
      ledger_index: transaction.ledgerIndex,
      date: closeTime,
      meta: binary ? bytesToHex(transaction.metadataBlob!) : metadataJson(transaction, closeTime, teller),
      validated: ledger.isValidated,
    });
  },

  accountTransaction(transaction, ledger, binary, teller) {
    const { ledgerIndex, hash } = transaction;
    const closeTime = ledger?.header.closeTime ?? 0;
    if (binary) {
      return {
        tx_blob: bytesToHex(transaction.blob),
        meta: bytesToHex(transaction.metadataBlob!),
        ledger_index: ledgerIndex,
        validated: true,
      };
    }
    const place = { inLedger: ledgerIndex, ledger_index: ledgerIndex, date: closeTime };
    return {
      tx: writtenTransaction(transaction, { hash, ...place }, teller),
      meta: writtenMetadata(transaction, closeTime, teller),
      validated: true,
    };
  },

  ledgerTransaction(transaction, ledger, binary, ownerFunds, naming) {
    const { hash, blob, metadataBlob } = transaction;
    if (binary) {
      return {
        tx_blob: bytesToHex(blob),
        ...(metadataBlob !== undefined && { meta: bytesToHex(metadataBlob) }),
        ...ownerFunds,
      };
    }
    const more: JsonObject =
      metadataBlob === undefined
        ? { hash }
        : { hash, metaData: metadataInLedger(transaction, ledger, naming) };
    return writtenTransaction(transaction, Object.assign(more, ownerFunds), naming);
  },

  queuedTransaction: (facts, transaction) => ({ ...facts, tx: transaction }),

  waitingTransaction: (tx, hash, binary, naming) =>
    binary ? { tx_blob: bytesToHex(encodeObject(tx)) } : transactionWithHash(tx, hash, naming),

  transactionEntry: ({ tx, hash, metadata }, _ledger, naming) => ({
    tx_json: transactionWithHash(tx, hash, naming),
    metadata: objectJson(metadata!, naming),
  }),

  signedTransaction: ({ tx, blob, hash }, naming) => ({
    tx_json: transactionWithHash(tx, hash, naming),
    tx_blob: bytesToHex(blob),
  }),

  toldTransaction: ({ tx, hash, ownerFunds, closed }, naming) => ({
    transaction: Object.assign(
      transactionWithHash(tx, hash, naming),
      closed && { date: closed.ledger.header.closeTime },
      ownerFunds,
    ),
  }),

  ledgerHeader(header, isOpen, full) {
    const index = String(header.ledgerIndex);
    const { parentHash } = header;
    if (isOpen && !full)
      return { parent_hash: parentHash, ledger_index: index, seqNum: index, closed: false };
    const coins = header.totalDrops.toString();
    return {
      parent_hash: parentHash,
      ledger_index: index,
      seqNum: index,
      ...(!isOpen && { closed: true }),
      ledger_hash: header.ledgerHash,
      transaction_hash: header.transactionHash,
      account_hash: header.accountHash,
      total_coins: coins,
      hash: header.ledgerHash,
      totalCoins: coins,
      accepted: !isOpen,
      close_flags: header.closeFlags,
      parent_close_time: header.parentCloseTime,
      close_time: header.closeTime,
      close_time_resolution: header.closeTimeResolution,
      ...(header.closeTime !== 0 && {
        close_time_human: timeForPeople(header.closeTime),
        ...((header.closeFlags & 1) !== 0 && { close_time_estimated: true }),
      }),
    };
  },

  entries: (shown) => (shown.length === 0 ? null : shown),

  accountInfo: (data, _flags, signerLists) => ({
    account_data: Object.assign(data, signerLists && { signer_lists: signerLists }),
  }),

  network: () => ({}),
  moreServerFacts: () => ({}),
  transitions: (count) => count,
};
