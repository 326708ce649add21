import { nativeAccount, nativeCurrency } from "../amounts/issue.ts";
import { IssuedAmount } from "../amounts/issuedAmount.ts";
import { engineResultByCode } from "../engineResults.ts";
import { type Field, findFieldByCode, ledgerEntryTypes, transactionTypes } from "../fieldTable.ts";
import { bytesToHex } from "../hex.ts";
import { SharedTexts } from "../sharedTexts.ts";
import type { Amount, FieldValue, Hash256, Path, PathSet, PathStep, SerializedObject } from "../types.ts";
import { CodecError } from "./codecError.ts";
import { checkInnerFormat } from "./innerFormats.ts";
import { high, low, word64, words32 } from "./word64.ts";

// One decoder runs at a time, so its state is the module's.
let source: Uint8Array = new Uint8Array();
let at = 0;
/** The field being read, for the error. */
let current = "";
/** Whether all that was read so far is as encodeObject would write it. */
let canonical = true;

/**
 * Reads a serialized object. What is malformed, and what is not, is decided as the reference does: fields may come in any
 * order but once only, and an object or array at the very end may lack its end mark. What encodeObject makes of the result is
 * canonical in any case: hash and keep that.
 *
 * T is what the caller knows the bytes to be, for example a ledger entry from the store; it is not checked here.
 * @throws CodecError naming the field that could not be read
 */
export function decodeObject<T = SerializedObject>(bytes: Uint8Array): T {
  source = bytes;
  at = 0;
  current = "";
  canonical = true;
  const object: SerializedObject = {};
  if (readFields(object, 0)) throw new CodecError("Transaction contains an object terminator");
  return object as T;
}

/**
 * As {@link decodeObject}, and says whether the bytes are canonical: where `isCanonical` is true, encodeObject makes
 * these very bytes of the object. Where it is false, it makes others, or refuses the object.
 */
export function decodeNotingOrder<T = SerializedObject>(
  bytes: Uint8Array,
): { readonly object: T; readonly isCanonical: boolean } {
  const object = decodeObject<T>(bytes);
  return { object, isCanonical: canonical };
}

function malformed(reason: string): never {
  throw new CodecError(reason, current);
}

const deepest = 10;
const endMark = -1;

/** The ordinal parts of a field, or an end mark: type code × 256 + field code. */
function readFieldCode(): number {
  const first = readByte();
  let typeCode = first >> 4;
  let fieldCode = first & 15;
  if (typeCode === 0) {
    typeCode = readByte();
    if (typeCode < 16) malformed(`gFID: uncommon type out of range ${typeCode}`);
  }
  if (fieldCode === 0) {
    fieldCode = readByte();
    if (fieldCode < 16) malformed(`gFID: uncommon name out of range ${fieldCode}`);
  }
  return (typeCode << 8) | fieldCode;
}

const objectEnd = (14 << 8) | 1;
const arrayEnd = (15 << 8) | 1;

/** Reads fields into `object`. @returns whether it ended with an end mark rather than with the bytes */
function readFields(object: SerializedObject, depth: number): boolean {
  let last = endMark;
  while (at < source.length) {
    const code = readFieldCode();
    if (code === objectEnd) return true;
    if (code === arrayEnd) malformed("Illegal end-of-array marker in object");
    const field = findFieldByCode(code >> 8, code & 0xff);
    if (field === undefined) malformed("Unknown field");
    current = field.name;
    if (code > last) last = code;
    else if (object[field.name] !== undefined) malformed("Duplicate field detected");
    else canonical = false;
    object[field.name] = readValue(field, depth + 1);
  }
  return false;
}

function readValue(field: Field, depth: number): FieldValue {
  if (depth > deepest) malformed("Maximum nesting depth of STObject exceeded");
  switch (field.typeName) {
    case "UInt32":
      return readUint32();
    case "Amount":
      return readAmount();
    case "AccountID":
      return readAccount();
    case "Blob":
      return readBlob(field);
    case "Hash256":
      return readHex(32);
    case "UInt16":
      return named16(field, (readByte() << 8) | readByte());
    case "UInt64":
      return readUint64();
    case "UInt8":
      return named8(field, readByte());
    case "Hash160":
      return readHex(20);
    case "Hash128":
      return readHex(16);
    case "Hash192":
      return readHex(24);
    case "Vector256":
      return readVector();
    case "PathSet":
      return readPathSet();
    case "STObject":
      return readInner(field, depth);
    case "STArray":
      return readArray(depth);
  }
}

function readByte(): number {
  if (at >= source.length) malformed("Bytes end too early");
  return source[at++]!;
}

function need(length: number): void {
  if (at + length > source.length) malformed("Bytes end too early");
}

function readUint32(): number {
  need(4);
  const value =
    ((source[at]! << 24) | (source[at + 1]! << 16) | (source[at + 2]! << 8) | source[at + 3]!) >>> 0;
  at += 4;
  return value;
}

function readUint64(): bigint {
  words32[high] = readUint32();
  words32[low] = readUint32();
  return word64[0]!;
}

function readHex(length: number): string {
  need(length);
  const text = bytesToHex(source, at, at + length);
  at += length;
  return text;
}

/** Accounts and currencies come again and again, keys of accounts nearly so; some megabytes of texts at most. */
const ids = new SharedTexts(20, 32_768);
const publicKeys = new SharedTexts(33, 8_192);

function readId(): string {
  need(20);
  const text = ids.of(source, at);
  at += 20;
  return text;
}

function readBlob(field: Field): string {
  const length = readLength();
  if (length !== 33 || field.name !== "SigningPubKey") return readHex(length);
  need(33);
  const text = publicKeys.of(source, at);
  at += 33;
  return text;
}

/** The longest byte string that is written; readers take somewhat longer ones. */
const longestBlob = 918_744;

function readLength(): number {
  const first = readByte();
  if (first <= 192) return first;
  if (first <= 240) return 193 + ((first - 193) << 8) + readByte();
  if (first === 255) malformed("b1>254");
  const length = 12_481 + ((first - 241) << 16) + (readByte() << 8) + readByte();
  if (length > longestBlob) canonical = false;
  return length;
}

function readAccount(): string {
  const length = readLength();
  if (length === 20) return readId();
  if (length !== 0) malformed("Invalid STAccount size");
  return "";
}

function named16(field: Field, code: number): string | number {
  if (field.name === "TransactionType") {
    return transactionTypes.nameOf(code) ?? malformed(`Invalid transaction type ${code}`);
  }
  if (field.name === "LedgerEntryType") {
    return ledgerEntryTypes.nameOf(code) ?? malformed(`invalid ledger entry type ${code}`);
  }
  return code;
}

function named8(field: Field, code: number): string | number {
  if (field.name !== "TransactionResult") return code;
  return engineResultByCode(code) ?? malformed(`invalid transaction result ${code}`);
}

// An amount's first 64 bits. Source: STAmount.cpp of the reference.
const issuedBit = 0x8000_0000;
const positiveBit = 0x4000_0000;
const leastDigits = 1_000_000_000_000_000n;
const mostDigits = 9_999_999_999_999_999n;
const zeroExponent = -100;

function readAmount(): Amount {
  const upper = readUint32();
  const lower = readUint32();
  words32[low] = lower;
  if ((upper & issuedBit) === 0) {
    words32[high] = upper & ~positiveBit;
    const drops = word64[0]!;
    if ((upper & positiveBit) !== 0) return drops;
    if (drops === 0n) malformed("negative zero is not canonical");
    return -drops;
  }
  words32[high] = upper & 0x003f_ffff;
  const digits = word64[0]!;
  const currency = readId();
  if (currency === nativeCurrency) malformed("invalid native currency");
  const issuer = readId();
  if (issuer === nativeAccount) malformed("invalid native account");
  const top = upper >>> 22; // issued bit, sign, eight bits of exponent
  if (digits === 0n) {
    if (top !== 512) malformed("invalid currency value");
    return new IssuedAmount(0n, zeroExponent, currency, issuer);
  }
  const exponent = (top & 0xff) - 97;
  if (digits < leastDigits || digits > mostDigits || exponent < -96 || exponent > 80) {
    malformed("invalid currency value");
  }
  return new IssuedAmount((top & 0x100) !== 0 ? digits : -digits, exponent, currency, issuer);
}

/** Bytes after the last whole hash are left out, as the reference does. */
function readVector(): readonly Hash256[] {
  const length = readLength();
  need(length);
  const end = at + length;
  const hashes: Hash256[] = [];
  for (; at + 32 <= end; ) hashes.push(readHex(32));
  if (at < end) canonical = false;
  at = end;
  return hashes;
}

function readPathSet(): PathSet {
  const paths: Path[] = [];
  let path: PathStep[] = [];
  for (;;) {
    const kind = readByte();
    if (kind === 0x00 || kind === 0xff) {
      if (path.length === 0) malformed("empty path");
      paths.push(path);
      if (kind === 0x00) return paths;
      path = [];
    } else if ((kind & ~0x31) !== 0) malformed("bad path element");
    else path.push(readPathStep(kind));
  }
}

/** Account zero says nothing, neither as account nor as issuer: it is left out, as the reference does. */
function readPathStep(kind: number): PathStep {
  const step: { account?: string; currency?: string; issuer?: string } = {};
  if ((kind & 0x01) !== 0) {
    const account = readId();
    if (account !== nativeAccount) step.account = account;
    else canonical = false;
  }
  if ((kind & 0x10) !== 0) step.currency = readId();
  if ((kind & 0x20) !== 0) {
    const issuer = readId();
    if (issuer !== nativeAccount) step.issuer = issuer;
    else canonical = false;
  }
  return step;
}

function readInner(field: Field, depth: number): SerializedObject {
  if (depth > deepest) malformed("Maximum nesting depth of STObject exceeded");
  const object: SerializedObject = {};
  if (!readFields(object, depth)) canonical = false;
  checkInnerFormat(field.name, object);
  return object;
}

function readArray(depth: number): readonly SerializedObject[] {
  const items: SerializedObject[] = [];
  while (at < source.length) {
    const code = readFieldCode();
    if (code === arrayEnd) return items;
    if (code === objectEnd) malformed("Illegal terminator in array");
    const field = findFieldByCode(code >> 8, code & 0xff);
    if (field === undefined) malformed("Unknown field");
    if (field.typeName !== "STObject") malformed("Non-object in array");
    current = field.name;
    items.push({ [field.name]: readInner(field, depth + 1) });
  }
  canonical = false; // no end mark
  return items;
}
