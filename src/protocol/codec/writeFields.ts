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
  putAddress,
  putAmount,
  putCurrency,
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
  readonly name: string;
  /** From and to which of the writer's lengths its value stands; -1 where the object does not have the field. */
  from: number;
  to: number;
}

/** @param shownAs what to call it in place of its name */
export const fieldNote = (name: string, shownAs = name): FieldNote => ({
  code: codeOf(field(name)),
  name: `"${shownAs}":`,
  from: -1,
  to: -1,
});

const codeOf = ({ typeCode, fieldCode }: Field): number => (typeCode << 8) | fieldCode;
const objectEnd = (14 << 8) | 1;
const arrayEnd = (15 << 8) | 1;

// One object is written at a time, so where that has got to is the module's.
let source: Uint8Array = new Uint8Array();
let at = 0;
let out: Uint8Array = source;
let to = 0;
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
  writer.reserve(bytes.length * mostGrowth);
  source = bytes;
  at = 0;
  out = writer.bytes;
  to = writer.at;
  native = options.native;
  if (note !== undefined) note.from = -1;
  putMembers(note);
  if (note !== undefined && note.from >= 0) {
    const moved = writer.length - writer.at;
    note.from += moved;
    note.to += moved;
  }
  writer.at = to;
}

/**
 * Writes the value of an object's Amount field.
 * @returns false, with nothing written, where the object has none
 */
export function writeAmountField(writer: JsonWriter, bytes: Uint8Array, options: JsonOptions): boolean {
  source = bytes;
  at = 0;
  while (at < source.length) {
    const code = readCode();
    if (code === amountCode) {
      writer.reserve(longestAmount);
      out = writer.bytes;
      to = writer.at;
      native = options.native;
      puttersOfTypes.Amount();
      writer.at = to;
      return true;
    }
    const size = (code & 0xff00) === (amountCode & 0xff00) ? amountBytes() : fixedSizes[code >> 8];
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

/** Up to an end mark or the end of the bytes. */
function putMembers(note: FieldNote | undefined): void {
  for (let isFirst = true; at < source.length; isFirst = false) {
    const code = readCode();
    if (code === objectEnd) return;
    const put = putters[code];
    if (put === undefined) throw new CodecError("Unknown field");
    if (!isFirst) out[to++] = comma;
    if (note?.code === code) {
      to = putText(out, to, note.name);
      note.from = to;
      put();
      note.to = to;
    } else {
      const end = nameEnds[code]!;
      for (let i = nameStarts[code]!; i < end; i++) out[to++] = names[i]!;
      put();
    }
  }
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

/** How a value of each type is read and written. */
const puttersOfTypes: Readonly<Record<FieldTypeName, () => void>> = {
  UInt8() {
    to = putNumber(out, to, readByte());
  },
  UInt16() {
    to = putNumber(out, to, read16());
  },
  UInt32() {
    to = putNumber(out, to, word32(source, need(4)));
  },
  UInt64() {
    out[to++] = quote;
    to = putShortHex(out, to, source, need(8));
    out[to++] = quote;
  },
  Hash128: () => putHexOf(16),
  Hash160: () => putHexOf(20),
  Hash192: () => putHexOf(24),
  Hash256: () => putHexOf(32),
  Blob: () => putHexOf(readLength()),
  Amount() {
    to = putAmount(out, to, source, need(amountBytes()), native);
  },
  AccountID() {
    out[to++] = quote;
    if (readLength() !== 0) to = putAddress(out, to, source, need(accountBytes));
    out[to++] = quote;
  },
  Vector256: putVector,
  PathSet: putPathSet,
  STObject() {
    to = putText(out, to, "{");
    putMembers(undefined);
    to = putText(out, to, "}");
  },
  STArray: putArray,
};

const accountBytes = 20;
const hashBytes = 32;
const read16 = (): number => (readByte() << 8) | readByte();

/** How long the amount is that comes next: its first bit says whether it is issued. */
const amountBytes = (): number => ((source[at] ?? 0) & 0x80 ? 48 : 8);

/** Values that are shown as words. */
const puttersOfFields: Readonly<Record<string, () => void>> = {
  TransactionType: () => putWord(transactionTypes.nameOf(read16())),
  LedgerEntryType: () => putWord(ledgerEntryTypes.nameOf(read16())),
  TransactionResult: () => putWord(engineResultByCode(readByte())),
};

function putWord(word: string | undefined): void {
  if (word === undefined) throw new CodecError("Unknown code");
  out[to++] = quote;
  to = putText(out, to, word);
  out[to++] = quote;
}

function putHexOf(count: number): void {
  out[to++] = quote;
  to = putHex(out, to, source, need(count), count);
  out[to++] = quote;
}

/** Bytes after the last whole hash are left out, as everywhere. */
function putVector(): void {
  const length = readLength();
  const end = need(length) + length;
  at -= length;
  to = putText(out, to, "[");
  for (let isFirst = true; at + hashBytes <= end; isFirst = false) {
    if (!isFirst) out[to++] = comma;
    putHexOf(hashBytes);
  }
  to = putText(out, to, "]");
  at = end;
}

/** Wrappers with one object each. */
function putArray(): void {
  to = putText(out, to, "[");
  for (let isFirst = true; at < source.length; isFirst = false) {
    const code = readCode();
    if (code === arrayEnd) break;
    if (putters[code] !== puttersOfTypes.STObject) throw new CodecError("Non-object in array");
    to = putText(out, to, isFirst ? "{" : ",{");
    const end = nameEnds[code]!;
    for (let i = nameStarts[code]!; i < end; i++) out[to++] = names[i]!;
    puttersOfTypes.STObject();
    to = putText(out, to, "}");
  }
  to = putText(out, to, "]");
}

function putPathSet(): void {
  to = putText(out, to, "[[");
  for (let isFirst = true; ; ) {
    const kind = readByte();
    if (kind === 0x00) break;
    if (kind === 0xff) {
      to = putText(out, to, "],[");
      isFirst = true;
      continue;
    }
    to = putText(out, to, isFirst ? "{" : ",{");
    putPathStep(kind);
    isFirst = false;
  }
  to = putText(out, to, "]]");
}

/** Account zero says nothing, neither as account nor as issuer: it is left out, as everywhere. */
function putPathStep(kind: number): void {
  let type = kind;
  if ((kind & 0x01) !== 0) {
    const from = need(accountBytes);
    if (isZero(from)) type &= ~0x01;
    else {
      to = putText(out, to, '"account":"');
      to = putAddress(out, to, source, from);
      to = putText(out, to, '",');
    }
  }
  if ((kind & 0x10) !== 0) {
    to = putText(out, to, '"currency":"');
    to = putCurrency(out, to, source, need(accountBytes), native);
    to = putText(out, to, '",');
  }
  if ((kind & 0x20) !== 0) {
    const from = need(accountBytes);
    if (isZero(from)) type &= ~0x20;
    else {
      to = putText(out, to, '"issuer":"');
      to = putAddress(out, to, source, from);
      to = putText(out, to, '",');
    }
  }
  to = putText(out, to, '"type":');
  to = putNumber(out, to, type);
  to = putText(out, to, "}");
}

function isZero(from: number): boolean {
  for (let i = from; i < from + accountBytes; i++) if (source[i] !== 0) return false;
  return true;
}

// By code. Names stand with their quotes and colons in one text of all of them.
const putters: ((() => void) | undefined)[] = new Array(32 * 256).fill(undefined);
const nameStarts = new Uint16Array(32 * 256);
const nameEnds = new Uint16Array(32 * 256);
let allNames = "";
for (const known of allFields()) {
  if (!known.isSerialized) continue;
  const code = codeOf(known);
  putters[code] = puttersOfFields[known.name] ?? puttersOfTypes[known.typeName];
  nameStarts[code] = allNames.length;
  allNames += `"${known.name}":`;
  nameEnds[code] = allNames.length;
}
const names = Buffer.from(allNames, "latin1");
