import { type FileHandle, mkdir, rm } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { LogEntry, LogRecord, TransactionLog } from "../node/transactionLog.ts";
import { lockFolder } from "./folderLock.ts";
import { JournalError } from "./journalError.ts";
import { decodeRecord, encodeRecord } from "./recordCodec.ts";
import {
  createSegment,
  headerBytes,
  isWhole,
  listSegments,
  readSegment,
  reopenSegment,
  type Segment,
  segmentAt,
  syncFolder,
  writeDurably,
} from "./segmentFile.ts";

/** How a journal is kept. */
export interface JournalOptions {
  /** A new file is begun once one has grown beyond this many bytes. */
  readonly segmentLimit?: number;
}

/** Where a journal goes on. */
interface Tail {
  readonly segments: Segment[];
  readonly file: FileHandle | undefined;
  readonly fileEnd: number;
  readonly nextPosition: number;
}

/**
 * Opens the log in a folder, making it if need be. What a crash left half-written at the end is cut off: nobody
 * was told that it was durable.
 *
 * @throws JournalError where records before the end are damaged; Error while another process uses the folder.
 */
export async function openJournal(folder: string, options: JournalOptions = {}): Promise<TransactionLog> {
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  try {
    return new Journal(folder, unlock, await findTail(folder), options.segmentLimit ?? 4 * 1024 * 1024);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function findTail(folder: string): Promise<Tail> {
  const segments = await listSegments(folder);
  const newest = segments.at(-1);
  if (newest !== undefined && !(await isWhole(newest))) {
    await rm(newest.path);
    segments.pop();
  }
  const last = segments.at(-1);
  if (last === undefined) return { segments, file: undefined, fileEnd: 0, nextPosition: newest?.first ?? 0 };
  const bytes = await readSegment(last);
  let fileEnd = headerBytes;
  let nextPosition = last.first;
  for (let next = decodeRecord(bytes, fileEnd); next !== undefined; next = decodeRecord(bytes, fileEnd)) {
    fileEnd = next.next;
    nextPosition++;
  }
  const file = await reopenSegment(last, fileEnd);
  return { segments, file, fileEnd, nextPosition };
}

interface Waiter {
  /** Fulfilled when records before this position are durable. */
  readonly position: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Longer than this no record waits for others to go out with it. */
const longestGatheringMs = 1;
/** Where so many turns of the event loop bring no record, none is on its way: a signature is checked between two. */
const quietTurns = 2;

/**
 * Records in files that only grow. Whatever is appended while a write is under way, or while one turn of the event loop
 * after the other brings more, goes out together: a write and its sync cost as much as several submissions, and under
 * load one serves many records.
 */
class Journal implements TransactionLog {
  nextPosition: number;
  private readonly folder: string;
  private readonly unlock: () => Promise<void>;
  private readonly segmentLimit: number;
  private readonly segments: Segment[];
  private file: FileHandle | undefined;
  private fileEnd: number;
  private durablePosition: number;
  private pending: Buffer[] = [];
  /** By rising position. */
  private waiters: Waiter[] = [];
  private isWriting = false;
  private mustStartSegment: boolean;
  private failure: JournalError | undefined;
  private isClosed = false;

  constructor(folder: string, unlock: () => Promise<void>, tail: Tail, segmentLimit: number) {
    this.folder = folder;
    this.unlock = unlock;
    this.segmentLimit = segmentLimit;
    this.segments = tail.segments;
    this.file = tail.file;
    this.mustStartSegment = tail.file === undefined;
    this.fileEnd = tail.fileEnd;
    this.nextPosition = tail.nextPosition;
    this.durablePosition = tail.nextPosition;
  }

  append(record: LogRecord): number {
    if (this.failure !== undefined) throw this.failure;
    if (this.isClosed) throw new JournalError("the journal is closed");
    this.pending.push(encodeRecord(record));
    if (!this.isWriting) {
      this.isWriting = true;
      void this.writePending();
    }
    return this.nextPosition++;
  }

  flush(): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    if (this.durablePosition === this.nextPosition) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiters.push({ position: this.nextPosition, resolve, reject });
    });
  }

  async *read(from: number): AsyncIterable<LogEntry> {
    await this.flush();
    const oldest = this.segments[0]?.first ?? this.nextPosition;
    if (from < oldest) throw new JournalError(`the journal begins at record ${oldest}; ${from} was dropped`);
    const until = this.nextPosition;
    for (const [i, segment] of [...this.segments].entries()) {
      const end = this.segments[i + 1]?.first ?? until;
      if (end <= from) continue;
      const bytes = await readSegment(segment);
      let offset = headerBytes;
      for (let position = segment.first; position < end; position++) {
        const next = decodeRecord(bytes, offset);
        if (next === undefined) throw new JournalError(`${segment.path}: record ${position} is damaged`);
        if (position >= from) yield { position, record: next.record };
        offset = next.next;
      }
    }
  }

  skipTo(position: number): void {
    if (position <= this.nextPosition) return;
    this.nextPosition = position;
    this.durablePosition = position;
    // Positions within a file have no gaps: the next record begins another one.
    this.mustStartSegment = true;
  }

  async dropBefore(position: number): Promise<void> {
    // A file is not needed once the one after it begins no later than the first record that is needed.
    while (this.segments.length > 1 && this.segments[1]!.first <= position) {
      await rm(this.segments.shift()!.path, { force: true });
    }
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    try {
      if (this.failure === undefined) await this.flush();
    } finally {
      await this.file?.close();
      await this.unlock();
    }
  }

  /** Writes until nothing is pending. */
  private async writePending(): Promise<void> {
    try {
      while (this.pending.length > 0) {
        await this.gather();
        const batch = this.pending;
        this.pending = [];
        await this.writeBatch(batch);
        this.durablePosition += batch.length;
        this.serveWaiters();
      }
    } catch (error) {
      this.failure = new JournalError("the journal could not be written", { cause: error });
      for (const { reject } of this.waiters.splice(0)) reject(this.failure);
    } finally {
      this.isWriting = false;
    }
  }

  private async gather(): Promise<void> {
    const start = performance.now();
    for (let quiet = 0; quiet < quietTurns && performance.now() - start < longestGatheringMs; ) {
      const { length } = this.pending;
      await nextTurn();
      quiet = this.pending.length === length ? quiet + 1 : 0;
    }
  }

  private serveWaiters(): void {
    let served = 0;
    while (served < this.waiters.length && this.waiters[served]!.position <= this.durablePosition) served++;
    for (const { resolve } of this.waiters.splice(0, served)) resolve();
  }

  private async writeBatch(batch: readonly Buffer[]): Promise<void> {
    if (this.mustStartSegment || this.fileEnd > this.segmentLimit) await this.startSegment();
    const bytes = batch.length === 1 ? batch[0]! : Buffer.concat(batch);
    await writeDurably(this.file!.fd, bytes, this.fileEnd);
    this.fileEnd += bytes.length;
  }

  private async startSegment(): Promise<void> {
    await this.file?.close();
    const segment = segmentAt(this.folder, this.durablePosition);
    this.file = await createSegment(segment, this.segmentLimit);
    await syncFolder(this.folder);
    this.segments.push(segment);
    this.fileEnd = headerBytes;
    this.mustStartSegment = false;
  }
}
