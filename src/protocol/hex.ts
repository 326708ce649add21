import { roomToKeep } from "./roomToKeep.ts";
import type { Hex } from "./types.ts";

const digits = "0123456789ABCDEF";

/** The two characters of each byte, laid out as they lie in a Latin-1 buffer. */
const pairOfByte = new Uint16Array(256);
/** For every character code, so that looking one up needs no check. */
const valueOfDigit = new Int8Array(65_536).fill(-1);
for (let byte = 0; byte < 256; byte++) {
  const bytes = new Uint8Array([digits.charCodeAt(byte >> 4), digits.charCodeAt(byte & 15)]);
  pairOfByte[byte] = new Uint16Array(bytes.buffer)[0]!;
}
for (let value = 0; value < 16; value++) {
  valueOfDigit[digits.charCodeAt(value)] = value;
  valueOfDigit[digits.toLowerCase().charCodeAt(value)] = value;
}

const scratchLength = 16_384;
const scratchPairs = new Uint16Array(scratchLength);
const scratchText = Buffer.from(scratchPairs.buffer);

/** Uppercase hexadecimal text of `bytes` from `start` to `end` (both optional). */
export function bytesToHex(bytes: Uint8Array, start = 0, end = bytes.length): Hex {
  const length = end - start;
  if (length <= scratchLength) {
    for (let i = 0; i < length; i++) scratchPairs[i] = pairOfByte[bytes[start + i]!]!;
    return scratchText.latin1Slice(0, length * 2);
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, length)
    .toString("hex")
    .toUpperCase();
}

/** Where a few digits are read in JavaScript, and more by the runtime's native reader. */
const shortHex = 64;

/**
 * Writes the bytes that `hex` (either case) spells into `target` at `offset`.
 * @returns how many bytes were written, or -1 where `hex` is not an even number of hexadecimal digits.
 *   The caller sees to the room.
 */
export function writeHex(hex: string, target: Buffer, offset: number): number {
  const length = hex.length;
  if ((length & 1) !== 0) return -1;
  if (length > shortHex) return target.hexWrite(hex, offset, length >> 1) === length >> 1 ? length >> 1 : -1;
  let allBits = 0;
  for (let i = 0, at = offset; i < length; i += 2, at++) {
    const byte = (valueOfDigit[hex.charCodeAt(i)]! << 4) | valueOfDigit[hex.charCodeAt(i + 1)]!;
    allBits |= byte;
    target[at] = byte;
  }
  return allBits < 0 ? -1 : length >> 1;
}

/**
 * The bytes that hexadecimal text (either case) spells. They may be a view into a pool that others share: copy
 * them before handing their `buffer` to another thread.
 * @throws RangeError for an odd length or another character.
 */
export const hexToBytes = (hex: Hex): Uint8Array => writtenInto(Buffer.allocUnsafe(hex.length >> 1), hex);

/**
 * As {@link hexToBytes}, for bytes that are kept for a while: see roomToKeep.
 * @throws RangeError for an odd length or another character.
 */
export const hexToKeptBytes = (hex: Hex): Uint8Array => writtenInto(roomToKeep(hex.length >> 1), hex);

function writtenInto(bytes: Buffer, hex: Hex): Uint8Array {
  if (writeHex(hex, bytes, 0) < 0) throw new RangeError("not hexadecimal text");
  return bytes;
}

const hexText = /^(?:[0-9A-Fa-f]{2})*$/;

/** Whether `text` is whole bytes in hexadecimal, of `byteLength` bytes where that is given. */
export const isHex = (text: string, byteLength?: number): boolean =>
  (byteLength === undefined || text.length === byteLength * 2) && hexText.test(text);
