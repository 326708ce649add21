import type { JsonValue } from "../commands/json.ts";
import { hasWrittenParts, writePieces } from "../commands/writtenJson.ts";
import { JsonWriter } from "../protocol/codec/jsonWriter.ts";

/** A large text in pieces, each made when it is asked for. */
export type TextPieces = Generator<Buffer, void>;

/** A reply as it goes out: in pieces where parts of it write themselves. */
export type ReplyText = string | TextPieces;

/** @param end what stands behind the JSON */
export const replyText = (reply: JsonValue, end = ""): ReplyText =>
  hasWrittenParts(reply) ? piecesOf(reply, end) : `${JSON.stringify(reply)}${end}`;

// Shared by all replies: between two pieces nothing waits in it.
const json = new JsonWriter();

function* piecesOf(reply: JsonValue, end: string): TextPieces {
  try {
    for (const _ of writePieces(json, reply)) yield json.take();
    json.raw(end);
    yield json.take();
  } finally {
    // What was begun when something failed.
    json.take();
  }
}

/** The text in one. */
export const wholeText = (text: ReplyText): string =>
  typeof text === "string" ? text : Buffer.concat([...text]).toString();
