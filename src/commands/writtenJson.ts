import { JsonWriter } from "../protocol/codec/jsonWriter.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

/**
 * A part of a reply that writes itself, in place of an object that would be made only to be written. It stands among
 * JSON values ({@link asJson}); transports write it with {@link writePieces}, and whoever wants to look inside gets the
 * object from JSON.stringify or {@link plainJson}.
 */
export abstract class WrittenJson {
  abstract write(json: JsonWriter): void;

  toJSON(): JsonValue {
    // Not shared: `write` may meet parts that are asked for their objects in turn.
    const json = new JsonWriter();
    this.write(json);
    return JSON.parse(json.take().toString()) as JsonValue;
  }
}

/** See {@link rows}. */
class JsonRows {
  readonly elements: Iterable<JsonValue>;

  constructor(elements: Iterable<JsonValue>) {
    this.elements = elements;
  }

  toJSON(): JsonValue {
    return [...this.elements];
  }
}

/**
 * Several members of a reply, as text that is still on its way. The name that they stand under is not shown. They can be
 * gone through once, and nobody can look inside: only for callers that take parts.
 */
export abstract class ArrivingMembers {
  abstract pieces(json: JsonWriter): Generator<Pause, void>;
}

/** The part as a member of a reply or an element of a list. */
export const asJson = (part: WrittenJson | JsonRows | ArrivingMembers): JsonValue =>
  part as unknown as JsonValue;

/** A list whose elements are made while it is sent. What they are made from must stay as it is until then. */
export const rows = (elements: Iterable<JsonValue>): JsonValue => asJson(new JsonRows(elements));

/** Levels of a reply that are looked at: an envelope, a result, a list in it, what stands in that, and its parts. */
const deepest = 6;

/** Whether a value has parts that write themselves. Lists are all of one kind. */
export function hasWrittenParts(value: JsonValue | undefined, depth = deepest): boolean {
  if (typeof value !== "object" || value === null || depth === 0) return false;
  if (value instanceof WrittenJson || value instanceof JsonRows || value instanceof ArrivingMembers)
    return true;
  if (isJsonArray(value)) return hasWrittenParts(value[0], depth - 1);
  for (const name in value) {
    const member = value[name];
    if (typeof member === "object" && hasWrittenParts(member, depth - 1)) return true;
  }
  return false;
}

/** The value without parts that write themselves. */
export const plainJson = <T extends JsonValue>(value: T): T =>
  hasWrittenParts(value) ? (JSON.parse(JSON.stringify(value)) as T) : value;

/** Writes a value whole. */
export function writeJson(json: JsonWriter, value: JsonValue): void {
  if (value instanceof WrittenJson) value.write(json);
  else if (isJsonArray(value)) {
    json.raw("[");
    writeElements(json, value);
    json.raw("]");
  } else if (isJsonObject(value) && !(value instanceof JsonRows)) {
    json.raw("{");
    writeMembers(json, value, true);
    json.raw("}");
  } else json.value(value);
}

/** Writes members with commas between them, and one before them where they are not the first. */
export function writeMembers(json: JsonWriter, members: JsonObject, areFirst: boolean): void {
  let isFirst = areFirst;
  for (const name in members) {
    const value = members[name];
    if (value === undefined) continue;
    if (!isFirst) json.raw(",");
    isFirst = false;
    json.value(name);
    json.raw(":");
    writeJson(json, value);
  }
}

function writeElements(json: JsonWriter, elements: Iterable<JsonValue>): void {
  let isFirst = true;
  for (const element of elements) {
    if (!isFirst) json.raw(",");
    isFirst = false;
    writeJson(json, element);
  }
}

/** A piece is sent when it is as long as this. */
const pieceBytes = 64 * 1024;

/**
 * A pause in writing: a good moment to send what the writer has (undefined, or bytes that come behind that and are not
 * copied), or something to wait for.
 */
export type Pause = undefined | Buffer | Promise<void>;

/** Writes a reply that has parts which write themselves, piece by piece. */
export function* writePieces(json: JsonWriter, value: JsonValue): Generator<Pause, void> {
  if (value instanceof JsonRows) {
    json.raw("[");
    let isFirst = true;
    for (const element of value.elements) {
      if (!isFirst) json.raw(",");
      isFirst = false;
      writeJson(json, element);
      if (json.length >= pieceBytes) yield;
    }
    json.raw("]");
  } else if (isJsonObject(value) && !(value instanceof WrittenJson)) {
    json.raw("{");
    yield* writeMemberPieces(json, value);
    json.raw("}");
  } else writeJson(json, value);
}

/** Writes an object's members, commas between them. */
export function* writeMemberPieces(json: JsonWriter, members: JsonObject): Generator<Pause, void> {
  let isFirst = true;
  for (const name in members) {
    const value = members[name];
    if (value === undefined) continue;
    if (!isFirst) json.raw(",");
    isFirst = false;
    if (value instanceof ArrivingMembers) yield* value.pieces(json);
    else {
      json.value(name);
      json.raw(":");
      yield* writePieces(json, value);
    }
  }
}
