import type { Worker } from "node:worker_threads";
import type { Reply } from "../../commands/dispatch.ts";
import type { Readers } from "../../commands/readers.ts";
import { asJson } from "../../commands/writtenJson.ts";
import { startWorker } from "../../crypto/startWorker.ts";
import { ArrivingReply } from "./arrivingReply.ts";
import type { FromReader, ReaderSettings, ToReader } from "./messages.ts";

/** Reader threads: see {@link createReaderPool}. */
export interface ReaderPool extends Readers {
  /** What was asked of threads so far. */
  readonly counts: Readonly<ReaderCounts>;
  /** Ends the threads. What they have not answered, the main thread answers; what they have begun breaks off. */
  close(): Promise<void>;
}

/** How many requests came to which end, since the pool began. */
export interface ReaderCounts {
  answered: number;
  /** Given back because the last ledger was not in the store yet. */
  absent: number;
}

/** What reader threads run with, and whom they report to. */
export interface ReaderPoolOptions extends ReaderSettings {
  readonly threads: number;
  /** Told when a thread dies. Another one takes its place. */
  onThreadFailure(error: Error): void;
  /** Called with each question: the ledgers that it is about may still wait to be written. */
  hurry(): void;
  /** Told of mistakes of ours that a command met on a thread. */
  onFault(command: string, error: Error): void;
  /** How a thread is started; for tests. */
  readonly start?: (settings: ReaderSettings) => Worker;
}

const startReaderThread = (settings: ReaderSettings): Worker =>
  startWorker("./readerWorker", import.meta.url, settings);

interface Asked {
  settle(reply: Reply | undefined): void;
  arriving: ArrivingReply | undefined;
}

interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  readonly asked: Map<number, Asked>;
}

/** So many questions may wait for one thread; the main thread answers what comes beyond that itself. */
const mostAsked = 64;
/** How long a thread may take to end by itself. */
const endMilliseconds = 2_000;

/**
 * Threads that read the store beside the main thread, its only writer. They start with the first question that is worth
 * it: a quiet server needs none.
 */
export function createReaderPool(options: ReaderPoolOptions): ReaderPool {
  const { folder, node, onThreadFailure, onFault, start = startReaderThread } = options;
  const settings: ReaderSettings = { folder, node };
  const threads = new Set<Thread>();
  const counts: ReaderCounts = { answered: 0, absent: 0 };
  let mayStart = options.threads > 0;
  let lastId = 0;

  function startThreads(): void {
    mayStart = false;
    while (threads.size < options.threads) startThread();
  }

  function startThread(): void {
    const worker = start(settings);
    const thread: Thread = { worker, isReady: false, asked: new Map() };
    threads.add(thread);
    worker.on("message", (message: FromReader) => receive(thread, message));
    worker.on("error", (error) => lose(thread, error));
    worker.on("exit", (code) => lose(thread, new Error(`a reader thread ended with code ${code}`)));
    worker.unref();
  }

  function receive(thread: Thread, message: FromReader): void {
    if (message.kind === "ready") {
      thread.isReady = true;
      return;
    }
    if (message.kind === "fault") {
      onFault(message.command, message.error);
      return;
    }
    const asked = thread.asked.get(message.id);
    if (asked === undefined) return; // given up meanwhile
    switch (message.kind) {
      case "piece":
        if (asked.arriving === undefined) {
          counts.answered++;
          asked.arriving = arrivingFrom(thread, message.id);
          asked.arriving.add(message.bytes, message.isLast);
          asked.settle({ members: asJson(asked.arriving) });
        } else asked.arriving.add(message.bytes, message.isLast);
        if (message.isLast) thread.asked.delete(message.id);
        return;
      case "refusal":
        counts.answered++;
        asked.settle(message.reply);
        break;
      case "absent":
        counts.absent++;
        asked.settle(undefined);
        break;
      case "broken":
        asked.arriving?.fail(message.error);
    }
    thread.asked.delete(message.id);
  }

  function arrivingFrom(thread: Thread, id: number): ArrivingReply {
    const tell = (message: ToReader): void => {
      if (thread.asked.has(id)) thread.worker.postMessage(message);
    };
    return new ArrivingReply({
      onTaken: () => tell({ kind: "more", id }),
      onEnd: () => {
        tell({ kind: "drop", id });
        thread.asked.delete(id);
      },
    });
  }

  /** Gives back what a dead thread was asked. One that lived is replaced; one that never started is not. */
  function lose(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return;
    mayStart = thread.isReady;
    giveBack(thread, error);
    onThreadFailure(error);
  }

  function giveBack({ asked }: Thread, error: Error): void {
    for (const { arriving, settle } of asked.values()) {
      if (arriving === undefined) settle(undefined);
      else arriving.fail(error);
    }
    asked.clear();
  }

  function leastBusy(isLong: boolean): Thread | undefined {
    let best: Thread | undefined;
    for (const thread of threads) {
      if ((thread.isReady || isLong) && thread.asked.size < (best?.asked.size ?? mostAsked)) best = thread;
    }
    return best;
  }

  return {
    counts,
    answer(request, caller, ledgers, isLong) {
      if (mayStart) startThreads();
      const thread = leastBusy(isLong);
      if (thread === undefined) return undefined;
      options.hurry();
      const id = ++lastId;
      return new Promise((settle) => {
        thread.asked.set(id, { settle, arriving: undefined });
        thread.worker.postMessage({ kind: "question", id, request, caller, ledgers } satisfies ToReader);
      });
    },
    async close() {
      mayStart = false;
      const ending = [...threads];
      threads.clear();
      await Promise.all(
        ending.map(async (thread) => {
          giveBack(thread, new Error("the server stops"));
          await ended(thread.worker);
        }),
      );
    },
  };
}

/** Asks a thread to end, and sees to it. */
async function ended(worker: Worker): Promise<void> {
  const exit = new Promise((resolve) => worker.once("exit", resolve));
  worker.postMessage({ kind: "close" } satisfies ToReader);
  const force = setTimeout(() => void worker.terminate(), endMilliseconds);
  await exit;
  clearTimeout(force);
}
