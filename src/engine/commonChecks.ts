import { accountZero } from "../protocol/currency.ts";
import { tfUniversal } from "../protocol/flags.ts";
import type { AccountID, Amount } from "../protocol/types.ts";
import type { Transaction } from "./transaction.ts";

/** The most drops there can ever be: 100 billion whole units of the native currency. */
export const maximumDrops = 100_000_000_000_000_000n;

/** True when the transaction has no flags but `own` and those that every type may have. */
export const hasOnlyFlags = (tx: Transaction, own = 0): boolean =>
  ((tx.Flags ?? 0) & ~(tfUniversal | own)) === 0;

/** False for more native currency than there can be. Any issued amount is legal in this sense. */
export const isLegalAmount = (amount: Amount): boolean =>
  typeof amount !== "bigint" || (amount <= maximumDrops && amount >= -maximumDrops);

/** The account that a field means: one that is there but empty stands for account zero, which is nobody. */
export const accountIn = (field: AccountID): AccountID => (field === "" ? accountZero : field);

/**
 * What numbers the entries that a transaction creates: its sequence, or that of the ticket it uses instead.
 * A sequence that is not zero always counts as the sequence.
 */
export const sequenceOrTicket = (tx: Transaction): number =>
  tx.Sequence !== 0 ? tx.Sequence : (tx.TicketSequence ?? 0);

/** True when the transaction uses a ticket in place of the account's next sequence. */
export const usesTicket = (tx: Transaction): boolean => tx.Sequence === 0 && tx.TicketSequence !== undefined;
