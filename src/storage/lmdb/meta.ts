import type { LedgerRange } from "../../state/ledgerStore.ts";
import { type ReadOptions, readBriefly, type Table } from "./tables.ts";

const key = (name: string): Buffer => Buffer.from(name, "utf8");

/** Names in the table of named values. */
export const metaKeys = {
  /** The first and the last complete ledger. */
  first: key("first"),
  last: key("last"),
  /** The first and the last of the ledgers that are being written in several transactions. */
  writing: key("writing"),
  /** The ledger that an import is filling the store with. */
  importing: key("importing"),
  setting: (name: string): Buffer => key(`setting:${name}`),
} as const;

/** A ledger index among the named values. */
export function readIndex(meta: Table, name: Buffer, options: ReadOptions = {}): number | undefined {
  return readBriefly(meta, name, options)?.readUInt32BE(0);
}

/** The ledgers that are being written in several transactions. */
export function readMark(meta: Table): LedgerRange | undefined {
  const mark = readBriefly(meta, metaKeys.writing, {});
  if (mark === undefined) return undefined;
  const first = mark.readUInt32BE(0);
  // Stores of before several ledgers were written together have one index.
  return { first, last: mark.length === 4 ? first : mark.readUInt32BE(4) };
}
