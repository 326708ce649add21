import { hexToBytes } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";

/** The order of secp256k1's group, and half of it. 64 digits each, so that text compares as the numbers do. */
const order = "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141";
const halfOrder = "7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0";

/** A secp256k1 signature read from its DER form. */
export interface ParsedSignature {
  /** R and S, 32 bytes each. */
  readonly compact: Uint8Array;
  /** S is in the lower half, so that no other signature says the same. */
  readonly isFullyCanonical: boolean;
}

/**
 * Reads a DER signature the protocol's strict way: `30 length 02 length R 02 length S`, nothing behind it, no
 * number negative, zero, padded, or as large as the group's order. Undefined for anything else.
 */
export function parseDerSignature(signature: Hex): ParsedSignature | undefined {
  const size = signature.length / 2;
  if (size < 8 || size > 72) return undefined;
  if (!signature.startsWith("30") || byteAt(signature, 1) !== size - 2) return undefined;
  const r = numberAt(signature, 2);
  if (r === undefined) return undefined;
  const s = numberAt(signature, r.end);
  if (s === undefined || s.end !== size) return undefined;
  if (r.digits >= order || s.digits >= order) return undefined;
  return { compact: hexToBytes(r.digits + s.digits), isFullyCanonical: s.digits <= halfOrder };
}

/** The number that starts at byte `start`: 64 digits, and the byte behind it. */
function numberAt(signature: Hex, start: number): { digits: Hex; end: number } | undefined {
  const length = byteAt(signature, start + 1);
  const end = start + 2 + length;
  if (byteAt(signature, start) !== 0x02 || !(length >= 1 && length <= 33)) return undefined;
  if (end * 2 > signature.length) return undefined;
  const first = byteAt(signature, start + 2);
  if (first >= 0x80) return undefined;
  if (first === 0 && (length === 1 || byteAt(signature, start + 3) < 0x80)) return undefined;
  // 33 bytes begin with a zero, or the number is above the order anyway.
  if (length === 33 && first !== 0) return undefined;
  const digits = signature.slice((start + 2) * 2, end * 2);
  return { digits: length === 33 ? digits.slice(2) : digits.padStart(64, "0"), end };
}

/** NaN behind the end, which no comparison accepts. */
function byteAt(hex: Hex, index: number): number {
  return Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
}
