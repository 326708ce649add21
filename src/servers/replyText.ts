import type { JsonValue } from "../commands/json.ts";
import { hasWrittenParts, writePieces } from "../commands/writtenJson.ts";
import { JsonWriter } from "../protocol/codec/jsonWriter.ts";

/** A piece of a text; or, where the next one is not there yet, what to wait for. */
export type Piece = Buffer | Promise<void>;

/** A large text in pieces, each made when it is asked for. The last one is a piece, never a promise. */
export type TextPieces = Generator<Piece, void>;

/** A reply as it goes out: in pieces where parts of it write themselves. */
export type ReplyText = string | TextPieces;

/** @param end what stands behind the JSON */
export const replyText = (reply: JsonValue, end = ""): ReplyText =>
  hasWrittenParts(reply) ? piecesOf(reply, end) : `${JSON.stringify(reply)}${end}`;

// Shared by all replies: between two pieces nothing waits in it.
const json = new JsonWriter();

/** Gives a piece back whose bytes have gone out. */
export const giveBack = (piece: Buffer): void => json.giveBack(piece);

function* piecesOf(reply: JsonValue, end: string): TextPieces {
  try {
    for (const pause of writePieces(json, reply)) {
      if (json.length > 0) yield json.take();
      if (pause !== undefined) yield pause;
    }
    json.raw(end);
    yield json.take();
  } finally {
    // What was begun when something failed.
    json.take();
  }
}

/** The text in one. */
export function wholeText(text: ReplyText): string | Promise<string> {
  if (typeof text === "string") return text;
  const pieces: Buffer[] = [];
  for (let step = text.next(); step.done !== true; step = text.next()) {
    if (step.value instanceof Promise) return restOf(text, pieces, step.value);
    pieces.push(step.value);
  }
  return Buffer.concat(pieces).toString();
}

async function restOf(text: TextPieces, pieces: Buffer[], awaited: Promise<void>): Promise<string> {
  await awaited;
  for (const piece of text) {
    if (piece instanceof Promise) await piece;
    else pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
