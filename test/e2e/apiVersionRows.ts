import { expect } from "vitest";
import { ECDSA, Wallet } from "xrpl";

/** Rows of the table that apiVersions.test.ts goes through: a request, and the reply to it in either version. */

export type Json = Record<string, unknown>;

/** The genesis account of development ledgers; everybody knows its seed. */
export const master = Wallet.fromSeed("snoPBrXtMeMyMHUVTgbuqAfg1SUTb", { algorithm: ECDSA.secp256k1 });
/** Its account is made by the first payment, in this ledger. */
export const alice = Wallet.generate();
export const ledgerIndex = 3;
/** That payment's hash, once it is known. */
export const paid = { hash: "" };

export const text = expect.any(String) as unknown;
export const number = expect.any(Number) as unknown;
const list = expect.any(Array) as unknown;
const object = expect.any(Object) as unknown;
export const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;
export const ctid = expect.stringMatching(/^C[0-9A-F]{15}$/) as unknown;
export const hex = expect.stringMatching(/^[0-9A-F]+$/) as unknown;
export const hash = expect.stringMatching(/^[0-9A-F]{64}$/) as unknown;

export const paymentFields = {
  Account: master.address,
  Destination: alice.address,
  Fee: text,
  Flags: 0,
  LastLedgerSequence: number,
  Sequence: 1,
  SigningPubKey: hex,
  TransactionType: "Payment",
  TxnSignature: hex,
};
const oldPayment = { ...paymentFields, Amount: "400000000" };
const newPayment = { ...paymentFields, DeliverMax: "400000000" };
const meta = {
  AffectedNodes: list,
  TransactionIndex: 0,
  TransactionResult: "tesSUCCESS",
  delivered_amount: "400000000",
};
const header = {
  account_hash: hash,
  close_flags: 0,
  close_time: number,
  close_time_human: text,
  close_time_resolution: number,
  closed: true,
  ledger_hash: hash,
  parent_close_time: number,
  parent_hash: hash,
  total_coins: text,
  transaction_hash: hash,
};
const identity = { ledger_hash: hash, ledger_index: ledgerIndex, validated: true };
const oldHeader = { ...header, accepted: true, hash, ledger_index: "3", seqNum: "3", totalCoins: text };
const newHeader = { ...header, close_time_iso: isoTime, ledger_index: 3 };

const closedLedger = { ledger_index: ledgerIndex };
const rowPlace = { inLedger: ledgerIndex, ledger_index: ledgerIndex, date: number };
const account = alice.address;
const unknown = "A".repeat(64);

export interface Row {
  readonly title: string;
  readonly request: () => Json & { command: string };
  readonly 1: Json;
  readonly 2: Json;
}

export const versionRows: readonly Row[] = [
  {
    title: "tx",
    request: () => ({ command: "tx", transaction: paid.hash }),
    1: { ...oldPayment, ...rowPlace, hash, meta, validated: true },
    2: {
      tx_json: { ...newPayment, ledger_index: ledgerIndex, date: number, ctid },
      meta,
      hash,
      ctid,
      ledger_hash: hash,
      ledger_index: ledgerIndex,
      close_time_iso: isoTime,
      validated: true,
    },
  },
  {
    title: "tx in binary",
    request: () => ({ command: "tx", transaction: paid.hash, binary: true }),
    1: { tx: hex, meta: hex, hash, ...rowPlace, validated: true },
    2: {
      tx_blob: hex,
      meta_blob: hex,
      hash,
      ctid,
      ledger_hash: hash,
      ledger_index: ledgerIndex,
      close_time_iso: isoTime,
      validated: true,
    },
  },
  {
    title: "tx that is nowhere",
    request: () => ({ command: "tx", transaction: unknown }),
    1: { error: "txnNotFound", error_code: 29, error_message: "Transaction not found." },
    2: { error: "txnNotFound", error_code: 29, error_message: "Transaction not found." },
  },
  {
    title: "account_tx",
    request: () => ({ command: "account_tx", account }),
    1: {
      account,
      ledger_index_min: 2,
      ledger_index_max: 3,
      limit: 0,
      validated: true,
      transactions: [{ tx: { ...oldPayment, ...rowPlace, hash }, meta, validated: true }],
    },
    2: {
      account,
      ledger_index_min: 2,
      ledger_index_max: 3,
      limit: 0,
      validated: true,
      transactions: [
        {
          tx_json: { ...newPayment, ledger_index: ledgerIndex, date: number, ctid },
          meta,
          hash,
          ledger_hash: hash,
          ledger_index: ledgerIndex,
          close_time_iso: isoTime,
          validated: true,
        },
      ],
    },
  },
  {
    title: "account_tx in binary",
    request: () => ({ command: "account_tx", account, binary: true, limit: 5 }),
    1: expect.objectContaining({
      transactions: [{ tx_blob: hex, meta: hex, ledger_index: ledgerIndex, validated: true }],
    }) as Json,
    2: expect.objectContaining({
      transactions: [{ tx_blob: hex, meta_blob: hex, ledger_index: ledgerIndex, validated: true }],
    }) as Json,
  },
  {
    title: "account_tx with a range and a ledger",
    request: () => ({ command: "account_tx", account, ledger_index_min: 2, ledger_index: 3 }),
    1: expect.objectContaining({ ledger_index_min: 2, transactions: list }) as Json,
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid parameters." },
  },
  {
    title: "account_tx beyond what there is",
    request: () => ({ command: "account_tx", account, ledger_index_max: 99 }),
    1: expect.objectContaining({ ledger_index_max: 3 }) as Json,
    2: { error: "lgrIdxMalformed", error_code: 58, error_message: "Ledger index malformed." },
  },
  {
    title: "account_tx with a text as a flag",
    request: () => ({ command: "account_tx", account, forward: "yes" }),
    1: expect.objectContaining({ transactions: list }) as Json,
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid field 'forward'." },
  },
  {
    title: "transaction_entry",
    request: () => ({ command: "transaction_entry", tx_hash: paid.hash, ...closedLedger }),
    1: {
      ...identity,
      tx_json: { ...oldPayment, hash },
      metadata: { AffectedNodes: list, TransactionIndex: 0, TransactionResult: "tesSUCCESS" },
    },
    2: {
      ...identity,
      tx_json: newPayment,
      hash,
      meta: { AffectedNodes: list, TransactionIndex: 0, TransactionResult: "tesSUCCESS" },
      close_time_iso: isoTime,
    },
  },
  {
    title: "ledger",
    request: () => ({ command: "ledger", ...closedLedger }),
    1: { ...identity, ledger: oldHeader },
    2: { ...identity, ledger: newHeader },
  },
  {
    title: "the open ledger",
    request: () => ({ command: "ledger", ledger_index: "current" }),
    1: {
      ledger_current_index: 4,
      validated: false,
      ledger: { closed: false, ledger_index: "4", parent_hash: hash, seqNum: "4" },
    },
    2: {
      ledger_current_index: 4,
      validated: false,
      ledger: { closed: false, ledger_index: 4, parent_hash: hash },
    },
  },
  {
    title: "ledger with its transactions",
    request: () => ({ command: "ledger", ...closedLedger, transactions: true, expand: true }),
    1: {
      ...identity,
      ledger: { ...oldHeader, transactions: [{ ...oldPayment, hash, metaData: meta }] },
    },
    2: {
      ...identity,
      ledger: {
        ...newHeader,
        transactions: [
          {
            tx_json: newPayment,
            meta,
            hash,
            ledger_hash: hash,
            ledger_index: ledgerIndex,
            close_time_iso: isoTime,
            validated: true,
          },
        ],
      },
    },
  },
  {
    title: "ledger with its transactions in binary",
    request: () => ({ command: "ledger", ...closedLedger, transactions: true, expand: true, binary: true }),
    1: {
      ...identity,
      ledger: { closed: true, ledger_data: hex, transactions: [{ tx_blob: hex, meta: hex }] },
    },
    2: {
      ...identity,
      ledger: { closed: true, ledger_data: hex, transactions: [{ tx_blob: hex, meta_blob: hex, hash }] },
    },
  },
  {
    title: "ledger_data of which there is none",
    request: () => ({ command: "ledger_data", ...closedLedger, type: "check", binary: true }),
    1: expect.objectContaining({ state: null }) as Json,
    2: expect.objectContaining({ state: [] }) as Json,
  },
  {
    title: "account_info",
    request: () => ({ command: "account_info", account, signer_lists: true, ...closedLedger }),
    1: { ...identity, account_data: expect.objectContaining({ Account: account, signer_lists: [] }) },
    2: {
      ...identity,
      account_data: {
        Account: account,
        Balance: "400000000",
        Flags: 0,
        LedgerEntryType: "AccountRoot",
        OwnerCount: 0,
        PreviousTxnID: hash,
        PreviousTxnLgrSeq: ledgerIndex,
        Sequence: ledgerIndex,
        index: hash,
      },
      account_flags: {
        defaultRipple: false,
        depositAuth: false,
        disableMasterKey: false,
        disallowIncomingXRP: false,
        globalFreeze: false,
        noFreeze: false,
        passwordSpent: false,
        requireAuthorization: false,
        requireDestinationTag: false,
      },
      signer_lists: [],
    },
  },
  {
    title: "account_info with a text as a flag",
    request: () => ({ command: "account_info", account, signer_lists: "yes" }),
    1: expect.objectContaining({ account_data: object }) as Json,
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid parameters." },
  },
  {
    title: "noripple_check with a text as a flag",
    request: () => ({ command: "noripple_check", account, role: "user", transactions: "yes" }),
    1: expect.objectContaining({ problems: [], transactions: [] }) as Json,
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid field 'transactions'." },
  },
  {
    title: "gateway_balances with a hot wallet that is none",
    request: () => ({ command: "gateway_balances", account, hotwallet: "nobody" }),
    1: { error: "invalidHotWallet", error_code: undefined, error_message: undefined },
    2: { error: "invalidParams", error_code: 31, error_message: "Invalid parameters." },
  },
  {
    title: "ledger_entry without an entry",
    request: () => ({ command: "ledger_entry" }),
    1: { error: "unknownOption", error_code: undefined, error_message: undefined },
    2: { error: "invalidParams", error_code: 31, error_message: "No ledger_entry params provided." },
  },
  {
    title: "ledger_entry of no entry",
    request: () => ({ command: "ledger_entry", index: unknown }),
    1: { error: "entryNotFound", error_code: undefined, error_message: undefined },
    2: { error: "entryNotFound", error_code: 98, error_message: "Entry not found." },
  },
  {
    title: "channel_authorize with an unknown kind of key",
    request: () => ({
      command: "channel_authorize",
      channel_id: unknown,
      amount: "1",
      seed: master.seed,
      key_type: "rsa",
    }),
    1: { error: "invalidParams", error_code: 31, error_message: "Invalid field 'key_type'." },
    2: { error: "badKeyType", error_code: 76, error_message: "Bad key type." },
  },
  {
    title: "sign",
    request: () => ({
      command: "sign",
      secret: master.seed,
      tx_json: { TransactionType: "Payment", Account: master.address, Destination: account, Amount: "1" },
    }),
    1: {
      deprecated: text,
      tx_blob: hex,
      tx_json: expect.objectContaining({ Amount: "1", hash }),
    },
    2: {
      deprecated: text,
      tx_blob: hex,
      tx_json: expect.not.objectContaining({ hash }),
      hash,
    },
  },
  {
    title: "feature",
    request: () => ({ command: "feature", feature: "Checks" }),
    1: {
      "157D2D480E006395B76F948E3E07A45A05FE10230D88A7993C71F97AE4B1F2D1": {
        name: "Checks",
        supported: true,
        vetoed: false,
        enabled: true,
      },
    },
    2: {
      "157D2D480E006395B76F948E3E07A45A05FE10230D88A7993C71F97AE4B1F2D1": {
        name: "Checks",
        supported: true,
        enabled: true,
      },
    },
  },
  {
    title: "version",
    request: () => ({ command: "version" }),
    1: { version: { first: "1.0.0", good: "1.0.0", last: "1.0.0" } },
    2: { version: { first: 1, last: 2 } },
  },
  ...["tx_history", "ledger_header"].map((command) => ({
    title: `${command}, which version 2 has no more`,
    request: () => ({ command, start: 0 }),
    1: expect.not.objectContaining({ error: text }) as Json,
    2: { error: "unknownCmd", error_code: 32, error_message: "Unknown method." },
  })),
];
