import { nativeAccount, nativeCurrency } from "../amounts/issue.ts";
import { IssuedAmount } from "../amounts/issuedAmount.ts";
import { type EngineResult, engineResults } from "../engineResults.ts";
import { type Field, findField, ledgerEntryTypes, transactionTypes } from "../fieldTable.ts";
import { writeHex } from "../hex.ts";
import type { PathSet } from "../types.ts";
import { CodecError } from "./codecError.ts";
import { high, highest, low, word64, words32 } from "./word64.ts";

/** How an object is serialized. */
export interface EncodeOptions {
  /** Leave out the signatures: the result is what they sign, without a hash prefix. */
  readonly signing?: boolean;
}

/** The longest byte string that three length bytes can announce. */
const longestBlob = 918_744;
/** Deeper than this no reader would follow: see decodeObject. */
const deepest = 10;

// One encoder runs at a time, so its state is the module's: no allocation but the result.
let sink = Buffer.allocUnsafeSlow(4096);
let at = 0;

/** Fields of the objects being written, a stack: an object's own lie from its base up. */
const pendingFields: Field[] = [];
const pendingValues: unknown[] = [];
let pendingCount = 0;

/**
 * Serializes an object: its fields in canonical order, whatever order they have as properties. Properties that are
 * undefined are left out, and so are `hash` and `index`, which are no part of an object.
 *
 * The result may be a view into a pool that others share: copy it before handing its `buffer` to another thread.
 * @throws CodecError naming the field where a value does not fit its field, or there is no such field.
 */
export function encodeObject(object: object, options?: EncodeOptions): Uint8Array {
  at = 0;
  pendingCount = 0;
  writeFields(object, options?.signing === true, 0);
  const bytes = Buffer.allocUnsafe(at);
  bytes.set(new Uint8Array(sink.buffer, 0, at));
  return bytes;
}

function writeFields(object: object, signing: boolean, depth: number): void {
  const base = pendingCount;
  const properties = object as Readonly<Record<string, unknown>>;
  for (const name in properties) {
    const value = properties[name];
    if (value === undefined) continue;
    const field = findField(name);
    if (field === undefined) throw new CodecError(`Field '${name}' is unknown.`, name);
    if (!field.isSerialized || (signing && !field.isSigningField)) continue;
    // Decoded objects come in order already; others are nearly so. An object has a few dozen fields at most.
    let place = pendingCount++;
    for (; place > base && pendingFields[place - 1]!.ordinal > field.ordinal; place--) {
      pendingFields[place] = pendingFields[place - 1]!;
      pendingValues[place] = pendingValues[place - 1];
    }
    pendingFields[place] = field;
    pendingValues[place] = value;
  }
  const end = pendingCount;
  for (let i = base; i < end; i++) writeField(pendingFields[i]!, pendingValues[i], depth + 1);
  pendingCount = base;
}

function misfit(field: Field, reason: string): never {
  throw new CodecError(`Field '${field.name}': ${reason}.`, field.name);
}

function need(bytes: number): void {
  if (at + bytes <= sink.length) return;
  const grown = Buffer.allocUnsafeSlow(Math.max(sink.length * 2, at + bytes));
  grown.set(sink.subarray(0, at));
  sink = grown;
}

function writeHeader(field: Field): void {
  const { header } = field;
  if (field.headerLength === 1) sink[at++] = header;
  else if (field.headerLength === 2) {
    sink[at++] = header >> 8;
    sink[at++] = header & 0xff;
  } else {
    sink[at++] = header >> 16;
    sink[at++] = (header >> 8) & 0xff;
    sink[at++] = header & 0xff;
  }
}

function writeField(field: Field, value: unknown, depth: number): void {
  if (depth > deepest) misfit(field, "nested too deep");
  need(64); // any field of fixed length, with its header
  writeHeader(field);
  switch (field.typeName) {
    case "UInt32":
      writeUint32(field, value);
      return;
    case "Amount":
      writeAmount(field, value);
      return;
    case "AccountID":
      writeAccount(field, value);
      return;
    case "Blob":
      writeBlob(field, value);
      return;
    case "Hash256":
      writeFixed(field, value, 32);
      return;
    case "UInt16":
      writeUint16(field, typeof value === "string" ? codeOfName(field, value) : value);
      return;
    case "UInt64":
      writeUint64(field, value);
      return;
    case "UInt8":
      writeUint8(field, typeof value === "string" ? codeOfName(field, value) : value);
      return;
    case "Hash160":
      writeFixed(field, value, 20);
      return;
    case "Hash128":
      writeFixed(field, value, 16);
      return;
    case "Hash192":
      writeFixed(field, value, 24);
      return;
    case "Vector256":
      writeVector(field, value);
      return;
    case "PathSet":
      writePathSet(field, value);
      return;
    case "STObject":
      writeInner(field, value, depth);
      return;
    case "STArray":
      writeArray(field, value, depth);
      return;
  }
}

function codeOfName(field: Field, name: string): number {
  const code =
    field.name === "TransactionType"
      ? transactionTypes.codeOf(name)
      : field.name === "LedgerEntryType"
        ? ledgerEntryTypes.codeOf(name)
        : field.name === "TransactionResult"
          ? engineResults[name as EngineResult]?.code
          : undefined;
  if (code === undefined) misfit(field, `no such name: ${name}`);
  return code;
}

function writeUint32(field: Field, value: unknown): void {
  if (typeof value !== "number" || value >>> 0 !== value) misfit(field, "not a number of 32 bits");
  sink[at] = value >>> 24;
  sink[at + 1] = (value >>> 16) & 0xff;
  sink[at + 2] = (value >>> 8) & 0xff;
  sink[at + 3] = value & 0xff;
  at += 4;
}

function writeUint16(field: Field, value: unknown): void {
  if (typeof value !== "number" || (value & 0xffff) !== value) misfit(field, "not a number of 16 bits");
  sink[at++] = value >> 8;
  sink[at++] = value & 0xff;
}

function writeUint8(field: Field, value: unknown): void {
  if (typeof value !== "number" || (value & 0xff) !== value) misfit(field, "not a number of 8 bits");
  sink[at++] = value;
}

/** The eight bytes of {@link word64}, most significant first. */
function writeWord64(): void {
  const upper = words32[high]!;
  const lower = words32[low]!;
  sink[at] = upper >>> 24;
  sink[at + 1] = (upper >>> 16) & 0xff;
  sink[at + 2] = (upper >>> 8) & 0xff;
  sink[at + 3] = upper & 0xff;
  sink[at + 4] = lower >>> 24;
  sink[at + 5] = (lower >>> 16) & 0xff;
  sink[at + 6] = (lower >>> 8) & 0xff;
  sink[at + 7] = lower & 0xff;
  at += 8;
}

function writeUint64(field: Field, value: unknown): void {
  if (typeof value !== "bigint" || value < 0n || value > highest) {
    misfit(field, "not a bigint of 64 bits");
  }
  word64[0] = value;
  writeWord64();
}

function writeFixed(field: Field, value: unknown, length: number): void {
  if (typeof value !== "string" || value.length !== length * 2 || writeHex(value, sink, at) < 0) {
    misfit(field, `not ${length} bytes of hexadecimal text`);
  }
  at += length;
}

function writeLength(field: Field, length: number): void {
  if (length <= 192) sink[at++] = length;
  else if (length <= 12_480) {
    sink[at++] = 193 + ((length - 193) >> 8);
    sink[at++] = (length - 193) & 0xff;
  } else if (length <= longestBlob) {
    sink[at++] = 241 + ((length - 12_481) >> 16);
    sink[at++] = ((length - 12_481) >> 8) & 0xff;
    sink[at++] = (length - 12_481) & 0xff;
  } else misfit(field, `longer than ${longestBlob} bytes`);
}

function writeBlob(field: Field, value: unknown): void {
  if (typeof value !== "string") misfit(field, "not hexadecimal text");
  const length = value.length >> 1;
  need(length + 3);
  writeLength(field, length);
  if (writeHex(value, sink, at) < 0) misfit(field, "not hexadecimal text");
  at += length;
}

function writeAccount(field: Field, value: unknown): void {
  // An account field may be there and empty; only hand-made blobs have one.
  if (value === "") {
    sink[at++] = 0;
    return;
  }
  sink[at++] = 20;
  writeFixed(field, value, 20);
}

// An amount's first 64 bits. Source: STAmount.cpp of the reference.
const issuedBit = 0x8000_0000;
const positiveBit = 0x4000_0000;
const exponentBias = 97;
const mostDrops = (1n << 62n) - 1n;

function writeAmount(field: Field, value: unknown): void {
  if (typeof value === "bigint") {
    const negative = value < 0n;
    const drops = negative ? -value : value;
    if (drops > mostDrops) misfit(field, "more drops than 62 bits hold");
    word64[0] = drops;
    if (!negative) words32[high] = words32[high]! | positiveBit;
    writeWord64();
    return;
  }
  if (!(value instanceof IssuedAmount)) misfit(field, "not an amount");
  const { mantissa, exponent, currency, issuer } = value;
  if (mantissa === 0n) {
    words32[high] = issuedBit;
    words32[low] = 0;
  } else {
    const negative = mantissa < 0n;
    const digits = negative ? -mantissa : mantissa;
    if (!isCanonical(digits, exponent)) misfit(field, "amount is not canonical");
    word64[0] = digits;
    words32[high] =
      words32[high]! | issuedBit | (negative ? 0 : positiveBit) | ((exponent + exponentBias) << 22);
  }
  writeWord64();
  if (currency === nativeCurrency || issuer === nativeAccount) {
    misfit(field, "an issued amount of the native currency");
  }
  writeFixed(field, currency, 20);
  writeFixed(field, issuer, 20);
}

const isCanonical = (digits: bigint, exponent: number): boolean =>
  digits >= 1_000_000_000_000_000n &&
  digits <= 9_999_999_999_999_999n &&
  Number.isInteger(exponent) &&
  exponent >= -96 &&
  exponent <= 80;

function writeVector(field: Field, value: unknown): void {
  if (!Array.isArray(value)) misfit(field, "not an array");
  need(value.length * 32 + 3);
  writeLength(field, value.length * 32);
  for (const hash of value) {
    if (typeof hash !== "string" || hash.length !== 64) misfit(field, "not 32 bytes of hexadecimal text");
  }
  // The list of recent ledgers' hashes is written with every ledger: one long text is read three times as fast.
  if (writeHex(value.join(""), sink, at) < 0) misfit(field, "not 32 bytes of hexadecimal text");
  at += value.length * 32;
}

const pathEnd = 0x00;
const pathBoundary = 0xff;

function writePathSet(field: Field, value: unknown): void {
  if (!Array.isArray(value)) misfit(field, "not an array");
  const paths: PathSet = value;
  paths.forEach((path, i) => {
    if (!Array.isArray(path)) misfit(field, "not an array of arrays");
    // The end mark is a step without contents and a path without steps: a reader would take either for the end.
    if (path.length === 0) misfit(field, "empty path");
    if (i > 0) {
      need(1);
      sink[at++] = pathBoundary;
    }
    for (const { account, currency, issuer } of path) {
      const kind =
        (account === undefined ? 0 : 0x01) |
        (currency === undefined ? 0 : 0x10) |
        (issuer === undefined ? 0 : 0x20);
      if (kind === 0) misfit(field, "empty path step");
      need(61);
      sink[at++] = kind;
      if (account !== undefined) writeFixed(field, account, 20);
      if (currency !== undefined) writeFixed(field, currency, 20);
      if (issuer !== undefined) writeFixed(field, issuer, 20);
    }
  });
  need(1);
  sink[at++] = pathEnd;
}

const objectEnd = 0xe1;
const arrayEnd = 0xf1;

function writeInner(field: Field, value: unknown, depth: number): void {
  if (typeof value !== "object" || value === null) misfit(field, "not an object");
  if (depth > deepest) misfit(field, "nested too deep");
  writeFields(value, false, depth);
  need(1);
  sink[at++] = objectEnd;
}

/** Undefined where there are none, or several. */
function onlyPropertyOf(wrapper: unknown): string | undefined {
  let only: string | undefined;
  for (const name in wrapper as object | null | undefined) {
    if (only !== undefined) return undefined;
    only = name;
  }
  return only;
}

function writeArray(field: Field, value: unknown, depth: number): void {
  if (!Array.isArray(value)) misfit(field, "not an array");
  for (const wrapper of value) {
    const name = onlyPropertyOf(wrapper);
    const inner = name === undefined ? undefined : findField(name);
    if (inner?.typeName !== "STObject") {
      misfit(field, "an array holds objects, each in a wrapper of one field");
    }
    need(4);
    writeHeader(inner);
    writeInner(inner, wrapper[inner.name], depth + 1);
  }
  need(1);
  sink[at++] = arrayEnd;
}
