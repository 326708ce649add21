import type { AppliedTransaction, ApplyOutcome } from "../engine/applyTransaction.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import type { AccountID, Hash256 } from "../protocol/types.ts";
import { type LedgerHeader, withLedgerHash } from "../state/ledgerHeader.ts";
import type { Change, LedgerCommit } from "../state/ledgerStore.ts";
import { OpenView } from "../state/openView.ts";
import type { StateTree } from "../state/tree/stateTree.ts";
import { TransactionTree } from "../state/tree/transactionTree.ts";
import { affectedAccounts } from "./affectedAccounts.ts";
import { applyCanonically } from "./applyCanonically.ts";
import type { TransactionView } from "./attempt.ts";
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
  readonly applied: AppliedTransaction;
  readonly metadata: Uint8Array;
  readonly accounts: ReadonlySet<AccountID>;
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
  const retries = await applyCanonically(
    view,
    await new CanonicalOrder(setHash).sortInSlices(set, pace),
    pace,
    (transaction, outcome) => faults.push({ transaction, outcome }),
  );
  updateSkipLists(view);

  const transactionTree = new TransactionTree();
  const transactions: ClosedTransaction[] = [];
  for (const applied of view.transactions.values()) {
    const metadata = encodeObject(applied.metadata!);
    transactionTree.add(applied.hash, applied.blob, metadata);
    transactions.push({ applied, metadata, accounts: affectedAccounts(applied.metadata!) });
    if (pace.isDue()) await pace.turn();
  }
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
    commit: {
      header,
      state,
      treePages: pages,
      transactions: transactions.map(({ applied: { hash, blob }, metadata, accounts }) => ({
        hash,
        blob,
        metadata,
        accounts: [...accounts],
      })),
    },
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
