import { encodeAddress } from "../base58.ts";
import { currencyToJson } from "../currency.ts";
import { bytesToHex } from "../hex.ts";

// Values on the wire to the ASCII bytes that JSON shows of them. Each function writes to `out` at `to`, where there is
// room, and returns where it ended. The hot loops of large replies: no strings, no bigints, no allocation.

const upperHex = "0123456789ABCDEF";
const firstDigit = new Uint8Array(256);
const secondDigit = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  firstDigit[byte] = upperHex.charCodeAt(byte >> 4);
  secondDigit[byte] = upperHex.charCodeAt(byte & 15);
}
const zero = 48;
const quote = 34;

export function putText(out: Uint8Array, to: number, ascii: string): number {
  for (let i = 0; i < ascii.length; i++) out[to++] = ascii.charCodeAt(i);
  return to;
}

/** Uppercase hexadecimal. */
export function putHex(out: Uint8Array, to: number, source: Uint8Array, from: number, count: number): number {
  for (let i = from; i < from + count; i++) {
    const byte = source[i]!;
    out[to++] = firstDigit[byte]!;
    out[to++] = secondDigit[byte]!;
  }
  return to;
}

/** A whole number from 0 up to 2^53. */
export function putNumber(out: Uint8Array, to: number, value: number): number {
  if (value >= 1e8) {
    const upper = Math.floor(value / 1e8);
    return putPadded(out, putNumber(out, to, upper), value - upper * 1e8, 8);
  }
  let count = 1;
  for (let rest = (value / 10) | 0; rest > 0; rest = (rest / 10) | 0) count++;
  return putPadded(out, to, value, count);
}

/** The last `count` digits of a number below 10^9. */
function putPadded(out: Uint8Array, to: number, value: number, count: number): number {
  let rest = value | 0;
  for (let i = to + count - 1; i >= to; i--) {
    const tenth = (rest / 10) | 0;
    out[i] = zero + rest - tenth * 10;
    rest = tenth;
  }
  return to + count;
}

/** Eight bytes in lowercase hexadecimal without leading zeros. */
export function putShortHex(out: Uint8Array, to: number, source: Uint8Array, from: number): number {
  let isLeading = true;
  for (let i = 0; i < 16; i++) {
    const byte = source[from + (i >> 1)]!;
    const digit = (i & 1) === 0 ? byte >> 4 : byte & 15;
    if (isLeading && digit === 0 && i < 15) continue;
    isLeading = false;
    out[to++] = digit < 10 ? zero + digit : 87 + digit;
  }
  return to;
}

const addressSlots = 1 << 15;
const accountBytes = 20;
/** One for the length, and the longest address. */
const slotBytes = 1 + 35;
const knownAccounts = new Uint8Array(addressSlots * accountBytes);
const knownAddresses = new Uint8Array(addressSlots * slotBytes);

/** An account's address. The last one met in each of many slots is remembered: base58 is dear. */
export function putAddress(out: Uint8Array, to: number, source: Uint8Array, from: number): number {
  // Account ids are digests: any of their bits choose a slot evenly.
  const slot = ((source[from]! << 16) | (source[from + 1]! << 8) | source[from + 2]!) & (addressSlots - 1);
  const account = slot * accountBytes;
  const address = slot * slotBytes;
  let isKnown = knownAddresses[address] !== 0;
  for (let i = 0; isKnown && i < accountBytes; i++) isKnown = knownAccounts[account + i] === source[from + i];
  if (!isKnown) {
    const text = encodeAddress(bytesToHex(source, from, from + accountBytes));
    for (let i = 0; i < accountBytes; i++) knownAccounts[account + i] = source[from + i]!;
    knownAddresses[address] = text.length;
    putText(knownAddresses, address + 1, text);
  }
  const end = address + 1 + knownAddresses[address]!;
  for (let i = address + 1; i < end; i++) out[to++] = knownAddresses[i]!;
  return to;
}

const currencySlots = 256;
const currencyBytes = 20;
const knownCurrencies = new Uint8Array(currencySlots * currencyBytes);
const knownCurrencyTexts: string[] = new Array(currencySlots).fill("");
let knownNative = "";

/** A currency as {@link currencyToJson} shows it, remembered like addresses. */
export function putCurrency(
  out: Uint8Array,
  to: number,
  source: Uint8Array,
  from: number,
  native: string,
): number {
  if (native !== knownNative) {
    knownNative = native;
    knownCurrencyTexts.fill("");
  }
  // Three letters stand in the middle; other currencies are digests mostly.
  const slot = (source[from + 12]! ^ (source[from + 13]! << 2) ^ (source[from + 14]! << 4)) & 0xff;
  const currency = slot * currencyBytes;
  let text = knownCurrencyTexts[slot]!;
  let isKnown = text !== "";
  for (let i = 0; isKnown && i < currencyBytes; i++)
    isKnown = knownCurrencies[currency + i] === source[from + i];
  if (!isKnown) {
    text = currencyToJson(bytesToHex(source, from, from + currencyBytes), native);
    for (let i = 0; i < currencyBytes; i++) knownCurrencies[currency + i] = source[from + i]!;
    knownCurrencyTexts[slot] = text;
  }
  return putText(out, to, text);
}

/**
 * An amount as amountToJson shows it, quotes and braces included. Its bytes are 8, or 48 where the first bit is set.
 * Source of the layout: STAmount.cpp of the reference.
 */
export function putAmount(
  out: Uint8Array,
  to: number,
  source: Uint8Array,
  from: number,
  native: string,
): number {
  const upper = word32(source, from);
  const lower = word32(source, from + 4);
  if (upper >>> 31 === 0) {
    out[to++] = quote;
    if ((upper & 0x4000_0000) === 0 && (upper | lower) !== 0) out[to++] = 45;
    to = putDrops(out, to, (upper & 0x3fff_ffff) >>> 0, lower);
    out[to++] = quote;
    return to;
  }
  to = putText(out, to, '{"value":"');
  to = putIssuedValue(out, to, upper, lower);
  to = putText(out, to, '","currency":"');
  to = putCurrency(out, to, source, from + 8, native);
  to = putText(out, to, '","issuer":"');
  to = putAddress(out, to, source, from + 28);
  return putText(out, to, '"}');
}

export const word32 = (source: Uint8Array, from: number): number =>
  ((source[from]! << 24) | (source[from + 1]! << 16) | (source[from + 2]! << 8) | source[from + 3]!) >>> 0;

// 2^32 = 42 × 10^8 + 94,967,296: a 64-bit number below 10^16 in two halves of eight digits, without leaving exact doubles.
const upperHalfOfWord = 42;
const lowerHalfOfWord = 94_967_296;

function putDrops(out: Uint8Array, to: number, upper: number, lower: number): number {
  if (upper < 0x20_0000) return putNumber(out, to, upper * 0x1_0000_0000 + lower);
  return putText(out, to, ((BigInt(upper) << 32n) | BigInt(lower)).toString());
}

const mantissaDigits = 16;
const digits = new Uint8Array(mantissaDigits);

/** Mirrors amountToText: plain digits where that stays short, else mantissa and exponent. */
function putIssuedValue(out: Uint8Array, to: number, upper: number, lower: number): number {
  const mantissaUpper = upper & 0x003f_ffff;
  if (mantissaUpper === 0 && lower === 0) {
    out[to++] = zero;
    return to;
  }
  const exponent = ((upper >>> 22) & 0xff) - 97;
  if ((upper & 0x4000_0000) === 0) out[to++] = 45;
  const rest = mantissaUpper * lowerHalfOfWord + lower;
  const carry = Math.floor(rest / 1e8);
  putPadded(digits, 0, mantissaUpper * upperHalfOfWord + carry, 8);
  putPadded(digits, 8, rest - carry * 1e8, 8);
  const isShort = exponent >= -25 && exponent <= -5;
  const point = mantissaDigits + exponent;
  if (!isShort || exponent === 0) {
    to = putDigits(out, to, 0, mantissaDigits);
    if (exponent === 0) return to;
    return putText(out, to, `e${exponent}`);
  }
  let end = mantissaDigits;
  while (end > 0 && digits[end - 1] === zero) end--;
  if (point > 0) to = putDigits(out, to, 0, point);
  else out[to++] = zero;
  if (end <= point) return to;
  out[to++] = 46;
  for (let i = point; i < 0; i++) out[to++] = zero;
  return putDigits(out, to, Math.max(point, 0), end);
}

function putDigits(out: Uint8Array, to: number, from: number, end: number): number {
  for (let i = from; i < end; i++) out[to++] = digits[i]!;
  return to;
}
