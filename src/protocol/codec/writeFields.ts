import { engineResultByCode } from "../engineResults.ts";
import {
  allFields,
  type Field,
  type FieldTypeName,
  field,
  ledgerEntryTypes,
  transactionTypes,
} from "../fieldTable.ts";
import type { JsonOptions } from "./amountJson.ts";
import { CodecError } from "./codecError.ts";
import type { JsonWriter } from "./jsonWriter.ts";
import {
  FixedText,
  putAddress,
  putAmount,
  putByte,
  putCurrency,
  putFixed,
  putHex,
  putNumber,
  putShortHex,
  putText,
  word32,
} from "./textBytes.ts";

/** A field of the object itself whose value the caller wants to find again in what was written. */
export interface FieldNote {
  readonly code: number;
  /** What it is called there, with quotes and colon. */
  readonly name: FixedText;
  /** From and to which of the writer's lengths its value stands; -1 where the object does not have the field. */
  from: number;
  to: number;
}

/** @param shownAs what to call it in place of its name */
export const fieldNote = (name: string, shownAs = name): FieldNote => ({
  code: codeOf(field(name)),
  name: new FixedText(`"${shownAs}":`),
  from: -1,
  to: -1,
});

const codeOf = ({ typeCode, fieldCode }: Field): number => (typeCode << 8) | fieldCode;
const objectEnd = (14 << 8) | 1;
const arrayEnd = (15 << 8) | 1;

// One object is written at a time, so where that has got to is the module's. Where the text has got to is handed from one
// function to the next.
let source: Uint8Array = new Uint8Array();
let at = 0;
let out = new DataView(source.buffer);
let native = "";

/** What a byte becomes at most: two bytes of header may become a name, and one more the word for a result. */
const mostGrowth = 32;

/**
 * Writes a serialized object's fields as members with commas between them: what JSON.stringify makes of objectToJson of
 * decodeObject, but several times as fast, since neither object is made. For bytes that were checked when they came in.
 * @throws CodecError where the bytes end too early or have a field that nobody knows
 */
export function writeFields(
  writer: JsonWriter,
  bytes: Uint8Array,
  options: JsonOptions,
  note?: FieldNote,
): void {
  begin(writer, bytes, options, bytes.length * mostGrowth);
  if (note !== undefined) note.from = -1;
  const moved = writer.length - writer.at;
  writer.at = putMembers(writer.at, note);
  if (note !== undefined && note.from >= 0) {
    note.from += moved;
    note.to += moved;
  }
}

function begin(writer: JsonWriter, bytes: Uint8Array, options: JsonOptions, room: number): void {
  writer.reserve(room + roomBehind);
  source = bytes;
  at = 0;
  out = writer.view;
  native = options.native;
}

/** Several bytes are written at once. */
const roomBehind = 8;

/**
 * Writes the value of an object's Amount field.
 * @returns false, with nothing written, where the object has none
 */
export function writeAmountField(writer: JsonWriter, bytes: Uint8Array, options: JsonOptions): boolean {
  begin(writer, bytes, options, longestAmount);
  while (at < source.length) {
    const code = readCode();
    if (code === amountCode) {
      writer.at = puttersOfTypes.Amount(writer.at);
      return true;
    }
    const size = code >> 8 === amountCode >> 8 ? amountBytes() : fixedSizes[code >> 8];
    // Fields are in the order of their types, and those before amounts are of fixed size.
    if (size === undefined) return false;
    need(size);
  }
  return false;
}

const amountCode = codeOf(field("Amount"));
const longestAmount = 200;
/** By the codes of the types before amounts: UInt16 to Hash256. */
const fixedSizes: readonly (number | undefined)[] = [undefined, 2, 4, 8, 16, 32];

const comma = 44;
const quote = 34;
const brace = { open: 123, close: 125 };
const bracket = { open: 91, close: 93 };

/** Up to an end mark or the end of the bytes. */
function putMembers(to: number, note: FieldNote | undefined): number {
  for (let isFirst = true; at < source.length; isFirst = false) {
    const code = readCode();
    if (code === objectEnd) return to;
    const known = writtenFields[code];
    if (known === undefined) throw new CodecError("Unknown field");
    if (!isFirst) to = putByte(out, to, comma);
    if (note?.code === code) {
      note.from = putFixed(out, to, note.name);
      to = known.put(note.from);
      note.to = to;
    } else to = known.put(putFixed(out, to, known.name));
  }
  return to;
}

/** A field's code, or an end mark. */
function readCode(): number {
  const first = readByte();
  let type = first >> 4;
  let number = first & 15;
  if (type === 0) type = readByte();
  if (number === 0) number = readByte();
  return (type << 8) | number;
}

const readByte = (): number => source[need(1)]!;

/** @returns where the next so many bytes are, which are read with that */
function need(count: number): number {
  const from = at;
  at += count;
  if (at > source.length) throw new CodecError("Bytes end too early");
  return from;
}

function readLength(): number {
  const first = readByte();
  if (first <= 192) return first;
  if (first <= 240) return 193 + ((first - 193) << 8) + readByte();
  return 12_481 + ((first - 241) << 16) + (readByte() << 8) + readByte();
}

/** Reads a value and writes it at `to`; returns where it ended. */
type Put = (to: number) => number;

const puttersOfTypes: Readonly<Record<FieldTypeName, Put>> = {
  UInt8: (to) => putNumber(out, to, readByte()),
  UInt16: (to) => putNumber(out, to, read16()),
  UInt32: (to) => putNumber(out, to, word32(source, need(4))),
  UInt64: (to) => putByte(out, putShortHex(out, putByte(out, to, quote), source, need(8)), quote),
  Hash128: (to) => putHexOf(to, 16),
  Hash160: (to) => putHexOf(to, 20),
  Hash192: (to) => putHexOf(to, 24),
  Hash256: (to) => putHexOf(to, 32),
  Blob: (to) => putHexOf(to, readLength()),
  Amount: (to) => putAmount(out, to, source, need(amountBytes()), native),
  AccountID(to) {
    to = putByte(out, to, quote);
    if (readLength() !== 0) to = putAddress(out, to, source, need(accountBytes));
    return putByte(out, to, quote);
  },
  Vector256: putVector,
  PathSet: putPathSet,
  STObject: (to) => putByte(out, putMembers(putByte(out, to, brace.open), undefined), brace.close),
  STArray: putArray,
};

const accountBytes = 20;
const hashBytes = 32;
const read16 = (): number => (readByte() << 8) | readByte();

/** How long the amount is that comes next: its first bit says whether it is issued. */
const amountBytes = (): number => ((source[at] ?? 0) & 0x80 ? 48 : 8);

/** Values that are shown as words. */
const puttersOfFields: Readonly<Record<string, Put>> = {
  TransactionType: (to) => putWord(to, transactionTypes.nameOf(read16())),
  LedgerEntryType: (to) => putWord(to, ledgerEntryTypes.nameOf(read16())),
  TransactionResult: (to) => putWord(to, engineResultByCode(readByte())),
};

function putWord(to: number, word: string | undefined): number {
  if (word === undefined) throw new CodecError("Unknown code");
  return putByte(out, putText(out, putByte(out, to, quote), word), quote);
}

const putHexOf = (to: number, count: number): number =>
  putByte(out, putHex(out, putByte(out, to, quote), source, need(count), count), quote);

/** Bytes after the last whole hash are left out, as everywhere. */
function putVector(to: number): number {
  const length = readLength();
  const end = need(length) + length;
  at -= length;
  to = putByte(out, to, bracket.open);
  for (let isFirst = true; at + hashBytes <= end; isFirst = false) {
    if (!isFirst) to = putByte(out, to, comma);
    to = putHexOf(to, hashBytes);
  }
  at = end;
  return putByte(out, to, bracket.close);
}

/** Wrappers with one object each. */
function putArray(to: number): number {
  to = putByte(out, to, bracket.open);
  for (let isFirst = true; at < source.length; isFirst = false) {
    const code = readCode();
    if (code === arrayEnd) break;
    const known = writtenFields[code];
    if (known?.put !== puttersOfTypes.STObject) throw new CodecError("Non-object in array");
    if (!isFirst) to = putByte(out, to, comma);
    to = putFixed(out, putByte(out, to, brace.open), known.name);
    to = putByte(out, known.put(to), brace.close);
  }
  return putByte(out, to, bracket.close);
}

function putPathSet(to: number): number {
  to = putText(out, to, "[[");
  for (let isFirst = true; ; ) {
    const kind = readByte();
    if (kind === 0x00) return putText(out, to, "]]");
    if (kind === 0xff) {
      to = putText(out, to, "],[");
      isFirst = true;
      continue;
    }
    if (!isFirst) to = putByte(out, to, comma);
    to = putPathStep(to, kind);
    isFirst = false;
  }
}

/** Account zero says nothing, neither as account nor as issuer: it is left out, as everywhere. */
function putPathStep(start: number, kind: number): number {
  let to = putByte(out, start, brace.open);
  let type = kind;
  if ((kind & 0x01) !== 0) {
    const from = need(accountBytes);
    if (isZero(from)) type &= ~0x01;
    else to = putText(out, putAddress(out, putText(out, to, '"account":"'), source, from), '",');
  }
  if ((kind & 0x10) !== 0) {
    to = putCurrency(out, putText(out, to, '"currency":"'), source, need(accountBytes), native);
    to = putText(out, to, '",');
  }
  if ((kind & 0x20) !== 0) {
    const from = need(accountBytes);
    if (isZero(from)) type &= ~0x20;
    else to = putText(out, putAddress(out, putText(out, to, '"issuer":"'), source, from), '",');
  }
  to = putNumber(out, putText(out, to, '"type":'), type);
  return putByte(out, to, brace.close);
}

function isZero(from: number): boolean {
  for (let i = from; i < from + accountBytes; i++) if (source[i] !== 0) return false;
  return true;
}

/** By code: a field's name with quotes and colon, and how its value is written. */
const writtenFields: ({ readonly name: FixedText; readonly put: Put } | undefined)[] = new Array(
  32 * 256,
).fill(undefined);
for (const known of allFields()) {
  if (!known.isSerialized) continue;
  const put = puttersOfFields[known.name] ?? puttersOfTypes[known.typeName];
  writtenFields[codeOf(known)] = { name: new FixedText(`"${known.name}":`), put };
}
