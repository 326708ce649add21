/** A connection that can be told things: a WebSocket, or a URL that an administrator named. */
export interface Subscriber {
  /** Sends one message. A connection that cannot keep up is closed by its transport; nobody waits for it. */
  send(message: string): void;
  /** No limits apply to it. */
  readonly isUnlimited: boolean;
}
