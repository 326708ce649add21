import { type ReadOptions, readBriefly, type Table } from "./tables.ts";

const key = (name: string): Buffer => Buffer.from(name, "utf8");

/** Names in the table of named values. */
export const metaKeys = {
  /** The first and the last complete ledger. */
  first: key("first"),
  last: key("last"),
  /** The ledger that is being written in several transactions. */
  writing: key("writing"),
  /** The ledger that an import is filling the store with. */
  importing: key("importing"),
  setting: (name: string): Buffer => key(`setting:${name}`),
} as const;

/** A ledger index among the named values. */
export function readIndex(meta: Table, name: Buffer, options: ReadOptions = {}): number | undefined {
  return readBriefly(meta, name, options)?.readUInt32BE(0);
}
