import { type ApplyOutcome, applyTransaction } from "../engine/applyTransaction.ts";
import { consequences } from "../engine/consequences.ts";
import { preclaim } from "../engine/preclaim.ts";
import { preflight } from "../engine/preflight.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { Consequences } from "../engine/transaction.ts";
import { type EngineResult, isClaimed } from "../protocol/engineResults.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountRoot } from "../protocol/ledgerEntryFormats.ts";
import type { Drops } from "../protocol/types.ts";
import { OpenView } from "../state/openView.ts";
import { accountReserve } from "../state/view.ts";
import type { AccountQueue } from "./accountQueue.ts";
import { plainFlags, type QueueFlags, type TransactionView } from "./attempt.ts";
import { baseLevel, mulDiv } from "./feeEscalation.ts";
import { feeLevelPaid } from "./feeLevel.ts";
import { Queued, retriesAllowed } from "./queued.ts";
import { isTicketOrder, type SequenceOrder, sequenceNumber, sequenceOrder } from "./sequenceOrder.ts";
import type { TransactionQueue } from "./transactionQueue.ts";

/** What the checks below look at. */
interface Applicant {
  readonly queue: TransactionQueue;
  readonly view: TransactionView;
  readonly transaction: SignedTransaction;
  readonly flags: QueueFlags;
  readonly order: SequenceOrder;
  readonly root: Readonly<AccountRoot>;
  /** What its account has in the queue; undefined if nothing since the last close. */
  readonly account: AccountQueue | undefined;
  /** Of that, what is not in the past. Tickets that were used meanwhile count: telling them would cost too much. */
  readonly waiting: readonly Queued[];
  /** The queued transaction with the same sequence or ticket. */
  readonly replaced: Queued | undefined;
  readonly feeLevel: bigint;
  readonly consequences: Consequences;
}

const refused = (result: EngineResult): ApplyOutcome => ({ result, applied: false });

/**
 * Decides about a transaction that could not go straight into the open ledger: terQUEUED, a refusal, or, if it pays
 * for all that its account has waiting before it, into the ledger with all of them.
 *
 * The order of the checks decides which refusal the sender sees. Source: TxQ::apply of the reference.
 */
export function admit(
  queue: TransactionQueue,
  view: TransactionView,
  transaction: SignedTransaction,
  flags: QueueFlags,
): ApplyOutcome {
  const { tx } = transaction;
  const malformed = preflight(transaction, view.rules, flags);
  if (malformed !== "tesSUCCESS") return refused(malformed);
  const root = view.read(keylet.account(tx.Account));
  if (root === undefined) return refused("terNO_ACCOUNT");
  const order = sequenceOrder(tx);
  if (isTicketOrder(order) && !view.has(keylet.ticket(tx.Account, sequenceNumber(order)))) {
    return refused(sequenceNumber(order) < root.Sequence ? "tefNO_TICKET" : "terPRE_TICKET");
  }

  const account = queue.account(tx.Account);
  const applicant: Applicant = {
    queue,
    view,
    transaction,
    flags,
    order,
    root,
    account,
    waiting: account?.from(root.Sequence) ?? [],
    replaced: account?.get(order),
    feeLevel: feeLevelPaid(view, tx),
    consequences: consequences(tx),
  };
  const conflict = checkBlockers(applicant) ?? checkReplacement(applicant);
  if (conflict !== undefined) return refused(conflict);

  let trialView = view;
  const isAmongOthers = applicant.waiting.length > (applicant.replaced === undefined ? 0 : 1);
  if (applicant.waiting.length === 0) {
    if (!isTicketOrder(order) && order < root.Sequence) return refused("tefPAST_SEQ");
    if (!isTicketOrder(order) && order > root.Sequence) return refused("terPRE_SEQ");
  } else {
    if (root.Sequence > order) return refused("tefPAST_SEQ");
    if (isAmongOthers) {
      const misfit = canBeHeld(applicant) ?? checkPlace(applicant);
      if (misfit !== undefined) return refused(misfit);
      const balance = afterOthers(applicant);
      if (balance === undefined) return refused("telCAN_NOT_QUEUE_BALANCE");
      trialView = viewAfterOthers(applicant, balance);
    }
  }

  const likely = preclaim(transaction, trialView, flags);
  const claimsFee = likely === "tesSUCCESS" || (isClaimed(likely) && !flags.retry);
  if (!claimsFee) return refused(likely);

  if (isAmongOthers) {
    const rescued = payForAll(applicant);
    if (rescued !== undefined) return rescued;
  } else {
    const misfit = canBeHeld(applicant);
    if (misfit !== undefined) return refused(misfit);
  }
  if (applicant.replaced === undefined && queue.isFull() && !makeRoom(applicant)) {
    return refused("telCAN_NOT_QUEUE_FULL");
  }
  if (applicant.replaced !== undefined) queue.remove(applicant.replaced);
  queue.insert(new Queued(transaction, applicant.feeLevel, applicant.consequences, queue.nextArrival()));
  return refused("terQUEUED");
}

/** A blocker may change who can sign what comes after it, so it is always alone in its account's queue. */
function checkBlockers({ consequences, waiting, order }: Applicant): EngineResult | undefined {
  const [first] = waiting;
  const isOther = waiting.length > 1 || (first !== undefined && first.order !== order);
  if (!isOther) return undefined;
  if (consequences.isBlocker) return "telCAN_NOT_QUEUE_BLOCKS";
  return waiting.length === 1 && first!.consequences.isBlocker ? "telCAN_NOT_QUEUE_BLOCKED" : undefined;
}

/** A replacement must pay a quarter more, as configured, than what it replaces. */
function checkReplacement({ queue, waiting, replaced, feeLevel }: Applicant): EngineResult | undefined {
  if (waiting.length === 0 || replaced === undefined) return undefined;
  const percent = 100n + BigInt(queue.settings.retrySequencePercent);
  return feeLevel > mulDiv(replaced.feeLevel, percent, 100n) ? undefined : "telCAN_NOT_QUEUE_FEE";
}

/** Whether the transaction may wait at all, and whether its account may have one more waiting. */
function canBeHeld({ queue, view, transaction, flags, root, order, account, replaced }: Applicant) {
  const { PreviousTxnID, AccountTxnID, LastLedgerSequence } = transaction.tx;
  if (PreviousTxnID !== undefined || AccountTxnID !== undefined || flags.failHard) return "telCAN_NOT_QUEUE";
  if (
    LastLedgerSequence !== undefined &&
    LastLedgerSequence < view.ledgerIndex + queue.settings.minimumLastLedgerBuffer
  ) {
    return "telCAN_NOT_QUEUE";
  }
  if (account === undefined || replaced !== undefined) return undefined;
  if (account.transactions.length < queue.settings.maximumTransactionsPerAccount) return undefined;
  // One more is taken only if it fills the account's first gap, so that what waits behind the gap can move.
  const next = queue.nextSequence(root);
  const following = account.after(next);
  const fillsGap = order === next && following !== undefined && !following.isTicket;
  return fillsGap ? undefined : "telCAN_NOT_QUEUE_FULL";
}

/** Whether its sequence fits to those that wait: after them without a gap, or into the first gap. */
function checkPlace({ queue, root, order, account, replaced }: Applicant): EngineResult | undefined {
  if (isTicketOrder(order)) return undefined;
  const isFirst = account!.before(order).length === 0 && replaced === undefined;
  if (isFirst) return order > root.Sequence ? "terPRE_SEQ" : undefined;
  return replaced === undefined && queue.nextSequence(root) !== order ? "telCAN_NOT_QUEUE" : undefined;
}

/**
 * What the account would have left if all the others went through first, at worst. Undefined if their fees alone
 * could eat up its balance or the least reserve: then somebody might not get paid.
 */
function afterOthers({
  view,
  root,
  order,
  waiting,
  transaction,
  consequences,
}: Applicant): Drops | undefined {
  let fees = 0n;
  let spending = 0n;
  for (const [i, queued] of waiting.entries()) {
    if (queued.order !== order) {
      fees += queued.fee;
      spending += queued.consequences.potentialSpend;
    } else if (i + 1 < waiting.length) {
      // Replacing one in the middle: those behind it must be able to count on what it leaves.
      fees += transaction.tx.Fee;
      spending += consequences.potentialSpend;
    }
  }
  const balance = root.Balance;
  const reserve = accountReserve(view.fees, 0);
  if (fees >= balance || fees >= reserve) return undefined;
  const spendable = balance > reserve ? balance - reserve : 0n;
  return balance - fees - (spending < spendable ? spending : spendable);
}

/** The open ledger as if the account's other transactions had gone through. */
function viewAfterOthers({ queue, view, root, order }: Applicant, balance: Drops): TransactionView {
  const trial: TransactionView = new OpenView(view, view);
  const Sequence = isTicketOrder(order) ? queue.nextSequence(root) : order;
  trial.replace({ ...root, Balance: balance, Sequence });
  return trial;
}

/**
 * If the transaction pays enough for itself and for all that must go before it, tries to apply all of them.
 * Undefined if it does not pay that much, or one of them fails: then it is queued like any other.
 */
function payForAll({ queue, view, transaction, flags, order, waiting, account, feeLevel }: Applicant) {
  const required = queue.requiredLevel(view, flags.preferQueue);
  const isCandidate =
    !flags.preferQueue &&
    !isTicketOrder(order) &&
    waiting[0]!.retriesRemaining === retriesAllowed &&
    feeLevel > required &&
    required > baseLevel;
  if (!isCandidate) return undefined;

  const ahead = waiting.filter((queued) => queued.order < order);
  const total = queue.metrics.requiredSeriesLevel(view.transactions.size, ahead.length + 1);
  const paid = ahead.reduce((sum, queued) => sum + queued.feeLevel, feeLevel);
  if (total === undefined || paid < total) return undefined;

  // The reference's trial ledger counts one index further than the open ledger does.
  const trial: TransactionView = new OpenView(view, {
    ...contextOf(view),
    ledgerIndex: view.ledgerIndex + 1,
  });
  for (const queued of ahead) {
    const { result, applied } = applyTransaction(trial, queued.signed, plainFlags);
    queued.retriesRemaining--;
    queued.lastResult = result;
    // A ticket that was used meanwhile will never do: it leaves the queue with the others.
    if (!applied && result !== "tefNO_TICKET") return undefined;
  }
  const attempt = applyTransaction(trial, transaction, flags);
  if (!attempt.applied) return undefined;
  for (const queued of ahead) queue.remove(queued);
  const replaced = account!.get(order);
  if (replaced !== undefined) queue.remove(replaced);
  trial.applyTo(view);
  return attempt;
}

const contextOf = ({ parentHash, parentCloseTime, open, rules, fees }: TransactionView) => ({
  parentHash,
  parentCloseTime,
  open,
  rules,
  fees,
});

/** Drops the last transaction of the account with the cheapest one, if this one pays more than they do on average. */
function makeRoom({ queue, transaction, feeLevel }: Applicant): boolean {
  const cheapest = queue.cheapest!;
  if (cheapest.account === transaction.tx.Account) return false;
  const { transactions } = queue.account(cheapest.account)!;
  const isSimple = cheapest.feeLevel > feeLevel || transactions.length === 1;
  const price = isSimple ? cheapest.feeLevel : averageLevel(transactions);
  if (feeLevel <= price) return false;
  queue.remove(transactions.at(-1)!);
  return true;
}

/** The average, from quotients and remainders as the reference adds them, at most 2^64 - 1. */
function averageLevel(transactions: readonly Queued[]): bigint {
  const maximum = 2n ** 64n - 1n;
  const count = BigInt(transactions.length);
  let quotients = 0n;
  let remainders = 0n;
  for (const { feeLevel } of transactions) {
    const quotient = feeLevel / count;
    const remainder = feeLevel % count;
    if (quotients >= maximum - quotient || remainders >= maximum - remainder) return maximum;
    quotients += quotient;
    remainders += remainder;
  }
  return quotients + remainders / count;
}
