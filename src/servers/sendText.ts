import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { ReplyText, TextPieces } from "./replyText.ts";

export const jsonType = "application/json; charset=UTF-8";

/** How long one reply may be written without letting others have their turn. */
const sliceMilliseconds = 5;

/**
 * Answers with a text. One that comes in several pieces is sent as they are made, never faster than the client reads.
 * Rejects where a piece cannot be made; the connection is broken off then, so that nobody takes the reply for whole.
 */
export function sendText(
  response: ServerResponse,
  status: number,
  text: ReplyText,
): Promise<void> | undefined {
  if (typeof text === "string") {
    sendWhole(response, status, text, Buffer.byteLength(text));
    return undefined;
  }
  try {
    const { value: first } = text.next();
    const second = text.next();
    if (second.done === true) {
      sendWhole(response, status, first ?? "", first?.length ?? 0);
      return undefined;
    }
    response.writeHead(status, { "Content-Type": jsonType });
    response.write(first!);
    return sendRest(response, second.value, text);
  } catch (error) {
    response.destroy();
    return Promise.reject(error);
  }
}

function sendWhole(response: ServerResponse, status: number, text: string | Buffer, length: number): void {
  response.writeHead(status, { "Content-Type": jsonType, "Content-Length": length });
  response.end(text);
}

async function sendRest(response: ServerResponse, second: Buffer, pieces: TextPieces): Promise<void> {
  let sliceEnd = performance.now() + sliceMilliseconds;
  try {
    for (
      let piece: Buffer | undefined = second;
      piece !== undefined;
      piece = pieces.next().value ?? undefined
    ) {
      if (!response.write(piece) && !response.destroyed) await drained(response);
      if (response.destroyed) return;
      if (performance.now() > sliceEnd) {
        await setImmediate();
        sliceEnd = performance.now() + sliceMilliseconds;
      }
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    pieces.return();
  }
}

/** Fulfilled when the client has read enough, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
