import type { LedgerHeader } from "../../state/ledgerHeader.ts";
import type {
  LedgerCommit,
  LedgerImport,
  LedgerRange,
  LedgerReader,
  LedgerStore,
  StateEntry,
} from "../../state/ledgerStore.ts";
import { copyToKeep, nextVersion } from "../versionRecord.ts";
import { commitOperations } from "./commitOperations.ts";
import { batchLength, LedgerBatch } from "./ledgerBatch.ts";
import { metaKeys, readIndex } from "./meta.ts";
import { PendingLedger } from "./pendingLedger.ts";
import { PendingLedgers } from "./pendingLedgers.ts";
import { pruneOperations, pruneUndoOperations } from "./pruneOperations.ts";
import { LmdbReader, type ReaderContext } from "./reader.ts";
import { encodeHeaderRecord, uint32 } from "./records.ts";
import { rollBack } from "./rollBack.ts";
import { hexKey, isEntryKey, ledgerKey, openTables, type Tables, treePageKey } from "./tables.ts";
import { VersionedTable } from "./versionedTable.ts";
import { type Operation, writeAtOnce, writeInSlices, writeTogether } from "./writer.ts";

/** How long ledgers that come fast are gathered, where nobody says otherwise. */
export const defaultGatherMilliseconds = 2_000;

/** How a store is opened. */
export interface LmdbLedgerStoreOptions {
  /** False: what is written survives a crash of this program, but not of the machine. For tests. */
  readonly sync?: boolean;
  /**
   * Ledgers that come fast are written together: a write begins so many milliseconds after the one before at the
   * earliest, unless there is enough to write or `hurry` is called.
   */
  readonly gatherMilliseconds?: number;
}

/**
 * Opens, or creates, a store in a folder, as its only writer. What a crash left half done is taken back first.
 */
export async function openLmdbLedgerStore(
  folder: string,
  { sync = true, gatherMilliseconds = defaultGatherMilliseconds }: LmdbLedgerStoreOptions = {},
): Promise<LedgerStore> {
  const tables = openTables(folder, { sync });
  // A reader that was killed would keep the space of everything written since from being used again.
  tables.root.readerCheck();
  await rollBack(tables);
  return new LmdbLedgerStore(tables, gatherMilliseconds);
}

interface WriterContext extends ReaderContext {
  range: LedgerRange | undefined;
}

class LmdbLedgerStore extends LmdbReader implements LedgerStore {
  private readonly state: WriterContext;
  /** Writes are done one after the other: this is the last one's end. */
  private tail: Promise<void> = Promise.resolve();
  private readonly gatherMilliseconds: number;
  /** What is not on disk yet, the oldest first, and when it will be. Ledgers may be added to the last. */
  private readonly batches: { readonly batch: LedgerBatch; readonly stored: Promise<void> }[] = [];
  private lastBatchAt = Number.NEGATIVE_INFINITY;
  private waitingForRoom: (() => void)[] = [];
  private failure: Error | undefined;
  private isClosed = false;
  private isImporting = false;

  constructor(tables: Tables, gatherMilliseconds: number) {
    const state: WriterContext = {
      range: readRange(tables),
      pending: new PendingLedgers(),
      isWriting: false,
    };
    super(tables, state, {});
    this.state = state;
    this.gatherMilliseconds = gatherMilliseconds;
  }

  commit(ledger: LedgerCommit): Promise<void> {
    const { ledgerIndex } = ledger.header;
    const { range } = this.state;
    const refusal = this.refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    if (this.isImporting) return Promise.reject(new Error("an import is under way"));
    if (range !== undefined && ledgerIndex !== range.last + 1) {
      return Promise.reject(new RangeError(`ledger ${ledgerIndex} does not follow ledger ${range.last}`));
    }
    this.state.pending.add(new PendingLedger(ledger));
    this.state.range = { first: range?.first ?? ledgerIndex, last: ledgerIndex };
    const last = this.batches.at(-1);
    if (last?.batch.add(ledger) === true) return last.stored;
    return this.beginBatch(ledger, range === undefined);
  }

  async room(): Promise<void> {
    while (this.valuesUnderWay >= 2 * batchLength && this.refusal() === undefined) {
      await new Promise<void>((resolve) => this.waitingForRoom.push(resolve));
    }
  }

  hurry(): void {
    this.batches.at(-1)?.batch.end();
  }

  importLedger(header: LedgerHeader): LedgerImport {
    if (this.state.range !== undefined || this.isImporting) throw new Error("the store has a ledger already");
    this.isImporting = true;
    const { tables } = this;
    const { root, meta } = tables;
    const entries = new VersionedTable(tables.state, {}, isEntryKey);
    const write = (operations: Operation[]) =>
      this.enqueue(async () => {
        await writeInSlices(root, operations);
        root.resetReadTxn();
      });
    const started = write([{ table: meta, key: metaKeys.importing, value: uint32(header.ledgerIndex) }]);
    const values = async (
      table: typeof tables.state,
      added: readonly { key: string; bytes?: Uint8Array | undefined }[],
    ) => {
      await started;
      const operations = added.map(({ key, bytes }) => {
        return {
          table: table.latest,
          key: hexKey(key),
          value: nextVersion(undefined, header.ledgerIndex, bytes),
        };
      });
      await write(operations.sort((a, b) => Buffer.compare(a.key, b.key)));
    };
    return {
      add: (added: readonly StateEntry[]) => values(tables.state, added),
      addDerived: (added) => values(tables.derived, added),
      entries: () => entries.entries(header.ledgerIndex, "", undefined, () => true),
      addTreePages: (pages) =>
        write(
          pages.map(({ key, bytes }) => {
            return { table: tables.state.latest, key: treePageKey(key), value: bytes && Buffer.from(bytes) };
          }),
        ),
      finish: async () => {
        const index = uint32(header.ledgerIndex);
        await started;
        await this.enqueue(() =>
          writeAtOnce(root, [
            {
              table: tables.headers,
              key: ledgerKey(header.ledgerIndex),
              value: encodeHeaderRecord(header, 0),
            },
            { table: tables.ledgerHashes, key: hexKey(header.ledgerHash), value: index },
            { table: meta, key: metaKeys.first, value: index },
            { table: meta, key: metaKeys.last, value: index },
            { table: meta, key: metaKeys.importing, value: undefined },
          ]),
        );
        root.resetReadTxn();
        this.isImporting = false;
        this.state.range = { first: header.ledgerIndex, last: header.ledgerIndex };
      },
    };
  }

  async prune(first: number): Promise<void> {
    const { range } = this.state;
    if (range === undefined || first > range.last) {
      throw new RangeError(`cannot forget all ledgers below ${first}: that would leave none`);
    }
    const { tables } = this;
    const { root, meta } = tables;
    if (first > range.first) {
      this.state.range = { first, last: range.last };
      await this.enqueue(() =>
        writeAtOnce(root, [{ table: meta, key: metaKeys.first, value: uint32(first) }]),
      );
    }
    const forget = (operations: Iterable<Operation>) =>
      this.enqueue(async () => {
        await writeInSlices(root, operations);
        root.resetReadTxn();
      });
    // Headers go last, so that the oldest one tells where an interrupted run stopped.
    for (const key of this.headerKeysBelow(this.state.range!.first)) {
      await forget(pruneOperations(tables, key));
    }
    await forget(pruneUndoOperations(tables, this.state.range!.first));
  }

  treePage(path: string): Uint8Array | undefined {
    for (let i = this.batches.length - 1; i >= 0; i--) {
      const pending = this.batches[i]!.batch.treePage(path);
      if (pending !== null) return pending;
    }
    const page = this.read(this.tables.state.latest, treePageKey(path));
    return page === undefined ? undefined : copyToKeep(page);
  }

  setting(name: string): string | undefined {
    return this.tables.meta.getBinary(metaKeys.setting(name))?.toString("utf8");
  }

  setSetting(name: string, value: string): Promise<void> {
    return this.enqueue(async () => {
      const operation = { table: this.tables.meta, key: metaKeys.setting(name), value: Buffer.from(value) };
      await writeAtOnce(this.tables.root, [operation]);
      this.tables.root.resetReadTxn();
    });
  }

  snapshot(): LedgerReader & { release(): void } {
    const { range, pending } = this.state;
    return snapshotOf(this.tables, {
      range,
      pending: new PendingLedgers(pending),
      isWriting: pending.size > 0,
    });
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.hurry();
    this.tellOfRoom();
    await this.tail;
    await this.tables.root.close();
  }

  private refusal(): Error | undefined {
    return this.failure ?? (this.isClosed ? new Error("the store is closed") : undefined);
  }

  private beginBatch(ledger: LedgerCommit, isFirst: boolean): Promise<void> {
    const batch = new LedgerBatch();
    batch.add(ledger);
    const stored = this.enqueue(() => this.writeBatch(batch, isFirst));
    this.batches.push({ batch, stored });
    return stored;
  }

  /** Writes ledgers, once there are enough of them or the last write is long enough ago. */
  private async writeBatch(batch: LedgerBatch, isFirst: boolean): Promise<void> {
    await batch.gathered(this.lastBatchAt + this.gatherMilliseconds - performance.now());
    batch.end();
    this.lastBatchAt = performance.now();
    const { ledgers } = batch;
    const { root } = this.tables;
    const operations = commitOperations(this.tables, batch, isFirst);
    if (batch.takesSeveralSlices) await writeInSlices(root, operations);
    else await writeTogether(root, operations);
    root.resetReadTxn();
    this.state.pending.removeFirst(ledgers.length);
    this.batches.shift();
    this.tellOfRoom();
  }

  /** How many are on their way to the disk. */
  private get valuesUnderWay(): number {
    return this.batches.reduce((sum, { batch }) => sum + batch.length, 0);
  }

  private tellOfRoom(): void {
    for (const resolve of this.waitingForRoom.splice(0)) resolve();
  }

  /** Runs writes one after the other, ledgers that were being gathered first. After one has failed, none is tried: ledgers may not be missing in between. */
  private enqueue(write: () => Promise<void>): Promise<void> {
    const refusal = this.refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    this.hurry();
    const done = this.tail.then(() => {
      if (this.failure !== undefined) throw this.failure;
      return write();
    });
    this.tail = done.catch((error: unknown) => {
      this.failure ??= new Error("the store failed to write", { cause: error });
      this.tellOfRoom();
    });
    return done;
  }

  private *headerKeysBelow(first: number): Iterable<number> {
    for (;;) {
      const [key] = [...this.tables.headers.getKeys({ end: ledgerKey(first), limit: 1 })];
      if (key === undefined) return;
      yield key.readUInt32BE(0);
    }
  }
}

function readRange({ meta }: Tables, options = {}): LedgerRange | undefined {
  const first = readIndex(meta, metaKeys.first, options);
  const last = readIndex(meta, metaKeys.last, options);
  return first === undefined || last === undefined ? undefined : { first, last };
}

/** A reader over this moment's tables. */
function snapshotOf(tables: Tables, context?: ReaderContext): LedgerReader & { release(): void } {
  tables.root.resetReadTxn();
  const transaction = tables.root.useReadTransaction();
  const options = { transaction };
  const reader = new LmdbReader(
    tables,
    context ?? {
      range: readRange(tables, options),
      pending: new PendingLedgers(),
      isWriting: readIndex(tables.meta, metaKeys.writing, options) !== undefined,
    },
    options,
  );
  return Object.assign(reader, { release: () => transaction.done() });
}

/** Reads a store that another thread or process writes. Each snapshot shows the last ledger that is complete. */
export interface LedgerStoreReader {
  snapshot(): LedgerReader & { release(): void };
  /**
   * Reads these ledgers while later ones are written; undefined where the last of them is not complete yet. Unlike a
   * snapshot it holds no space and may be used for any time, as long as the ledgers are not deleted.
   */
  following(range: LedgerRange): LedgerReader | undefined;
  setting(name: string): string | undefined;
  close(): Promise<void>;
}

/** Opens a store beside its writer, read only. In the writer's own process (a thread), the writer must be open first. */
export function openLmdbLedgerReader(folder: string): LedgerStoreReader {
  const tables = openTables(folder, { readOnly: true });
  return {
    snapshot: () => snapshotOf(tables),
    following(range) {
      tables.root.resetReadTxn();
      const isThere = (readRange(tables)?.last ?? -1) >= range.last;
      // A ledger may begin to be written at any time: newest versions may always be too new.
      return isThere
        ? new LmdbReader(tables, { range, pending: new PendingLedgers(), isWriting: true }, {})
        : undefined;
    },
    setting: (name) => tables.meta.getBinary(metaKeys.setting(name))?.toString("utf8"),
    close: () => tables.root.close(),
  };
}
