import { usesTicket } from "../engine/commonChecks.ts";
import type { Transaction } from "../engine/transaction.ts";

/**
 * Orders the transactions of one sender: those with sequences first, then those with tickets, each by number.
 * Tickets are made by transactions with sequences, so their makers come before them.
 */
export type SequenceOrder = number;

/** Above every sequence. */
const ticketBase = 2 ** 32;

/** A transaction's place among its sender's. */
export const sequenceOrder = (tx: Transaction): SequenceOrder =>
  usesTicket(tx) ? ticketBase + tx.TicketSequence! : tx.Sequence;

/** Whether the place is that of a ticket. */
export const isTicketOrder = (order: SequenceOrder): boolean => order >= ticketBase;

/** The sequence or the ticket's number. */
export const sequenceNumber = (order: SequenceOrder): number =>
  order >= ticketBase ? order - ticketBase : order;
