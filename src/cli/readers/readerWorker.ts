import { parentPort, workerData } from "node:worker_threads";
import type { Services } from "../../commands/context.ts";
import { createDispatcher, type Dispatcher, isErrorReply } from "../../commands/dispatch.ts";
import { allCommands } from "../../commands/index.ts";
import type { KnownLedgers } from "../../commands/readers.ts";
import type { ServerControl } from "../../commands/serverControl.ts";
import { type Pause, writeMemberPieces } from "../../commands/writtenJson.ts";
import { EntryCache } from "../../node/entryCache.ts";
import type { Node } from "../../node/node.ts";
import { PathService } from "../../node/paths/pathService.ts";
import { StoredHistory } from "../../node/storedHistory.ts";
import { StoredLedgers } from "../../node/storedLedgers.ts";
import { JsonWriter } from "../../protocol/codec/jsonWriter.ts";
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

/** Commands over the ledgers that were asked about last. */
let current: { readonly ledgers: KnownLedgers; readonly dispatcher: Dispatcher } | undefined;

/** Commands over these ledgers; undefined where the last of them is not in the store yet. */
function dispatcherOf(ledgers: KnownLedgers): Dispatcher | undefined {
  const { first, last, hash } = ledgers;
  if (current?.ledgers.hash === hash && current.ledgers.first === first) return current.dispatcher;
  const reader = store.following({ first, last });
  if (reader?.header(last)?.ledgerHash !== hash) return undefined;
  const { baseFee: base, reserveBase, reserveIncrement, entriesInMemory } = settings;
  const fees = { base, units: 10, reserveBase, reserveIncrement };
  const node = having<Node>("node", {
    settings,
    // Entries are kept for this one ledger: what the next one changes is not followed here.
    ledgers: new StoredLedgers(reader, fees, new EntryCache(entriesInMemory)),
    history: new StoredHistory(reader),
  });
  const dispatcher = createDispatcher({
    ...({ node, server, paths } as Services),
    commands,
    onFault: (command, error) => tell({ kind: "fault", command, error: asError(error) }),
  });
  current = { ledgers, dispatcher };
  return dispatcher;
}

/** A reply on its way. */
interface Sending {
  readonly pieces: Generator<Pause, void>;
  /** How many pieces may be sent before one is taken. */
  credit: number;
}

const underWay = new Map<number, Sending>();
// Shared by all replies: between two pieces nothing waits in it.
const json = new JsonWriter();

async function answer({ id, request, caller, ledgers }: Question): Promise<void> {
  const dispatcher = dispatcherOf(ledgers);
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
      const bytes = new Uint8Array(json.take());
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
