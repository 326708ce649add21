import type { RootDatabase } from "lmdb";
import type { Table } from "./tables.ts";

/** One write: a value for a key, or undefined for its removal. */
export interface Operation {
  readonly table: Table;
  readonly key: Buffer;
  readonly value: Uint8Array | undefined;
}

/** Stands among operations for a good moment to let others have the event loop. */
export const breath = Symbol("breath");
export type OperationOrBreath = Operation | typeof breath;

/**
 * How many writes make one transaction of the store. Preparing them takes the event loop a few milliseconds, and lmdb's
 * free list, which it checks as a whole in every commit, stays as short as the transactions are small: 40,000
 * changes of a million entries cost half as much in slices of this size as at once.
 */
export const sliceLength = 2_000;
/**
 * Likewise how many bytes of keys and values. lmdb holds a transaction's changed pages in memory until it is written, and
 * the memory that one took stays with the thread that it ran on.
 */
const sliceBytes = 2 * 2 ** 20;

const longestTurnMs = 4;

/**
 * Writes operations in their order, in durable transactions of up to `sliceLength` each, or `sliceBytes` and one value. Every one is complete or
 * not there after a crash, and those before it are there.
 */
export async function writeInSlices(
  root: RootDatabase<Buffer, Buffer>,
  operations: Iterable<OperationOrBreath>,
): Promise<void> {
  let slice: Operation[] = [];
  let bytes = 0;
  let turnStart = performance.now();
  for (const operation of operations) {
    if (operation === breath) {
      if (performance.now() - turnStart < longestTurnMs) continue;
      await new Promise(setImmediate);
    } else {
      slice.push(operation);
      bytes += operation.key.length + (operation.value?.length ?? 0);
      if (slice.length < sliceLength && bytes < sliceBytes) continue;
      await writeAtOnce(root, slice);
      slice = [];
      bytes = 0;
    }
    turnStart = performance.now();
  }
  if (slice.length > 0) await writeAtOnce(root, slice);
}

/** Writes all operations in one durable transaction, with the event loop free while they are worked out. */
export async function writeTogether(
  root: RootDatabase<Buffer, Buffer>,
  operations: Iterable<OperationOrBreath>,
): Promise<void> {
  const all: Operation[] = [];
  let turnStart = performance.now();
  for (const operation of operations) {
    if (operation !== breath) all.push(operation);
    else if (performance.now() - turnStart >= longestTurnMs) {
      await new Promise(setImmediate);
      turnStart = performance.now();
    }
  }
  await writeAtOnce(root, all);
}

/** lmdb's own bound. */
const longestKey = 1_978;

/**
 * Writes operations in one durable transaction. The writing itself is done on lmdb's thread.
 * @throws RangeError, with nothing written, for a key that is empty or too long
 */
export async function writeAtOnce(
  root: RootDatabase<Buffer, Buffer>,
  operations: Iterable<OperationOrBreath>,
): Promise<void> {
  // What throws must throw before the batch begins: lmdb would write the part that it was given.
  const all: Operation[] = [];
  for (const operation of operations) {
    if (operation === breath) continue;
    const { length } = operation.key;
    if (length === 0 || length > longestKey) throw new RangeError(`a key of ${length} bytes cannot be kept`);
    all.push(operation);
  }
  await root.batch(() => {
    for (const { table, key, value } of all) {
      if (value === undefined) table.remove(key);
      else table.put(key, value as Buffer);
    }
  });
}
