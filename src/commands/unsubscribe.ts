import { reversed } from "./books.ts";
import { defineCommand } from "./command.ts";
import { hasMember } from "./json.ts";
import { subscriptionParameters } from "./subscriptions/parameters.ts";
import { accountTopic, bookTopic, streamTopic } from "./subscriptions/subscriptions.ts";
import { namedAccounts, namedBooks, namedStreams } from "./subscriptions/subscriptionTopics.ts";
import { knownSubscriberOf, urlOf } from "./subscriptions/whoSubscribes.ts";

/** Takes back what subscribe gave. */
export const unsubscribe = defineCommand({
  name: "unsubscribe",
  summary: "Ends subscriptions to streams, accounts and order books.",
  request: subscriptionParameters,

  handle(_input, context) {
    const { request, subscriptions, urlSubscribers } = context;
    const subscriber = knownSubscriberOf(context);
    if (subscriber === undefined) return {};
    for (const stream of namedStreams(request)) subscriptions.remove(streamTopic(stream), subscriber);
    const proposed = namedAccounts(request, "accounts_proposed", "rt_accounts") ?? [];
    for (const account of proposed) subscriptions.remove(accountTopic(account, true), subscriber);
    const accounts = namedAccounts(request, "accounts") ?? [];
    for (const account of accounts) subscriptions.remove(accountTopic(account, false), subscriber);
    for (const { book, both } of namedBooks(request, context.node.settings.nativeCurrency)) {
      subscriptions.remove(bookTopic(book), subscriber);
      if (both) subscriptions.remove(bookTopic(reversed(book)), subscriber);
    }
    if (hasMember(request, "url") && !subscriptions.hasStreams(subscriber))
      urlSubscribers.remove(urlOf(request));
    return {};
  },
});
