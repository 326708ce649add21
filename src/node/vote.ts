import { type SignedTransaction, signedTransaction } from "../engine/signedTransaction.ts";
import type { Transaction } from "../engine/transaction.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { accountZero } from "../protocol/currency.ts";
import { tfGotMajority, tfLostMajority } from "../protocol/flags.ts";
import { keylet } from "../protocol/keylets.ts";
import type { Hash256, SerializedObject } from "../protocol/types.ts";
import type { ReadView } from "../state/view.ts";
import type { FeeVote } from "./settings.ts";
import { skipInterval } from "./skipList.ts";

/** Fees and amendments are voted on after every 256th ledger, the flag ledger. */
export const isFlagLedger = (ledgerIndex: number): boolean => ledgerIndex % skipInterval === 0;

/** The reference transaction's cost in fee units, as the protocol's SetFee names it. */
const referenceFeeUnits = 10;

/** How long an amendment must keep its majority, in seconds: two weeks. */
const majoritySeconds = 14 * 24 * 3600;

/**
 * The pseudo-transactions that the voting after a flag ledger makes, where this node's vote is the only one: none
 * after other ledgers.
 *
 * Sources: FeeVoteImpl.cpp and AmendmentTable.cpp of the reference.
 * @param closed the last closed ledger
 */
export function votes(
  closed: ReadView,
  fees: FeeVote,
  amendments: ReadonlySet<Hash256>,
): SignedTransaction[] {
  if (!isFlagLedger(closed.ledgerIndex)) return [];
  return [...feeVotes(closed, fees), ...amendmentVotes(closed, amendments)];
}

function feeVotes({ ledgerIndex, fees }: ReadView, vote: FeeVote): SignedTransaction[] {
  const base = vote.baseFee ?? fees.base;
  const reserveBase = vote.reserveBase ?? fees.reserveBase;
  const reserveIncrement = vote.reserveIncrement ?? fees.reserveIncrement;
  if (base === fees.base && reserveBase === fees.reserveBase && reserveIncrement === fees.reserveIncrement) {
    return [];
  }
  return [
    pseudoTransaction({
      TransactionType: "SetFee",
      LedgerSequence: ledgerIndex + 1,
      BaseFee: base,
      ReferenceFeeUnits: referenceFeeUnits,
      ReserveBase: Number(reserveBase),
      ReserveIncrement: Number(reserveIncrement),
    }),
  ];
}

function amendmentVotes(closed: ReadView, wanted: ReadonlySet<Hash256>): SignedTransaction[] {
  const entry = closed.read(keylet.amendments());
  const enabled = new Set(entry?.Amendments);
  const majorities = new Map(
    entry?.Majorities?.map(({ Majority }) => [Majority.Amendment, Majority.CloseTime] as const),
  );
  const made: SignedTransaction[] = [];
  const enable = (Amendment: Hash256, Flags?: number): void => {
    const fields = { TransactionType: "EnableAmendment", LedgerSequence: closed.ledgerIndex + 1, Amendment };
    made.push(pseudoTransaction(Flags === undefined ? fields : { ...fields, Flags }));
  };
  for (const amendment of [...new Set([...wanted, ...majorities.keys()])].sort()) {
    const since = majorities.get(amendment);
    if (enabled.has(amendment)) continue;
    if (!wanted.has(amendment)) enable(amendment, tfLostMajority);
    else if (since === undefined) enable(amendment, tfGotMajority);
    else if (since + majoritySeconds <= closed.parentCloseTime) enable(amendment);
  }
  return made;
}

/** A transaction that comes from nobody. */
function pseudoTransaction(fields: SerializedObject): SignedTransaction {
  const tx = { ...fields, Account: accountZero, Fee: 0n, Sequence: 0, SigningPubKey: "" };
  return signedTransaction(tx as unknown as Transaction, encodeObject(tx));
}
