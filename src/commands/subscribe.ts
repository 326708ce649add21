import { randomBytes } from "node:crypto";
import { noAccount } from "../protocol/amounts/issue.ts";
import { bytesToHex } from "../protocol/hex.ts";
import { bookPage } from "./bookPage.ts";
import { reversed } from "./books.ts";
import { defineCommand } from "./command.ts";
import { type CommandContext, isAdmin, isUnlimited } from "./context.ts";
import { hasMember, type JsonObject, type JsonValue } from "./json.ts";
import { RpcError } from "./rpcErrors.ts";
import { feesJson } from "./subscriptions/messages.ts";
import { subscriptionParameters } from "./subscriptions/parameters.ts";
import type { Subscriber } from "./subscriptions/subscriber.ts";
import { accountTopic, bookTopic, type StreamName, streamTopic } from "./subscriptions/subscriptions.ts";
import {
  type NamedBook,
  namedAccounts,
  namedBooks,
  namedStreams,
} from "./subscriptions/subscriptionTopics.ts";
import { subscriberOf, urlOf } from "./subscriptions/whoSubscribes.ts";
import { replyForms } from "./versions/replyForms.ts";

/** Offers of each side that a snapshot shows. */
const snapshotLength = 300;
/** Offers that one reply shows, unless the caller is free of limits: each costs some microseconds. */
const mostSnapshotOffers = 6_000;

/** Lets the connection, or a URL, hear of what happens from now on. */
export const subscribe = defineCommand({
  name: "subscribe",
  summary: "Subscribes to streams, accounts and order books.",
  request: subscriptionParameters,

  handle(_input, context) {
    const subscriber = subscriberOf(context);
    try {
      return subscribeTo(subscriber, context);
    } catch (error) {
      // A URL that listens to nothing is not kept.
      const isIdle = !context.subscriptions.isListening(subscriber);
      if (hasMember(context.request, "url") && isIdle) context.urlSubscribers.remove(urlOf(context.request));
      throw error;
    }
  },
});

function subscribeTo(subscriber: Subscriber, context: CommandContext): JsonObject {
  const { request, subscriptions, apiVersion } = context;
  const reply: JsonObject = {};
  const greeted = new Set<StreamName>();
  for (const stream of namedStreams(request)) {
    if (greeted.has(stream)) continue;
    greeted.add(stream);
    // Who our peers are is not for everybody.
    if (stream === "peer_status" && !isAdmin(context)) throw new RpcError("noPermission");
    Object.assign(reply, streamGreeting(stream, context));
    subscriptions.add(streamTopic(stream), subscriber, apiVersion);
  }
  const proposed = namedAccounts(request, "accounts_proposed", "rt_accounts") ?? [];
  for (const account of proposed) subscriptions.add(accountTopic(account, true), subscriber, apiVersion);
  const accounts = namedAccounts(request, "accounts") ?? [];
  for (const account of accounts) subscriptions.add(accountTopic(account, false), subscriber, apiVersion);
  const offers: Record<string, JsonValue[]> = {};
  for (const named of namedBooks(request, context.node.settings.nativeCurrency)) {
    addBook(named, subscriber, context);
    if (named.snapshot) addSnapshot(offers, named, context);
  }
  return { ...reply, ...offers };
}

/** What a new listener to a stream is told at once. */
function streamGreeting(stream: StreamName, context: CommandContext): JsonObject {
  const { node, server } = context;
  if (stream === "ledger") {
    const ledger = node.ledgers.validated();
    return {
      ledger_index: ledger.ledgerIndex,
      ledger_hash: ledger.hash,
      ledger_time: ledger.header.closeTime,
      ...feesJson(ledger),
      validated_ledgers: node.ledgers.completeText(),
      ...replyForms[context.apiVersion].network(server.networkId),
    };
  }
  if (stream === "server") {
    const { loadBase, loadFactorServer } = node.queue.loadFees();
    return {
      ...(node.settings.close === "manual" && { stand_alone: true }),
      random: bytesToHex(randomBytes(32)),
      server_status: "full",
      load_base: loadBase,
      load_factor: loadFactorServer,
      hostid: isAdmin(context) ? server.hostName : server.publicHostName,
      pubkey_node: server.nodePublicKey,
    };
  }
  return {};
}

function addBook({ book, both }: NamedBook, subscriber: Subscriber, context: CommandContext): void {
  context.subscriptions.add(bookTopic(book), subscriber, context.apiVersion);
  if (both) context.subscriptions.add(bookTopic(reversed(book)), subscriber, context.apiVersion);
}

/**
 * The offers that there are now: `bids` and `asks` of both sides, or `offers` of one.
 * @throws RpcError slowDown where there are too many for one reply
 */
function addSnapshot(
  offers: Record<string, JsonValue[]>,
  { book, taker = noAccount, both }: NamedBook,
  context: CommandContext,
): void {
  const ledger = context.node.ledgers.validated();
  const sides = both ? { bids: book, asks: reversed(book) } : { offers: book };
  for (const [name, side] of Object.entries(sides)) {
    const shown = Object.values(offers).reduce((sum, { length }) => sum + length, 0);
    if (shown >= mostSnapshotOffers && !isUnlimited(context)) throw new RpcError("slowDown");
    offers[name] ??= [];
    offers[name].push(...bookPage(ledger, side, taker, snapshotLength, context));
  }
}
