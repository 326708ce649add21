import { type KnownPaths, searchLevels } from "../../node/paths/pathService.ts";
import type { CommandContext } from "../context.ts";
import type { JsonObject } from "../json.ts";
import { RpcError } from "../rpcErrors.ts";
import type { Subscriber } from "../subscriptions/subscriber.ts";
import type { Subscriptions } from "../subscriptions/subscriptions.ts";
import { checkPathRequest, type PathRequest, pathJson, searchPaths } from "./pathRequest.ts";

type SearchContext = Pick<CommandContext, "node" | "paths">;

/** A path request that stays open: its connection hears of better paths with each ledger. */
interface OpenRequest {
  readonly request: PathRequest;
  readonly known: KnownPaths;
  level: number;
  foundSome: boolean;
  /** The last reply; undefined until there is one. */
  status: JsonObject | undefined;
  /** Looks under way or waiting. */
  pending: number;
  /** Fulfilled when the last of them is done. */
  last: Promise<void>;
}

/** One look is under way at most, and one waits: whoever searches more slowly than ledgers close would fall behind. */
const maxPending = 2;

/** The open path requests; one connection has one at most. */
export class PathRequests {
  private readonly context: SearchContext;
  private readonly open = new Map<Subscriber, OpenRequest>();
  private readonly endListening: () => void;

  constructor(context: SearchContext, subscriptions: Subscriptions) {
    this.context = context;
    this.endListening = subscriptions.afterLedger(() => {
      for (const [subscriber, request] of this.open) this.update(subscriber, request);
    });
  }

  /** Opens a request, in place of the connection's earlier one. Answers with what a quick look finds. */
  async create(subscriber: Subscriber, parse: () => PathRequest): Promise<JsonObject> {
    this.open.delete(subscriber);
    const opened: OpenRequest = {
      request: parse(),
      known: new Map(),
      level: searchLevels.fast,
      foundSome: false,
      status: undefined,
      pending: 0,
      last: Promise.resolve(),
    };
    // At once, so that it ends with its connection even before there is an answer.
    this.open.set(subscriber, opened);
    try {
      const status = await this.search(opened, true);
      // As the reference: once for the new request, and once with all the others.
      this.update(subscriber, opened);
      this.update(subscriber, opened);
      return { ...status };
    } catch (error) {
      if (this.isOpen(subscriber, opened)) this.open.delete(subscriber);
      throw error;
    }
  }

  /** The last reply of the connection's request. @throws RpcError noPathRequest */
  status(subscriber: Subscriber): JsonObject {
    return { ...this.requestOf(subscriber).status, status: "success" };
  }

  close(subscriber: Subscriber): JsonObject {
    const { status } = this.requestOf(subscriber);
    this.open.delete(subscriber);
    return { ...status, closed: true };
  }

  /** Forgets a subscriber: its connection has ended. */
  removeSubscriber(subscriber: Subscriber): void {
    this.open.delete(subscriber);
  }

  /** Stops looking for paths. */
  end(): void {
    this.endListening();
    this.open.clear();
  }

  private requestOf(subscriber: Subscriber): OpenRequest {
    const request = this.open.get(subscriber);
    if (request?.status === undefined) throw new RpcError("noPathRequest");
    return request;
  }

  private isOpen(subscriber: Subscriber, opened: OpenRequest): boolean {
    return this.open.get(subscriber) === opened;
  }

  /** Looks again once the looks before are done, unless enough of them wait already. */
  private update(subscriber: Subscriber, opened: OpenRequest): void {
    // Before its quick look is done, a request has not begun.
    if (opened.status === undefined || opened.pending >= maxPending) return;
    opened.pending++;
    opened.last = opened.last.then(async () => {
      if (this.isOpen(subscriber, opened)) await this.lookAgain(subscriber, opened);
      opened.pending--;
    });
  }

  /** Looks, and tells the connection if the request is still open. Never rejects. */
  private async lookAgain(subscriber: Subscriber, opened: OpenRequest): Promise<void> {
    opened.level = nextLevel(opened);
    try {
      await this.search(opened, false);
    } catch (error) {
      // The accounts may have gone since: the connection is told so. Other faults come when the server stops.
      if (!(error instanceof RpcError)) return;
      opened.status = error.toReply();
    }
    if (!this.isOpen(subscriber, opened)) return;
    subscriber.send(JSON.stringify({ ...opened.status, type: "path_find" }));
  }

  private async search(opened: OpenRequest, isFast: boolean): Promise<JsonObject> {
    const { request, level, known } = opened;
    const ledger = this.context.node.ledgers.closed();
    checkPathRequest(request, ledger);
    const { reply, alternatives } = await searchPaths(
      request,
      ledger,
      { level, isFast, known },
      this.context,
    );
    opened.foundSome = alternatives.length > 0;
    opened.status = {
      ...reply,
      alternatives: alternatives.map((alternative) => pathJson(alternative, this.context)),
    };
    return opened.status;
  }
}

/** After a quick look the usual effort; then more where nothing was found, and less again once something was. */
function nextLevel({ level, foundSome }: OpenRequest): number {
  if (level === searchLevels.fast) return searchLevels.usual;
  return foundSome ? Math.max(searchLevels.usual, level - 1) : Math.min(searchLevels.most, level + 1);
}
