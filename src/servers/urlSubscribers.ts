import type { Subscriber } from "../commands/subscriptions/subscriber.ts";
import {
  UnusableUrl,
  type UrlCredentials,
  type UrlSubscribers,
} from "../commands/subscriptions/urlSubscribers.ts";

/** Events that may wait for one URL; beyond this the newest is dropped. */
const maxWaiting = 32;
const postTimeoutMilliseconds = 10_000;
/** Beyond this an answer is broken off: reading a short one lets the connection be used again. */
const mostAnswerBytes = 65_536;

/** Posts events to the URLs that administrators had subscribed, one after the other for each URL. */
export class PostingSubscribers implements UrlSubscribers {
  private readonly byUrl = new Map<string, PostingSubscriber>();
  private readonly onFault: (url: string, error: unknown) => void;

  /** @param onFault told when a URL cannot be reached */
  constructor(onFault: (url: string, error: unknown) => void) {
    this.onFault = onFault;
  }

  find(url: string): Subscriber | undefined {
    return this.byUrl.get(url);
  }

  open(url: string, credentials: UrlCredentials): Subscriber {
    let subscriber = this.byUrl.get(url);
    if (subscriber === undefined) {
      subscriber = new PostingSubscriber(checkedUrl(url), this.onFault);
      this.byUrl.set(url, subscriber);
    }
    subscriber.credentials = credentials;
    return subscriber;
  }

  remove(url: string): void {
    this.byUrl.get(url)?.stop();
    this.byUrl.delete(url);
  }

  /** Posts nothing more. */
  close(): void {
    for (const url of this.byUrl.keys()) this.remove(url);
  }
}

/** A password may stand in the URL too. It is taken out: fetch refuses such URLs, and its error would show it. */
function credentialsIn(url: URL): UrlCredentials {
  const credentials = { user: plainText(url.username), password: plainText(url.password) };
  url.username = "";
  url.password = "";
  return credentials;
}

function plainText(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

function checkedUrl(text: string): URL {
  if (!URL.canParse(text)) throw new UnusableUrl("Failed to parse url.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new UnusableUrl("Only http and https is supported.");
  }
  return url;
}

class PostingSubscriber implements Subscriber {
  readonly isUnlimited = true;
  /** Those of the request; where it has none, those in the URL count. */
  credentials: UrlCredentials = { user: "", password: "" };
  private readonly ownCredentials: UrlCredentials;
  private readonly url: URL;
  private readonly onFault: (url: string, error: unknown) => void;
  private readonly stopped = new AbortController();
  private readonly waiting: string[] = [];
  private isPosting = false;
  private sequence = 0;

  constructor(url: URL, onFault: (url: string, error: unknown) => void) {
    this.ownCredentials = credentialsIn(url);
    this.url = url;
    this.onFault = onFault;
  }

  send(message: string): void {
    if (this.waiting.length >= maxWaiting) this.waiting.pop();
    // Each event says which one it is, so that the receiver sees where one is missing.
    this.waiting.push(`${message.slice(0, -1)},"seq":${++this.sequence}}`);
    if (!this.isPosting) void this.postAll();
  }

  stop(): void {
    this.stopped.abort();
    this.waiting.length = 0;
  }

  private async postAll(): Promise<void> {
    this.isPosting = true;
    for (let event = this.waiting.shift(); event !== undefined; event = this.waiting.shift()) {
      try {
        await this.post(event);
      } catch (error) {
        if (!this.stopped.signal.aborted) this.onFault(this.url.origin, error);
      }
    }
    this.isPosting = false;
  }

  private async post(event: string): Promise<void> {
    const { user, password } = this.credentials.user === "" ? this.ownCredentials : this.credentials;
    const authorization = Buffer.from(`${user}:${password}`).toString("base64");
    const response = await fetch(this.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(user !== "" && { Authorization: `Basic ${authorization}` }),
      },
      body: `{"method":"event","params":${event},"id":1}`,
      signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(postTimeoutMilliseconds)]),
    });
    // Nobody reads what it answers, and it may not answer for ever.
    let left = mostAnswerBytes;
    for await (const piece of response.body ?? []) {
      left -= (piece as Uint8Array).length;
      if (left < 0) break;
    }
  }
}
