import { encodeAddress } from "../base58.ts";
import { currencyToJson } from "../currency.ts";
import { bytesToHex } from "../hex.ts";

// Values on the wire to the ASCII bytes that JSON shows of them. Each function writes to `out` at `to`, where there is
// room (and some more: several bytes may be written at once), and returns where it ended. The hot loops of large replies:
// no strings, no bigints, no allocation.

const upperHex = "0123456789ABCDEF";
/** Both digits of each byte, the first one in the lower half. */
const digitPairs = new Uint16Array(256);
for (let byte = 0; byte < 256; byte++) {
  digitPairs[byte] = upperHex.charCodeAt(byte >> 4) | (upperHex.charCodeAt(byte & 15) << 8);
}
const zero = 48;
const quote = 34;

/** One byte, as it is. */
export function putByte(out: DataView, to: number, byte: number): number {
  out.setUint8(to, byte);
  return to + 1;
}

/** ASCII text, one byte a letter. */
export function putText(out: DataView, to: number, ascii: string): number {
  for (let i = 0; i < ascii.length; i++) out.setUint8(to + i, ascii.charCodeAt(i));
  return to + ascii.length;
}

/** ASCII text that is written often, four letters at a time. */
export class FixedText {
  readonly words: Uint32Array;
  readonly length: number;

  constructor(ascii: string) {
    this.length = ascii.length;
    const padded = Buffer.from(ascii.padEnd(Math.ceil(ascii.length / 4) * 4), "latin1");
    this.words = Uint32Array.from({ length: padded.length / 4 }, (_, i) => padded.readUInt32LE(i * 4));
  }
}

/** A {@link FixedText}. Up to three bytes behind it are overwritten too. */
export function putFixed(out: DataView, to: number, { words, length }: FixedText): number {
  for (let i = 0, at = to; i < words.length; i++, at += 4) out.setUint32(at, words[i]!, true);
  return to + length;
}

/** Uppercase hexadecimal. */
export function putHex(out: DataView, to: number, source: Uint8Array, from: number, count: number): number {
  for (let i = from; i < from + count; i++, to += 2) out.setUint16(to, digitPairs[source[i]!]!, true);
  return to;
}

/** A whole number from 0 up to 2^53. */
export function putNumber(out: DataView, to: number, value: number): number {
  if (value >= 1e8) {
    const upper = Math.floor(value / 1e8);
    return putPadded(out, putNumber(out, to, upper), value - upper * 1e8, 8);
  }
  let count = 1;
  for (let rest = (value / 10) | 0; rest > 0; rest = (rest / 10) | 0) count++;
  return putPadded(out, to, value, count);
}

/** The last `count` digits of a number below 10^9. */
function putPadded(out: DataView, to: number, value: number, count: number): number {
  let rest = value | 0;
  for (let i = to + count - 1; i >= to; i--) {
    const tenth = (rest / 10) | 0;
    out.setUint8(i, zero + rest - tenth * 10);
    rest = tenth;
  }
  return to + count;
}

/** Eight bytes in lowercase hexadecimal without leading zeros. */
export function putShortHex(out: DataView, to: number, source: Uint8Array, from: number): number {
  let isLeading = true;
  for (let i = 0; i < 16; i++) {
    const byte = source[from + (i >> 1)]!;
    const digit = (i & 1) === 0 ? byte >> 4 : byte & 15;
    if (isLeading && digit === 0 && i < 15) continue;
    isLeading = false;
    out.setUint8(to++, digit < 10 ? zero + digit : 87 + digit);
  }
  return to;
}

const addressPairs = 1 << 14;
const accountBytes = 20;
const addressWords = 9;
const knownAccounts = new Uint8Array(2 * addressPairs * accountBytes);
/** In words of four letters. */
const knownAddresses = new Uint32Array(2 * addressPairs * addressWords);
const addressLengths = new Uint8Array(2 * addressPairs);
/** Which slot of each pair was met last. */
const latestSlots = new Uint8Array(addressPairs);

/** An account's address. The last two met in each of many pairs of slots are remembered: base58 is dear. */
export function putAddress(out: DataView, to: number, source: Uint8Array, from: number): number {
  // Account ids are digests: any of their bits choose a pair evenly.
  const pair = ((source[from]! << 16) | (source[from + 1]! << 8) | source[from + 2]!) & (addressPairs - 1);
  let slot = 2 * pair + latestSlots[pair]!;
  if (!isKnownAt(slot, source, from)) {
    slot ^= 1;
    if (!isKnownAt(slot, source, from)) remember(slot, source, from);
    latestSlots[pair] = slot & 1;
  }
  const length = addressLengths[slot]!;
  for (let i = slot * addressWords, at = to; at < to + length; i++, at += 4) {
    out.setUint32(at, knownAddresses[i]!, true);
  }
  return to + length;
}

function isKnownAt(slot: number, source: Uint8Array, from: number): boolean {
  if (addressLengths[slot] === 0) return false;
  const known = slot * accountBytes;
  for (let i = 0; i < accountBytes; i++) if (knownAccounts[known + i] !== source[from + i]) return false;
  return true;
}

function remember(slot: number, source: Uint8Array, from: number): void {
  const text = new FixedText(encodeAddress(bytesToHex(source, from, from + accountBytes)));
  for (let i = 0; i < accountBytes; i++) knownAccounts[slot * accountBytes + i] = source[from + i]!;
  addressLengths[slot] = text.length;
  knownAddresses.set(text.words, slot * addressWords);
}

const currencySlots = 256;
const currencyBytes = 20;
const knownCurrencies = new Uint8Array(currencySlots * currencyBytes);
const knownCurrencyTexts: (FixedText | undefined)[] = new Array(currencySlots).fill(undefined);
let knownNative = "";

/** A currency as {@link currencyToJson} shows it, remembered like addresses. */
export function putCurrency(
  out: DataView,
  to: number,
  source: Uint8Array,
  from: number,
  native: string,
): number {
  if (native !== knownNative) {
    knownNative = native;
    knownCurrencyTexts.fill(undefined);
  }
  // Three letters stand in the middle; other currencies are digests mostly.
  const slot = (source[from + 12]! ^ (source[from + 13]! << 2) ^ (source[from + 14]! << 4)) & 0xff;
  const currency = slot * currencyBytes;
  let text = knownCurrencyTexts[slot];
  let isKnown = text !== undefined;
  for (let i = 0; isKnown && i < currencyBytes; i++)
    isKnown = knownCurrencies[currency + i] === source[from + i];
  if (text === undefined || !isKnown) {
    text = new FixedText(currencyToJson(bytesToHex(source, from, from + currencyBytes), native));
    for (let i = 0; i < currencyBytes; i++) knownCurrencies[currency + i] = source[from + i]!;
    knownCurrencyTexts[slot] = text;
  }
  return putFixed(out, to, text);
}

/**
 * An amount as amountToJson shows it, quotes and braces included. Its bytes are 8, or 48 where the first bit is set.
 * Source of the layout: STAmount.cpp of the reference.
 */
export function putAmount(
  out: DataView,
  to: number,
  source: Uint8Array,
  from: number,
  native: string,
): number {
  const upper = word32(source, from);
  const lower = word32(source, from + 4);
  if (upper >>> 31 === 0) {
    to = putByte(out, to, quote);
    if ((upper & 0x4000_0000) === 0 && (upper | lower) !== 0) to = putByte(out, to, minus);
    to = putDrops(out, to, (upper & 0x3fff_ffff) >>> 0, lower);
    return putByte(out, to, quote);
  }
  to = putFixed(out, to, valueText);
  to = putIssuedValue(out, to, upper, lower);
  to = putFixed(out, to, currencyText);
  to = putCurrency(out, to, source, from + 8, native);
  to = putFixed(out, to, issuerText);
  to = putAddress(out, to, source, from + 28);
  return putFixed(out, to, endText);
}

const minus = 45;
const valueText = new FixedText('{"value":"');
const currencyText = new FixedText('","currency":"');
const issuerText = new FixedText('","issuer":"');
const endText = new FixedText('"}');

/** Four bytes as a number, most significant first. */
export const word32 = (source: Uint8Array, from: number): number =>
  ((source[from]! << 24) | (source[from + 1]! << 16) | (source[from + 2]! << 8) | source[from + 3]!) >>> 0;

// 2^32 = 42 × 10^8 + 94,967,296: a 64-bit number below 10^16 in two halves of eight digits, without leaving exact doubles.
const upperHalfOfWord = 42;
const lowerHalfOfWord = 94_967_296;

function putDrops(out: DataView, to: number, upper: number, lower: number): number {
  if (upper < 0x20_0000) return putNumber(out, to, upper * 0x1_0000_0000 + lower);
  return putText(out, to, ((BigInt(upper) << 32n) | BigInt(lower)).toString());
}

const mantissaDigits = 16;
const digits = new DataView(new ArrayBuffer(mantissaDigits));

/** Mirrors amountToText: plain digits where that stays short, else mantissa and exponent. */
function putIssuedValue(out: DataView, to: number, upper: number, lower: number): number {
  const mantissaUpper = upper & 0x003f_ffff;
  if (mantissaUpper === 0 && lower === 0) return putByte(out, to, zero);
  const exponent = ((upper >>> 22) & 0xff) - 97;
  if ((upper & 0x4000_0000) === 0) to = putByte(out, to, minus);
  const rest = mantissaUpper * lowerHalfOfWord + lower;
  const carry = Math.floor(rest / 1e8);
  putPadded(digits, 0, mantissaUpper * upperHalfOfWord + carry, 8);
  putPadded(digits, 8, rest - carry * 1e8, 8);
  if (exponent === 0) return putDigits(out, to, 0, mantissaDigits);
  if (exponent < -25 || exponent > -5) {
    to = putDigits(out, to, 0, mantissaDigits);
    return putText(out, to, `e${exponent}`);
  }
  const point = mantissaDigits + exponent;
  let end = mantissaDigits;
  while (end > 0 && digits.getUint8(end - 1) === zero) end--;
  to = point > 0 ? putDigits(out, to, 0, point) : putByte(out, to, zero);
  if (end <= point) return to;
  to = putByte(out, to, decimalPoint);
  for (let i = point; i < 0; i++) to = putByte(out, to, zero);
  return putDigits(out, to, Math.max(point, 0), end);
}

const decimalPoint = 46;

function putDigits(out: DataView, to: number, from: number, end: number): number {
  for (let i = from; i < end; i++) out.setUint8(to++, digits.getUint8(i));
  return to;
}
