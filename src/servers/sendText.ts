import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { Piece, ReplyText, TextPieces } from "./replyText.ts";
import { jsonType, type ReplyTurn } from "./replyTurn.ts";

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
  turn: ReplyTurn,
): Promise<void> | undefined {
  if (typeof text === "string") {
    turn.send(response, status, text);
    return undefined;
  }
  try {
    const begun: Piece[] = [];
    for (let next = text.next(); next.done !== true; next = text.next()) {
      begun.push(next.value);
      if (begun.length < 2) continue;
      response.writeHead(status, { "Content-Type": jsonType });
      return sendPieces(response, begun, text);
    }
    turn.send(response, status, begun[0] as Buffer);
    return undefined;
  } catch (error) {
    response.destroy();
    return Promise.reject(error);
  }
}

/** @param begun the first pieces, which are made already */
async function sendPieces(
  response: ServerResponse,
  begun: readonly Piece[],
  pieces: TextPieces,
): Promise<void> {
  let sliceEnd = performance.now() + sliceMilliseconds;
  const send = async (piece: Piece): Promise<void> => {
    if (piece instanceof Promise) return piece;
    if (!response.write(piece) && !response.destroyed) await drained(response);
    if (performance.now() < sliceEnd) return;
    await setImmediate();
    sliceEnd = performance.now() + sliceMilliseconds;
  };
  try {
    for (const piece of begun) await send(piece);
    for (let next = pieces.next(); next.done !== true && !response.destroyed; next = pieces.next()) {
      await send(next.value);
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
