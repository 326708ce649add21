import type {
  NodeEvent,
  ProposedTransactionEvent,
  ServerStatusEvent,
  ValidatedTransactionEvent,
} from "../../node/events.ts";
import { type LoadFees, sameLoadFees } from "../../node/queueView.ts";
import { issueOf } from "../../protocol/amounts/issue.ts";
import type { AccountID, Amount } from "../../protocol/types.ts";
import { affectedNodes } from "../affectedNodes.ts";
import { bookChangesJson } from "../bookChanges.ts";
import type { Book } from "../books.ts";
import type { ApiVersion } from "../context.ts";
import type { JsonObject } from "../json.ts";
import type { Naming } from "../present.ts";
import { RpcError } from "../rpcErrors.ts";
import { ledgerClosedMessage, proposedMessage, serverStatusMessage, validatedMessage } from "./messages.ts";
import type { Subscriber } from "./subscriber.ts";
import { type Listeners, Topics } from "./topics.ts";

export const streamNames = [
  "server",
  "ledger",
  "manifests",
  "transactions",
  "transactions_proposed",
  "validations",
  "peer_status",
  "consensus",
  "book_changes",
] as const;
export type StreamName = (typeof streamNames)[number];

/** Something that can be listened to, as text. */
export type Topic = string;

/** All that a stream tells. */
export const streamTopic = (stream: StreamName): Topic => `stream ${stream}`;
/** Transactions that affected an account; `proposed` includes those that are only in the open ledger yet. */
export const accountTopic = (account: AccountID, proposed: boolean): Topic =>
  `${proposed ? "proposed" : "account"} ${account}`;
/** Transactions that touched offers of a book, named from its takers' side. */
export const bookTopic = ({ pays, gets }: Book): Topic =>
  `book ${pays.currency}${pays.issuer}${gets.currency}${gets.issuer}`;

/** What one connection may listen to, unless it is an administrator's: accounts, streams and books together. */
const mostTopics = 10_000;

/** A message in each version that somebody wants, made once. */
type Message = (apiVersion: ApiVersion) => string;

/**
 * Hears the node and tells those who want to know. Who listens to several things hears of the same transaction
 * once for each of them, as in the reference.
 */
export class Subscriptions {
  private readonly naming: Naming;
  private readonly networkId: number;
  private readonly topics = new Topics();
  private readonly ledgerListeners = new Set<() => void>();
  private readonly endListening: () => void;
  private toldFees: LoadFees | undefined;

  constructor(naming: Naming, networkId: number) {
    this.naming = naming;
    this.networkId = networkId;
    this.endListening = naming.node.events.listen((event) => this.hear(event));
  }

  /** @throws RpcError slowDown where a limited subscriber listens to too much already */
  add(topic: Topic, subscriber: Subscriber, apiVersion: ApiVersion): void {
    if (!subscriber.isUnlimited && this.topics.countOf(subscriber) >= mostTopics) {
      if (!this.topics.listeners(topic).has(subscriber)) throw new RpcError("slowDown");
    }
    this.topics.add(topic, subscriber, apiVersion);
  }

  remove(topic: Topic, subscriber: Subscriber): void {
    this.topics.remove(topic, subscriber);
  }

  /** Forgets a subscriber: its connection has ended. */
  removeSubscriber(subscriber: Subscriber): void {
    this.topics.removeSubscriber(subscriber);
  }

  /** True where a subscriber listens to anything. */
  isListening(subscriber: Subscriber): boolean {
    return this.topics.countOf(subscriber) > 0;
  }

  /** True where a subscriber listens to any stream. */
  hasStreams(subscriber: Subscriber): boolean {
    return this.topics.topicsOf(subscriber).some((topic) => topic.startsWith("stream "));
  }

  /** Calls back after each closed ledger, when everybody has heard of it. Returns the function that ends it. */
  afterLedger(call: () => void): () => void {
    this.ledgerListeners.add(call);
    return () => this.ledgerListeners.delete(call);
  }

  /** Stops listening to the node. */
  close(): void {
    this.endListening();
  }

  private hear(event: NodeEvent): void {
    switch (event.kind) {
      case "ledgerClosed":
        this.tellStream("ledger", (apiVersion) => ledgerClosedMessage(event, this.networkId, apiVersion));
        this.tellStream("consensus", () => consensusMessage("accepted"));
        this.tellStream("consensus", () => consensusMessage("open"));
        this.tellStream("book_changes", () => bookChangesJson(event.ledger, this.naming));
        for (const listener of this.ledgerListeners) listener();
        break;
      case "transaction":
        if (!this.topics.isEmpty) this.hearValidated(event);
        break;
      case "proposedTransaction":
        if (!this.topics.isEmpty) this.hearProposed(event);
        break;
      case "serverStatus":
        this.hearServerStatus(event);
        break;
    }
  }

  private tellStream(stream: StreamName, make: (apiVersion: ApiVersion) => JsonObject): void {
    tell(this.topics.listeners(streamTopic(stream)), message(make));
  }

  /** The node tells of every chance of a change; subscribers hear of changes since they were last told. */
  private hearServerStatus(event: ServerStatusEvent): void {
    if (this.topics.listeners(streamTopic("server")).size === 0) return;
    const fees = event.fees();
    if (this.toldFees !== undefined && sameLoadFees(this.toldFees, fees)) return;
    this.toldFees = fees;
    this.tellStream("server", () => serverStatusMessage(fees));
  }

  private hearValidated(event: ValidatedTransactionEvent): void {
    const text = message((apiVersion) => validatedMessage(event, this.naming, this.networkId, apiVersion));
    tell(this.topics.listeners(streamTopic("transactions")), text);
    tell(this.topics.listeners(streamTopic("transactions_proposed")), text);
    tell(this.listenersOf(booksOf(event)), text);
    tell(
      this.listenersOf(
        event.affectedAccounts.flatMap((account) => [
          accountTopic(account, true),
          accountTopic(account, false),
        ]),
      ),
      text,
    );
  }

  private hearProposed(event: ProposedTransactionEvent): void {
    const text = message((apiVersion) => proposedMessage(event, this.naming, this.networkId, apiVersion));
    tell(this.topics.listeners(streamTopic("transactions_proposed")), text);
    tell(this.listenersOf(event.affectedAccounts.map((account) => accountTopic(account, true))), text);
  }

  /** Those who listen to any of the topics, each once. */
  private listenersOf(topics: readonly Topic[]): Listeners {
    const found = new Map<Subscriber, ApiVersion>();
    for (const topic of topics) {
      for (const [subscriber, apiVersion] of this.topics.listeners(topic)) found.set(subscriber, apiVersion);
    }
    return found;
  }
}

/** The books whose offers a transaction made, took or removed. */
function booksOf({ transaction }: ValidatedTransactionEvent): Topic[] {
  if (transaction.result !== "tesSUCCESS") return [];
  const topics: Topic[] = [];
  for (const { change, type, newFields, finalFields, previousFields } of affectedNodes(transaction)) {
    if (type !== "Offer") continue;
    const fields =
      change === "ModifiedNode" ? previousFields : change === "CreatedNode" ? newFields : finalFields;
    if (fields?.TakerGets === undefined || fields.TakerPays === undefined) continue;
    // Listeners name a book from the other side: they pay what the offer's taker gets.
    topics.push(
      bookTopic({ pays: issueOf(fields.TakerGets as Amount), gets: issueOf(fields.TakerPays as Amount) }),
    );
  }
  return topics;
}

function message(make: (apiVersion: ApiVersion) => JsonObject): Message {
  const texts: Partial<Record<ApiVersion, string>> = {};
  return (apiVersion) => {
    texts[apiVersion] ??= JSON.stringify(make(apiVersion));
    return texts[apiVersion];
  };
}

function tell(listeners: Listeners, text: Message): void {
  for (const [subscriber, apiVersion] of listeners) subscriber.send(text(apiVersion));
}

const consensusMessage = (phase: "accepted" | "open"): JsonObject => ({
  type: "consensusPhase",
  consensus: phase,
});
