import type { ApiVersion } from "../context.ts";
import type { Subscriber } from "./subscriber.ts";

/** Who listens, and in which version each wants the messages. */
export type Listeners = ReadonlyMap<Subscriber, ApiVersion>;

const nobody: Listeners = new Map();

/** Who listens to what. A topic is any text; leaving costs what the one who leaves had, not what others have. */
export class Topics {
  private readonly byTopic = new Map<string, Map<Subscriber, ApiVersion>>();
  private readonly bySubscriber = new Map<Subscriber, Set<string>>();

  listeners(topic: string): Listeners {
    return this.byTopic.get(topic) ?? nobody;
  }

  get isEmpty(): boolean {
    return this.byTopic.size === 0;
  }

  add(topic: string, subscriber: Subscriber, apiVersion: ApiVersion): void {
    entryOf(this.byTopic, topic, () => new Map<Subscriber, ApiVersion>()).set(subscriber, apiVersion);
    entryOf(this.bySubscriber, subscriber, () => new Set<string>()).add(topic);
  }

  remove(topic: string, subscriber: Subscriber): void {
    const listeners = this.byTopic.get(topic);
    if (listeners?.delete(subscriber) && listeners.size === 0) this.byTopic.delete(topic);
    const topics = this.bySubscriber.get(subscriber);
    if (topics?.delete(topic) && topics.size === 0) this.bySubscriber.delete(subscriber);
  }

  removeSubscriber(subscriber: Subscriber): void {
    for (const topic of this.topicsOf(subscriber)) this.remove(topic, subscriber);
  }

  /** How many topics it listens to. */
  countOf(subscriber: Subscriber): number {
    return this.bySubscriber.get(subscriber)?.size ?? 0;
  }

  topicsOf(subscriber: Subscriber): readonly string[] {
    return [...(this.bySubscriber.get(subscriber) ?? [])];
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
