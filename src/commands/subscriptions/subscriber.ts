import type { ApiVersion } from "../context.ts";

/** A connection that can be told things: a WebSocket, or a URL that an administrator named. */
export interface Subscriber {
  /** Sends one message. A connection that cannot keep up is closed by its transport; nobody waits for it. */
  send(message: string): void;
  /** No limits apply to it. */
  readonly isUnlimited: boolean;
}

/** A subscriber and the form in which it wants a stream's messages. */
export interface Subscription {
  readonly subscriber: Subscriber;
  readonly apiVersion: ApiVersion;
}
