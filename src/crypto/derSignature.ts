const word = (hex: string): Uint8Array => Buffer.from(hex, "hex");
/** The order of secp256k1's group, and half of it. */
const order = word("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141");
const halfOrder = word("7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0");

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
export function parseDerSignature(signature: Uint8Array): ParsedSignature | undefined {
  const size = signature.length;
  if (size < 8 || size > 72) return undefined;
  if (signature[0] !== 0x30 || signature[1] !== size - 2) return undefined;
  const compact = new Uint8Array(64);
  const endOfR = readNumber(signature, 2, compact, 32);
  if (endOfR === undefined || readNumber(signature, endOfR, compact, 64) !== size) return undefined;
  if (compare(compact, 0, order) >= 0 || compare(compact, 32, order) >= 0) return undefined;
  return { compact, isFullyCanonical: compare(compact, 32, halfOrder) <= 0 };
}

/** Copies the number that starts at byte `start` so that it ends before `targetEnd`. @returns the byte behind it */
function readNumber(
  signature: Uint8Array,
  start: number,
  target: Uint8Array,
  targetEnd: number,
): number | undefined {
  // Behind the end there is nothing, which fits no condition.
  const length = signature[start + 1] ?? 0;
  const end = start + 2 + length;
  if (signature[start] !== 0x02 || length < 1 || length > 33 || end > signature.length) return undefined;
  const first = signature[start + 2]!;
  if (first >= 0x80) return undefined;
  if (first === 0 && (length === 1 || signature[start + 3]! < 0x80)) return undefined;
  // 33 bytes begin with a zero, or the number is above the order anyway.
  if (length === 33 && first !== 0) return undefined;
  const digits = Math.min(length, 32);
  for (let i = 1; i <= digits; i++) target[targetEnd - i] = signature[end - i]!;
  return end;
}

/** Of the 32 bytes from `start` with as many others, both numbers with the highest byte first. */
function compare(bytes: Uint8Array, start: number, other: Uint8Array): number {
  for (let i = 0; i < 32; i++) {
    const difference = bytes[start + i]! - other[i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
