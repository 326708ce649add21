import { type Configuration, readConfiguration } from "../../src/cli/configuration.ts";
import { queueSettings } from "../../src/cli/queueSettings.ts";
import { type RunningServer, startServer } from "../../src/cli/startServer.ts";
import { bytesToHex } from "../../src/protocol/hex.ts";
import { compareJson, type MayDiffer } from "./compareJson.ts";
import { EventListener } from "./eventListener.ts";
import { isAnsweredOtherwise, mayDiffer } from "./mayDiffer.ts";
import type {
  CloseStep,
  EventsStep,
  Json,
  QueryStep,
  Recording,
  SubmitStep,
  WebSocketStep,
} from "./recording.ts";

export interface ReplayResult {
  /** The first difference: the step's number and what differs. */
  readonly difference: string | undefined;
  readonly submits: number;
  readonly closes: number;
  readonly queries: number;
  readonly messages: number;
}

/**
 * Replays a recording against a running server, over HTTP and WebSocket as its clients would, and compares every
 * reply, closed header, transaction's metadata, message and the final state. Stops at the first difference.
 *
 * `data` is the server's data folder, or `:memory:`.
 */
export async function replay(recording: Recording, data: string): Promise<ReplayResult> {
  const server = await startServer(await configurationFor(recording, data));
  const run = new Replay(server);
  try {
    const difference = await run.all(recording);
    return { difference, ...run.counts };
  } finally {
    await run.close();
    await server.stop();
  }
}

async function configurationFor({ head }: Recording, data: string): Promise<Configuration> {
  const { network, genesis, family } = head;
  const configuration = await readConfiguration({
    native: "XRP",
    data,
    close: "manual",
    port: "0",
    publicPort: "0",
    publicSigning: true,
    baseFee: String(network.base_fee_drops),
    reserveBase: String(network.reserve_base_drops),
    reserveInc: String(network.reserve_inc_drops),
  });
  return {
    ...configuration,
    snapshot: { ledger: genesis.ledgers[1]!, state: genesis.state_after_ledger_2 },
    log: { ...configuration.log, level: "fatal" },
    ...(family === "queue" && { node: { ...configuration.node, queue: queueSettings(queueSection) } }),
  };
}

/** What the recordings of the queue were made with; see their README. */
const queueSection = { minimum_txn_in_ledger_standalone: 5, minimum_queue_size: 20, ledgers_in_queue: 3 };

class Replay {
  readonly counts = { submits: 0, closes: 0, queries: 0, messages: 0 };
  private readonly server: RunningServer;
  private readonly adminUrl: string;
  private readonly publicUrl: string;
  private readonly listener: EventListener;
  /** Markers are opaque: a recorded one is sent on as the one that our server gave in its place. */
  private readonly markers = new Map<string, Json>();

  constructor(server: RunningServer) {
    this.server = server;
    this.adminUrl = `http://127.0.0.1:${server.port}/`;
    this.publicUrl = `http://127.0.0.1:${server.publicPort}/`;
    this.listener = new EventListener(`ws://127.0.0.1:${server.port}/`);
  }

  async all({ steps, final_state }: Recording): Promise<string | undefined> {
    const hasMessages = steps.some((step) => step.do === "ws");
    for (const [number, step] of steps.entries()) {
      const difference = await this.step(step);
      // What was heard belongs to the step before an "events" step; silence must be silence, too.
      const heard = hasMessages && difference === undefined ? await this.heard(steps[number + 1]) : undefined;
      const found = difference ?? heard;
      if (found !== undefined) return `step ${number} (${step.do}): ${found}`;
    }
    return this.compareFinalState(final_state);
  }

  async close(): Promise<void> {
    await this.listener.close();
  }

  private async step(step: Recording["steps"][number]): Promise<string | undefined> {
    switch (step.do) {
      case "submit":
        return this.submit(step);
      case "close":
        return this.closeLedger(step);
      case "query":
        return this.query(step);
      case "ws":
        return this.webSocket(step);
      case "events":
        return undefined;
    }
  }

  private async submit({ tx_blob, tx_json, http_status, reply }: SubmitStep): Promise<string | undefined> {
    this.counts.submits++;
    const request = { method: "submit", params: [{ tx_blob }] };
    const answer = await this.post(this.adminUrl, JSON.stringify(request));
    if (answer.status !== http_status) return `HTTP status ${answer.status}, recorded ${http_status}`;
    const result = { ...(answer.body as { result: Record<string, Json> }).result };
    for (const left of ["tx_blob", "tx_json", "request"]) delete result[left];
    const difference = compareJson(reply as Json, result, rulesFor("submit"));
    return difference === undefined ? undefined : `${String(tx_json.TransactionType)}: ${difference}`;
  }

  private async closeLedger({ close_time, ledger, transactions }: CloseStep): Promise<string | undefined> {
    this.counts.closes++;
    const request = { method: "ledger_accept", params: [{ close_time }] };
    const answer = await this.post(this.adminUrl, JSON.stringify(request));
    if (answer.status !== 200) return `ledger_accept: HTTP status ${answer.status}`;
    const closed = this.server.node.ledgers.closed();
    const ours = [...closed.transactions()].sort((a, b) => a.transactionIndex! - b.transactionIndex!);
    for (let i = 0; i < Math.max(ours.length, transactions.length); i++) {
      const recorded = transactions[i];
      const made = ours[i];
      if (made?.hash !== recorded?.hash) return `transaction ${i}: ${made?.hash}, recorded ${recorded?.hash}`;
      if (made === undefined || recorded === undefined) break;
      if (made.result !== recorded.result) return `${made.hash}: ${made.result}, recorded ${recorded.result}`;
      const metadata = bytesToHex(made.metadataBlob ?? new Uint8Array());
      if (metadata !== recorded.meta) return `${made.hash}: metadata ${metadata}, recorded ${recorded.meta}`;
    }
    const { header } = closed;
    return compareJson(ledger as unknown as Json, {
      ledger_index: String(header.ledgerIndex),
      ledger_hash: header.ledgerHash,
      parent_hash: header.parentHash,
      account_hash: header.accountHash,
      transaction_hash: header.transactionHash,
      total_coins: String(header.totalDrops),
      close_time: header.closeTime,
      parent_close_time: header.parentCloseTime,
      close_time_resolution: header.closeTimeResolution,
      close_flags: header.closeFlags,
    });
  }

  private async query({ port, request, http_status, reply }: QueryStep): Promise<string | undefined> {
    this.counts.queries++;
    const url = port === "admin" ? this.adminUrl : this.publicUrl;
    const body = typeof request === "string" ? request : JSON.stringify(this.withOurMarkers(request));
    const answer = await this.post(url, body);
    if (isAnsweredOtherwise(request)) return undefined;
    const name = `${port} ${typeof request === "string" ? request.slice(0, 200) : JSON.stringify(request).slice(0, 600)}`;
    if (answer.status !== http_status) {
      return `${name}: HTTP status ${answer.status}, recorded ${http_status}: ${JSON.stringify(answer.body)}`;
    }
    this.learnMarkers(reply, answer.body);
    const difference = compareJson(reply, answer.body, rulesFor(methodOf(request)));
    return difference === undefined ? undefined : `${name}: ${difference}`;
  }

  private async webSocket({ request, reply }: WebSocketStep): Promise<string | undefined> {
    this.counts.queries++;
    const answer = await this.listener.ask(request);
    const command = (request as { command?: string }).command;
    // Replies over a WebSocket carry the same result; the rules are written for HTTP's envelope.
    const difference = compareJson(reply, answer, rulesFor(command));
    return difference === undefined ? undefined : `${JSON.stringify(request)}: ${difference}`;
  }

  /** Compares what came unasked with the step that records it, or with silence. */
  private async heard(next: Recording["steps"][number] | undefined): Promise<string | undefined> {
    const expected = next?.do === "events" ? next.messages.length : 0;
    const messages = await this.listener.takeMessages(expected);
    if (next?.do === "events") return this.compareMessages(next, messages);
    return undefined;
  }

  private compareMessages({ messages }: EventsStep, ours: readonly Json[]): string | undefined {
    this.counts.messages += messages.length;
    const recordedStreams = byStream(messages);
    const ourStreams = byStream(ours);
    for (const stream of new Set([...recordedStreams.keys(), ...ourStreams.keys()])) {
      const recorded = recordedStreams.get(stream) ?? [];
      const made = ourStreams.get(stream) ?? [];
      const difference = compareJson(recorded as Json, made as Json, rulesFor(`stream ${stream}`));
      if (difference !== undefined) return `stream ${stream}: ${difference}`;
    }
    return undefined;
  }

  private compareFinalState(recorded: Recording["final_state"]): string | undefined {
    const closed = this.server.node.ledgers.closed();
    const ours = new Map<string, string>();
    for (const { key, bytes } of closed.entries()) ours.set(key, bytesToHex(bytes));
    for (const { index, data } of recorded) {
      if (ours.get(index) !== data) return `final state: ${index} is ${ours.get(index)}, recorded ${data}`;
      ours.delete(index);
    }
    const [extra] = ours.keys();
    return extra === undefined ? undefined : `final state: ${extra} was not recorded`;
  }

  private async post(url: string, body: string): Promise<{ status: number; body: Json }> {
    const response = await fetch(url, { method: "POST", body });
    const text = await response.text();
    try {
      return { status: response.status, body: JSON.parse(text) as Json };
    } catch {
      return { status: response.status, body: text };
    }
  }

  private learnMarkers(recorded: Json, ours: Json): void {
    const recordedMarker = markerOf(recorded);
    const ourMarker = markerOf(ours);
    if (recordedMarker !== undefined && ourMarker !== undefined) {
      this.markers.set(JSON.stringify(recordedMarker), ourMarker);
    }
  }

  private withOurMarkers(request: Json): Json {
    const params = (request as { params?: readonly Record<string, Json>[] } | null)?.params?.[0];
    const ours = params?.marker === undefined ? undefined : this.markers.get(JSON.stringify(params.marker));
    if (ours === undefined) return request;
    return { ...(request as object), params: [{ ...params, marker: ours }] } as Json;
  }
}

const methodOf = (request: Json): string | undefined => (request as { method?: string } | null)?.method;

const markerOf = (reply: Json): Json | undefined =>
  (reply as { result?: { marker?: Json } } | null)?.result?.marker;

const rulesFor = (command: string | undefined): MayDiffer[] =>
  mayDiffer.filter((rule) => rule.command === undefined || rule.command === command);

function byStream(messages: readonly Json[]): Map<string, Json[]> {
  const streams = new Map<string, Json[]>();
  for (const message of messages) {
    const { type, validated } = message as { type?: string; validated?: boolean };
    const stream =
      type === "transaction" ? `transaction${validated === true ? "" : " proposed"}` : String(type);
    streams.set(stream, [...(streams.get(stream) ?? []), message]);
  }
  return streams;
}
