import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { startWorker } from "./startWorker.ts";
import { packBatch, type VerifierReply } from "./verifierBatch.ts";
import { verifyBlob } from "./verifyBlob.ts";

/** Checks signatures, on threads where there are many: see {@link createVerifierPool}. */
export interface VerifierPool {
  /**
   * Checks the signatures of a serialized transaction: undefined, or the reference's reason. The bytes are
   * copied, so that the caller keeps its own. Rejects only once the pool is closed.
   */
  verify(blob: Uint8Array): Promise<string | undefined>;
  /** How many were checked so far, and where. */
  readonly counts: Readonly<VerifierCounts>;
  /** Answers what is still waiting, then ends the threads. */
  close(): Promise<void>;
}

/** How many transactions had their signatures checked, by place. */
export interface VerifierCounts {
  /** On the calling thread. */
  here: number;
  onThreads: number;
}

/** How a pool is set up. */
export interface VerifierPoolOptions {
  /** Worker threads; 0 checks everything on the calling thread. Default: all cores but one, at least one. */
  readonly threads?: number;
  /** Told when a thread dies. Its work is done by the others, or on the calling thread. */
  readonly onWorkerFailure?: (error: Error) => void;
}

interface Task {
  readonly blob: Uint8Array;
  readonly resolve: (reason: string | undefined) => void;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  /** Sent and not answered, oldest first. */
  readonly batches: Task[][];
}

/**
 * Up to so many that arrive together are checked at once: waking a thread costs the calling one some 40 µs, nearly as
 * much as a check, whatever the batch. Beyond that it pays, and a millisecond is as long as others should wait.
 */
const inlineLimit = 16;
/** While threads start, the calling thread checks so many between two turns of its event loop. */
const startupSlice = 8;
const batchLimit = 64;
/** One batch being checked and one waiting in the thread's queue, so that it never idles. */
const batchesPerThread = 2;

/**
 * Checks signatures on worker threads, in batches of what arrived in one turn of the event loop. Threads start
 * with the first crowd: a quiet server needs none.
 */
export function createVerifierPool(options: VerifierPoolOptions = {}): VerifierPool {
  const threadCount = options.threads ?? Math.max(1, availableParallelism() - 1);
  const threads: Thread[] = [];
  let waiting: Task[] = [];
  const counts: VerifierCounts = { here: 0, onThreads: 0 };
  let isFlushScheduled = false;
  let mayStartThreads = threadCount > 0;
  let whenDrained: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  const isIdle = () => waiting.length === 0 && threads.every((thread) => thread.batches.length === 0);

  function scheduleFlush(): void {
    if (isFlushScheduled) return;
    isFlushScheduled = true;
    setImmediate(flush);
  }

  function flush(): void {
    isFlushScheduled = false;
    if (waiting.length <= inlineLimit && threads.every((thread) => thread.batches.length === 0)) {
      verifyHere(inlineLimit);
    } else {
      if (mayStartThreads) startThreads();
      if (threads.some((thread) => thread.isReady)) sendBatches();
      else verifyHere(startupSlice);
    }
    if (isIdle()) whenDrained?.();
  }

  /** Checks up to `limit` on this thread; the rest waits for the next turn. */
  function verifyHere(limit: number): void {
    const tasks = waiting.splice(0, limit);
    for (const { blob, resolve } of tasks) resolve(verifyBlob(blob));
    counts.here += tasks.length;
    if (waiting.length > 0) scheduleFlush();
  }

  function sendBatches(): void {
    const free = threads.filter((thread) => thread.isReady && thread.batches.length < batchesPerThread);
    free.sort((a, b) => a.batches.length - b.batches.length);
    free.forEach((thread, i) => {
      const share = Math.ceil(waiting.length / (free.length - i));
      const tasks = waiting.splice(0, Math.min(share, batchLimit));
      if (tasks.length === 0) return;
      const batch = packBatch(tasks.map((task) => task.blob));
      thread.batches.push(tasks);
      thread.worker.ref();
      thread.worker.postMessage(batch, [batch.bytes.buffer, batch.ends.buffer]);
    });
  }

  function startThreads(): void {
    mayStartThreads = false;
    while (threads.length < threadCount) startThread();
  }

  function startThread(): void {
    const thread: Thread = {
      worker: startWorker("./verifierWorker", import.meta.url),
      isReady: false,
      batches: [],
    };
    threads.push(thread);
    thread.worker.on("message", (reply: VerifierReply) => {
      thread.isReady = true;
      for (const [i, task] of (thread.batches.shift() ?? []).entries()) task.resolve(reply[i]);
      counts.onThreads += reply.length;
      if (thread.batches.length === 0) thread.worker.unref();
      if (waiting.length > 0) sendBatches();
      else if (isIdle()) whenDrained?.();
    });
    thread.worker.on("error", (error) => lose(thread, error));
    thread.worker.on("exit", (code) => lose(thread, new Error(`A verifier thread ended with code ${code}`)));
    thread.worker.unref();
  }

  /** A dead thread's batches wait again. One that lived may be replaced; one that never started will not. */
  function lose(thread: Thread, error: Error): void {
    const place = threads.indexOf(thread);
    if (place < 0) return;
    threads.splice(place, 1);
    waiting = [...thread.batches.flat(), ...waiting];
    mayStartThreads = thread.isReady && closing === undefined;
    options.onWorkerFailure?.(error);
    scheduleFlush();
  }

  async function drainAndClose(): Promise<void> {
    if (!isIdle()) await new Promise<void>((resolve) => (whenDrained = resolve));
    await Promise.all(threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  return {
    counts,
    verify(blob) {
      if (closing !== undefined) return Promise.reject(new Error("The verifier pool is closed"));
      return new Promise((resolve) => {
        waiting.push({ blob, resolve });
        scheduleFlush();
      });
    },
    close() {
      mayStartThreads = false;
      closing ??= drainAndClose();
      return closing;
    },
  };
}
