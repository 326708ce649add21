import { decodeAddress } from "../base58.ts";
import { isHex } from "../hex.ts";
import type { JsonValue } from "../jsonValue.ts";
import type { AccountID, Hex } from "../types.ts";

/** A number that the reference's JSON reader takes for a signed integer of 32 bits. */
export const isSignedInteger = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= -0x8000_0000 && value <= 0x7fff_ffff;

/** A number that the reference's JSON reader takes for an integer of 32 bits without a sign. */
export const isUnsignedInteger = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;

/** A number in decimal digits, a plus sign before it or not, up to `most`; undefined for any other text. */
export function unsignedFromText(text: string, most: number): number | undefined {
  if (!/^\+?[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  return value <= most ? value : undefined;
}

/** The bytes, as uppercase hex, that text of exactly `length` bytes spells; "0" stands for all zeros. */
export function fixedHexFromText(text: string, length: number): Hex | undefined {
  if (text === "0") return "0".repeat(length * 2);
  return isHex(text, length) ? text.toUpperCase() : undefined;
}

/** An account id from an address or from hex. */
export const accountFromJson = (text: string): AccountID | undefined =>
  fixedHexFromText(text, 20) ?? decodeAddress(text);
