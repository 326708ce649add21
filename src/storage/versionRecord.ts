/**
 * A value of one key as of one ledger, with the way back to older ones.
 *
 * The versions of a key are counted from 0, and the count of this one is its `depth`. `changedIn` lists ledger
 * indexes: those of the versions whose counts are this depth with its lowest binary ones cleared, one after the
 * other; this version's own is last. (Depth 13 is 1101 in binary: it lists versions 8, 12 and 13.) The undo record
 * of the oldest listed ledger that is too new holds a version that leaves at most half of the versions in question,
 * so that a look-up is logarithmic, and a commit makes the next list from this one without reading anything else.
 */
export interface Version {
  readonly depth: number;
  /** Rising. The last one is the ledger that made this version. */
  readonly changedIn: readonly number[];
}

/** The undo record of a key's first version. */
export const nothingBefore = Buffer.from([0]);

// A record: how many indexes (0: nothing was there before), whether there is a value, depth, indexes, value.
// Numbers have their most significant byte first.
const presenceAt = 1;
const depthAt = 2;
const indexesAt = 6;

const valueStart = (record: Buffer): number => indexesAt + record[0]! * 4;

/** The version that ledger `ledgerIndex` makes after `before`. */
export function nextVersion(before: Version | undefined, ledgerIndex: number): Version {
  if (before === undefined) return { depth: 0, changedIn: [ledgerIndex] };
  let kept = before.depth === 0 ? 0 : before.changedIn.length;
  for (let rest = before.depth; (rest & 1) === 1; rest >>>= 1) kept--;
  return { depth: before.depth + 1, changedIn: [...before.changedIn.slice(0, kept), ledgerIndex] };
}

/** @param bytes undefined: the key was removed */
export function encodeVersion({ depth, changedIn }: Version, bytes: Uint8Array | undefined): Buffer {
  const start = indexesAt + changedIn.length * 4;
  const record = Buffer.allocUnsafe(start + (bytes?.length ?? 0));
  record[0] = changedIn.length;
  record[presenceAt] = bytes === undefined ? 0 : 1;
  record.writeUInt32BE(depth, depthAt);
  for (let i = 0; i < changedIn.length; i++) record.writeUInt32BE(changedIn[i]!, indexesAt + i * 4);
  if (bytes !== undefined) record.set(bytes, start);
  return record;
}

/** Undefined for `nothingBefore`. */
export function decodeVersion(record: Buffer): Version | undefined {
  if (record[0] === 0) return undefined;
  const changedIn: number[] = [];
  for (let i = 0; i < record[0]!; i++) changedIn.push(record.readUInt32BE(indexesAt + i * 4));
  return { depth: record.readUInt32BE(depthAt), changedIn };
}

/** The ledger that made this version; -1 for `nothingBefore`. */
export const versionLedger = (record: Buffer): number =>
  record[0] === 0 ? -1 : record.readUInt32BE(valueStart(record) - 4);

export const isPresent = (record: Buffer): boolean => record[0] !== 0 && record[presenceAt] === 1;

/** The value, copied; undefined where there is none. */
export const versionBytes = (record: Buffer): Uint8Array | undefined =>
  isPresent(record) ? copyBytes(record, valueStart(record)) : undefined;

/** Of the ledgers listed, the oldest one above `ledgerIndex`. There is one: the version itself is too new. */
export function oldestChangeAbove(record: Buffer, ledgerIndex: number): number {
  for (let i = 0; i < record[0]!; i++) {
    const changedIn = record.readUInt32BE(indexesAt + i * 4);
    if (changedIn > ledgerIndex) return changedIn;
  }
  throw new RangeError(`this version is not newer than ledger ${ledgerIndex}`);
}

/** A short copy is made faster by hand than by the runtime. */
const shortCopy = 128;

/** A copy of some bytes of a buffer that the store will reuse, and that is really longer than it says. */
export function copyBytes(source: Buffer, start: number, end = source.length): Uint8Array {
  const copy = new Uint8Array(end - start);
  if (copy.length > shortCopy) copy.set(source.subarray(start, end));
  else for (let i = 0; i < copy.length; i++) copy[i] = source[start + i]!;
  return copy;
}
