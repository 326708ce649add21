import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Services } from "../../commands/context.ts";
import { createDispatcher, type Dispatcher, isErrorReply } from "../../commands/dispatch.ts";
import { allCommands } from "../../commands/index.ts";
import type { KnownLedgers } from "../../commands/readers.ts";
import type { ServerControl } from "../../commands/serverControl.ts";
import { type Pause, writeMemberPieces } from "../../commands/writtenJson.ts";
import { cacheSizes } from "../../node/cacheSizes.ts";
import { EntryCache } from "../../node/entryCache.ts";
import type { Node } from "../../node/node.ts";
import { PathService } from "../../node/paths/pathService.ts";
import { StoredHistory } from "../../node/storedHistory.ts";
import { StoredLedgers } from "../../node/storedLedgers.ts";
import { JsonWriter } from "../../protocol/codec/jsonWriter.ts";
import type { LedgerReader } from "../../state/ledgerStore.ts";
import { openLmdbLedgerReader } from "../../storage/lmdb/lmdbLedgerStore.ts";
import { having } from "./having.ts";
import {
  type FromReader,
  piecesAhead,
  type Question,
  type ReaderSettings,
  type ToReader,
} from "./messages.ts";

// A thread of readerPool.ts: the commands that tell of closed ledgers and of nothing else, over a store that the main
// thread writes.

const port = parentPort;
if (port === null) throw new Error("readerWorker.ts runs as a worker thread only");
const { folder, node: settings } = workerData as ReaderSettings;

const store = openLmdbLedgerReader(folder);
const commands = allCommands.filter(({ source }) => source !== undefined);
const server = having<ServerControl>("server", { networkId: settings.networkId });
const paths = new PathService();

const tell = (message: FromReader): void => port.postMessage(message);
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The newest ledgers that were asked about, commands over them, and what is decoded of the last one. */
let newest:
  | { readonly ledgers: KnownLedgers; readonly dispatcher: Dispatcher; readonly cache: EntryCache }
  | undefined;

/** How long a ledger that was just closed may take to be on disk before the main thread is asked to answer itself. */
const patienceMilliseconds = 250;
const lookAgainMilliseconds = 2;

/** Commands over these ledgers; undefined where the last of them does not come. */
async function dispatcherOver(ledgers: KnownLedgers): Promise<Dispatcher | undefined> {
  const end = performance.now() + patienceMilliseconds;
  for (;;) {
    const isSame = newest?.ledgers.hash === ledgers.hash && newest.ledgers.first === ledgers.first;
    if (isSame) return newest!.dispatcher;
    const reader = store.following(ledgers);
    if (reader?.header(ledgers.last)?.ledgerHash === ledgers.hash) return dispatcherOn(reader, ledgers);
    if (performance.now() > end) return undefined;
    await setTimeout(lookAgainMilliseconds);
  }
}

function dispatcherOn(reader: LedgerReader, ledgers: KnownLedgers): Dispatcher {
  const { baseFee: base, reserveBase, reserveIncrement } = settings;
  const fees = { base, units: 10, reserveBase, reserveIncrement };
  const cache = cacheFor(reader, ledgers);
  const node = having<Node>("node", {
    settings,
    ledgers: new StoredLedgers(reader, fees, cache),
    history: new StoredHistory(reader),
  });
  const dispatcher = createDispatcher({
    ...({ node, server, paths } as Services),
    commands,
    onFault: (command, error) => tell({ kind: "fault", command, error: asError(error) }),
  });
  // A question about an older ledger may have waited longer.
  if (newest === undefined || newest.ledgers.last <= ledgers.last) newest = { ledgers, dispatcher, cache };
  return dispatcher;
}

/** Looking through more ledgers for what they changed takes longer than decoding entries again. */
const mostFollowed = 16;

function cacheFor(reader: LedgerReader, { last }: KnownLedgers): EntryCache {
  const { cache, ledgers: before } = newest ?? {};
  const isFollowing = before !== undefined && before.last <= last && last - before.last <= mostFollowed;
  if (cache === undefined || !isFollowing) return new EntryCache(cacheSizes(settings.cacheBytes).entries);
  for (let ledgerIndex = before.last + 1; ledgerIndex <= last; ledgerIndex++) {
    cache.forget(reader.changedKeys(ledgerIndex), ledgerIndex);
  }
  return cache;
}

/** A reply on its way. */
interface Sending {
  readonly pieces: Generator<Pause, void>;
  /** How many pieces may be sent before one is taken. */
  credit: number;
}

const underWay = new Map<number, Sending>();
// Shared by all replies: between two pieces nothing waits in it. Its memory is handed over with each long piece.
const json = new JsonWriter(96 * 1024);

async function answer({ id, request, caller, ledgers }: Question): Promise<void> {
  const dispatcher = await dispatcherOver(ledgers);
  if (dispatcher === undefined) {
    tell({ kind: "absent", id });
    return;
  }
  const reply = await dispatcher.run(request, { ...caller, subscriber: undefined });
  if (isErrorReply(reply)) {
    tell({ kind: "refusal", id, reply });
    return;
  }
  underWay.set(id, { pieces: writeMemberPieces(json, reply), credit: piecesAhead });
  send(id);
}

/** Sends pieces of a reply until it is whole or its reader falls behind. */
function send(id: number): void {
  const sending = underWay.get(id);
  if (sending === undefined) return;
  try {
    for (; sending.credit > 0; sending.credit--) {
      const isLast = sending.pieces.next().done === true;
      const bytes = json.takeOwn();
      port!.postMessage({ kind: "piece", id, bytes, isLast } satisfies FromReader, [bytes.buffer]);
      if (isLast) {
        underWay.delete(id);
        return;
      }
    }
  } catch (error) {
    json.take();
    underWay.delete(id);
    tell({ kind: "broken", id, error: asError(error) });
  }
}

async function close(): Promise<void> {
  underWay.clear();
  paths.stop();
  await store.close();
  port!.close();
}

port.on("message", (message: ToReader) => {
  switch (message.kind) {
    case "question":
      void answer(message);
      break;
    case "more": {
      const sending = underWay.get(message.id);
      if (sending !== undefined && sending.credit++ === 0) send(message.id);
      break;
    }
    case "drop":
      underWay.delete(message.id);
      break;
    case "close":
      void close();
  }
});
tell({ kind: "ready" });
