/**
 * A value of one key as of one ledger, with the way back to older ones.
 *
 * The versions of a key are counted from 0, and the count of this one is its depth. A record lists ledger indexes:
 * those of the versions whose counts are this depth with its lowest binary ones cleared, one after the other; this
 * version's own is last. (Depth 13 is 1101 in binary: it lists versions 8, 12 and 13.) The undo record of the oldest
 * listed ledger that is too new holds a version that leaves at most half of the versions in question, so that a
 * look-up is logarithmic, and a commit makes the next list from this one without reading anything else.
 *
 * A record: how many indexes (1 byte; 0: nothing was there before), whether there is a value (1), depth (4), the
 * indexes (4 each, rising), the value. Numbers have their most significant byte first.
 */
const presenceAt = 1;
const depthAt = 2;
const indexesAt = 6;

const valueStart = (record: Buffer): number => indexesAt + record[0]! * 4;

/** The undo record of a key's first version. */
export const nothingBefore = Buffer.from([0]);

/**
 * The version that a ledger makes.
 * @param before the record before it, undefined where there was none
 * @param bytes undefined: the key is removed
 */
export function nextVersion(
  before: Buffer | undefined,
  ledgerIndex: number,
  bytes: Uint8Array | undefined,
): Buffer {
  let kept = 0;
  let depth = 0;
  if (before !== undefined && before[0] !== 0) {
    const depthBefore = before.readUInt32BE(depthAt);
    depth = depthBefore + 1;
    kept = depthBefore === 0 ? 0 : before[0]!;
    for (let rest = depthBefore; (rest & 1) === 1; rest >>>= 1) kept--;
  }
  const start = indexesAt + kept * 4 + 4;
  const record = Buffer.allocUnsafe(start + (bytes?.length ?? 0));
  record[0] = kept + 1;
  record[presenceAt] = bytes === undefined ? 0 : 1;
  record.writeUInt32BE(depth, depthAt);
  for (let i = indexesAt; i < start - 4; i++) record[i] = before![i]!;
  record.writeUInt32BE(ledgerIndex, start - 4);
  if (bytes !== undefined) record.set(bytes, start);
  return record;
}

/** The ledger that made this version; -1 for `nothingBefore`. */
export const versionLedger = (record: Buffer): number =>
  record[0] === 0 ? -1 : record.readUInt32BE(valueStart(record) - 4);

/** Whether the version has a value, rather than being the trace of one that was erased. */
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

/**
 * A copy of some bytes of a buffer that the store will reuse, and that is really longer than it says. Small copies share
 * memory with others, which costs a third: what is kept for long should be copied with {@link copyToKeep}.
 */
export function copyBytes(source: Buffer, start: number, end = source.length): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  copy.set(source.subarray(start, end));
  return copy;
}

/** As {@link copyBytes}, in memory of its own. */
export function copyToKeep(source: Buffer): Uint8Array {
  const copy = new Uint8Array(source.length);
  copy.set(source.subarray(0, copy.length));
  return copy;
}
