import type { Transaction } from "../../engine/transaction.ts";
import type { Ledger, LedgerTransaction } from "../../node/ledger.ts";
import type { Hash256 } from "../../protocol/types.ts";
import type { LedgerHeader } from "../../state/ledgerHeader.ts";
import type { ApiVersion, CommandContext, Services } from "../context.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { Naming } from "../present.ts";
import { version1 } from "./version1.ts";
import { version2 } from "./version2.ts";

/** What forms of a whole reply need: the native currency's code, and which network this is. */
export type Teller = Pick<Services, "node" | "server">;

/** A transaction that subscribers hear of. */
export interface ToldTransaction {
  readonly tx: Transaction;
  readonly hash: Hash256;
  /** The money that an offer's maker has; see addOwnerFunds. */
  readonly ownerFunds: JsonObject;
  /** Where it is, once its ledger is closed. */
  readonly closed?: { readonly ledger: Ledger; readonly transactionIndex: number } | undefined;
}

/** Everything in replies that the API versions show differently, one member for each place where it shows. */
export interface ReplyForms {
  /** The reply of `version`. */
  readonly spokenVersions: JsonObject;
  /** The whole reply of `tx`. `ledger` is undefined while the transaction's ledger is open. */
  foundTransaction(
    transaction: LedgerTransaction,
    ledger: Ledger | undefined,
    binary: boolean,
    teller: Teller,
  ): JsonObject;
  /** A row of `account_tx`. */
  accountTransaction(
    transaction: LedgerTransaction,
    ledger: Ledger | undefined,
    binary: boolean,
    teller: Teller,
  ): JsonObject;
  /** An expanded transaction of `ledger`. `ownerFunds`: see ownerFundsJson. */
  ledgerTransaction(
    transaction: LedgerTransaction,
    ledger: Ledger,
    binary: boolean,
    ownerFunds: JsonObject | undefined,
    naming: Naming,
  ): JsonValue;
  /** What `ledger` shows of a waiting transaction: `facts` of its waiting, and the transaction or its hash. */
  queuedTransaction(facts: JsonObject, transaction: JsonObject | Hash256): JsonObject;
  /** The transaction within {@link queuedTransaction}. */
  waitingTransaction(tx: Transaction, hash: Hash256, binary: boolean, naming: Naming): JsonObject;
  /** What `transaction_entry` shows beside the ledger. */
  transactionEntry(transaction: LedgerTransaction, ledger: Ledger, naming: Naming): JsonObject;
  /** A transaction that a signing command has signed. */
  signedTransaction(
    signed: { readonly tx: Transaction; readonly blob: Uint8Array; readonly hash: Hash256 },
    naming: Naming,
  ): JsonObject;
  /** The part of a stream's message that is the transaction. */
  toldTransaction(told: ToldTransaction, naming: Naming, networkId: number): JsonObject;
  /** A header. An open ledger has little to show, unless `full`. */
  ledgerHeader(header: LedgerHeader, isOpen: boolean, full: boolean): JsonObject;
  /** What `ledger_data` shows of these entries. */
  entries(shown: readonly JsonValue[]): JsonValue;
  /** The account's entry and what goes with it, in `account_info`. */
  accountInfo(
    data: JsonObject,
    flags: () => JsonObject,
    signerLists: readonly JsonObject[] | undefined,
  ): JsonObject;
  /** The network, where a stream of ledgers is told. */
  network(networkId: number): JsonObject;
  /** What server_info and server_state tell beyond what both versions tell. */
  moreServerFacts(context: CommandContext): JsonObject;
  /** How often the server came into a state. */
  transitions(count: number): number | string;
}

/** The forms of each version. Version 1 is exactly the reference's; later ones are made from what newer servers do. */
export const replyForms: Readonly<Record<ApiVersion, ReplyForms>> = { 1: version1, 2: version2 };
