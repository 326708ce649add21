import { usesTicket } from "../engine/commonChecks.ts";
import type { Transaction } from "../engine/transaction.ts";

/**
 * Orders the transactions of one sender: those with sequences first, then those with tickets, each by number.
 * Tickets are made by transactions with sequences, so their makers come before them.
 */
export type SequenceOrder = number;

/** Above every sequence. */
const ticketBase = 2 ** 32;

export const sequenceOrder = (tx: Transaction): SequenceOrder =>
  usesTicket(tx) ? ticketBase + tx.TicketSequence! : tx.Sequence;

export const isTicketOrder = (order: SequenceOrder): boolean => order >= ticketBase;

/** The sequence or the ticket's number. */
export const sequenceNumber = (order: SequenceOrder): number =>
  order >= ticketBase ? order - ticketBase : order;
