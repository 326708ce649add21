import { isHex } from "../../protocol/hex.ts";

/** What a concise transaction id (CTID) says: which transaction of which ledger, on which network. */
export interface TransactionPlaceOnNetwork {
  readonly ledgerIndex: number;
  readonly transactionIndex: number;
  readonly networkId: number;
}

/** The first digit of every CTID. */
const mark = "C";
const largest = { ledgerIndex: 0x0fff_ffff, transactionIndex: 0xffff, networkId: 0xffff };

/**
 * Sixteen hexadecimal digits: C, the ledger's index in 7, the transaction's in 4, the network's id in 4. Undefined where
 * one of them does not fit. Source: XLS-37.
 */
export function encodeConciseId(place: TransactionPlaceOnNetwork): string | undefined {
  const { ledgerIndex, transactionIndex, networkId } = place;
  if (
    ledgerIndex > largest.ledgerIndex ||
    transactionIndex > largest.transactionIndex ||
    networkId > largest.networkId
  ) {
    return undefined;
  }
  const digits = (value: number, length: number): string => value.toString(16).padStart(length, "0");
  return `${mark}${digits(ledgerIndex, 7)}${digits(transactionIndex, 4)}${digits(networkId, 4)}`.toUpperCase();
}

/** What a CTID of either case says; undefined where it is none. */
export function decodeConciseId(text: string): TransactionPlaceOnNetwork | undefined {
  if (!isHex(text, 8) || text[0]!.toUpperCase() !== mark) return undefined;
  const part = (from: number, to: number): number => Number.parseInt(text.slice(from, to), 16);
  return { ledgerIndex: part(1, 8), transactionIndex: part(8, 12), networkId: part(12, 16) };
}
