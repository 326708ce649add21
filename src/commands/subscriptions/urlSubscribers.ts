import type { Subscriber } from "./subscriber.ts";

/** Name and password for a URL that asks for them. */
export interface UrlCredentials {
  readonly user: string;
  readonly password: string;
}

/** URLs that administrators had subscribed: each event is posted there. The transport provides it. */
export interface UrlSubscribers {
  find(url: string): Subscriber | undefined;
  /** The subscriber for this URL, made if there is none. @throws UnusableUrl */
  open(url: string, credentials: UrlCredentials): Subscriber;
  remove(url: string): void;
}

/** A text that is no URL that events can be posted to. */
export class UnusableUrl extends Error {
  override readonly name = "UnusableUrl";
}
