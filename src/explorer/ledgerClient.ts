import { isJsonObject, type JsonObject, type JsonValue } from "../protocol/jsonValue.ts";

export { isJsonObject, type JsonObject, type JsonValue };

/** Why a request was refused, in the server's words. */
export class RequestError extends Error {
  readonly token: string;

  constructor(token: string, message: string) {
    super(message);
    this.token = token;
  }
}

type Listener = (message: JsonObject) => void;

interface Waiting {
  resolve(result: JsonObject): void;
  reject(error: RequestError): void;
}

const retryMilliseconds = 1000;

/**
 * The server's public interface over one WebSocket, opened anew when it breaks. Requests made meanwhile wait for
 * it; streams are subscribed again.
 */
export class LedgerClient {
  private readonly url: string;
  private socket!: WebSocket;
  private nextId = 1;
  private readonly waiting = new Map<number, Waiting>();
  private readonly unsent: string[] = [];
  private readonly listeners = new Set<Listener>();
  private readonly onState: (isOpen: boolean) => void;

  /** @param onState told when the connection opens or breaks */
  constructor(url: string, onState: (isOpen: boolean) => void) {
    this.url = url;
    this.onState = onState;
    this.open();
  }

  /** Runs a command. Rejects with RequestError. */
  request(command: string, parameters: JsonObject = {}): Promise<JsonObject> {
    const id = this.nextId++;
    const text = JSON.stringify({ ...parameters, command, id });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
      else this.unsent.push(text);
    });
  }

  /** Hears every message of the streams `ledger` and `transactions`. Returns the function that ends it. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private open(): void {
    this.socket = new WebSocket(this.url);
    this.socket.onopen = () => {
      this.onState(true);
      void this.request("subscribe", { streams: ["ledger", "transactions"] });
      for (const text of this.unsent.splice(0)) this.socket.send(text);
    };
    this.socket.onmessage = ({ data }: MessageEvent<string>) => this.hear(JSON.parse(data) as JsonObject);
    this.socket.onclose = () => {
      this.onState(false);
      for (const { reject } of this.waiting.values()) {
        reject(new RequestError("disconnected", "The server cannot be reached."));
      }
      this.waiting.clear();
      this.unsent.length = 0;
      setTimeout(() => this.open(), retryMilliseconds);
    };
  }

  private hear(message: JsonObject): void {
    if (message.type !== "response") {
      for (const listener of this.listeners) listener(message);
      return;
    }
    const waiting = this.waiting.get(Number(message.id));
    this.waiting.delete(Number(message.id));
    if (message.status === "success") waiting?.resolve(objectOf(message.result));
    else {
      const token = String(message.error);
      waiting?.reject(new RequestError(token, String(message.error_message ?? token)));
    }
  }
}

/** The value, if it is an object; an empty one otherwise. */
export const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** The objects in a list; none where it is no list. */
export const rowsOf = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
