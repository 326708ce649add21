import type { ApplyOutcome } from "../engine/applyTransaction.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { Transaction } from "../engine/transaction.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import type { AccountID, Hash256 } from "../protocol/types.ts";
import { type LedgerHeader, withLedgerHash } from "../state/ledgerHeader.ts";
import type { Change, LedgerCommit } from "../state/ledgerStore.ts";
import { OpenView } from "../state/openView.ts";
import type { StateTree } from "../state/tree/stateTree.ts";
import { TransactionTree } from "../state/tree/transactionTree.ts";
import { affectedAccounts } from "./affectedAccounts.ts";
import { applyCanonically } from "./applyCanonically.ts";
import { isFault, type TransactionView } from "./attempt.ts";
import { CanonicalOrder } from "./canonicalOrder.ts";
import type { ClosedLedgerView } from "./closedLedgerView.ts";
import { resolutionAfter } from "./closeTime.ts";
import type { Pace } from "./pace.ts";
import { settleNegativeUNL } from "./settleNegativeUNL.ts";
import { updateSkipLists } from "./skipList.ts";
import { transactionSetHash } from "./transactionSetHash.ts";
import { isFlagLedger } from "./vote.ts";

/** A transaction of a ledger that was worked out, with what is stored and told of it. */
export interface ClosedTransaction {
  readonly tx: Transaction;
  readonly hash: Hash256;
  readonly blob: Uint8Array;
  readonly result: EngineResult;
  readonly metadata: Uint8Array;
  readonly accounts: readonly AccountID[];
}

/** A ledger that has been worked out but not stored. */
export interface BuiltLedger {
  readonly header: LedgerHeader;
  /** The changes that it makes to its parent, decoded. */
  readonly view: TransactionView;
  /** In order of application. */
  readonly transactions: readonly ClosedTransaction[];
  /** Of the set, those that did not get in and may later. */
  readonly retries: readonly SignedTransaction[];
  readonly setHash: Hash256;
  /** Transactions that made our own code fail, with what it said. */
  readonly faults: readonly { readonly transaction: SignedTransaction; readonly outcome: ApplyOutcome }[];
  readonly commit: Omit<LedgerCommit, "derived">;
}

/**
 * Works out the ledger after `parent`: the same parent, set and close time give the same bytes everywhere.
 * Source: BuildLedger.cpp of the reference.
 */
export async function buildLedger(
  parent: ClosedLedgerView,
  set: readonly SignedTransaction[],
  closeTime: number,
  tree: StateTree,
  pace: Pace,
): Promise<BuiltLedger> {
  const setHash = await transactionSetHash(
    set.map(({ hash }) => hash),
    pace,
  );
  const view: TransactionView = new OpenView(parent, {
    ledgerIndex: parent.ledgerIndex + 1,
    parentHash: parent.hash,
    parentCloseTime: parent.header.closeTime,
    open: false,
    rules: parent.rules,
    fees: parent.fees,
  });
  if (isFlagLedger(view.ledgerIndex) && view.rules.enabled("NegativeUNL")) settleNegativeUNL(view);
  const faults: BuiltLedger["faults"][number][] = [];
  const transactionTree = new TransactionTree();
  const transactions: ClosedTransaction[] = [];
  const onOutcome = (transaction: SignedTransaction, outcome: ApplyOutcome) => {
    if (isFault(outcome)) faults.push({ transaction, outcome });
    if (!outcome.applied) return;
    // Serialized at once: the objects that metadata is made of would outlive many collections until all are applied.
    const { tx, hash, blob } = transaction;
    const metadata = encodeObject(outcome.metadata!);
    transactionTree.add(hash, blob, metadata);
    const accounts = affectedAccounts(outcome.metadata!);
    transactions.push({ tx, hash, blob, result: outcome.result, metadata, accounts });
  };
  const sorted = await new CanonicalOrder(setHash).sortInSlices(set, pace);
  const retries = await applyCanonically(view, sorted, pace, onOutcome);
  updateSkipLists(view);

  const state: Change<Hash256>[] = [];
  for (const [key, entry] of view.changes) {
    state.push({
      key,
      bytes: entry === null ? undefined : encodeObject(entry),
      existed: parent.readKey(key) !== undefined,
    });
    if (pace.isDue()) await pace.turn();
  }
  const { root, pages } = await tree.updateInSteps(state, () => pace.turnIfDue());
  const transactionHash = await transactionTree.rootInSteps(() => pace.turnIfDue());
  const header = headerAfter(parent.header, view, closeTime, root, transactionHash);
  return {
    header,
    view,
    transactions,
    retries,
    setHash,
    faults,
    commit: { header, state, treePages: pages, transactions },
  };
}

function headerAfter(
  parent: LedgerHeader,
  view: TransactionView,
  closeTime: number,
  accountHash: Hash256,
  transactionHash: Hash256,
): LedgerHeader {
  return withLedgerHash({
    ledgerIndex: view.ledgerIndex,
    parentHash: parent.ledgerHash,
    accountHash,
    transactionHash,
    totalDrops: parent.totalDrops - view.dropsDestroyed,
    closeTime,
    parentCloseTime: parent.closeTime,
    closeTimeResolution: resolutionAfter(parent),
    closeFlags: 0,
  });
}
