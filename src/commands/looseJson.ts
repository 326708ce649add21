import type { JsonValue } from "./json.ts";

/**
 * Conversions of request values that are lenient the way the reference is: 5 is also "5", "7" is also 7, null is
 * nothing. Clients depend on it. What cannot be converted is an Inconvertible, which the dispatcher answers with
 * `internal`, as the reference does.
 *
 * Integers are 32 bits wide. Source: json_value.cpp and LexicalCast.h of the reference.
 */
export class Inconvertible extends Error {
  constructor(value: JsonValue | undefined, to: string) {
    super(`a JSON ${Array.isArray(value) ? "array" : typeof value} is no ${to}`);
    this.name = "Inconvertible";
  }
}

const maxUnsigned = 0xffff_ffff;
const maxSigned = 0x7fff_ffff;
const minSigned = -0x8000_0000;

/**
 * As text: numbers in digits (six decimals where there is a fraction), flags as words, nothing as "".
 * @throws Inconvertible for lists and objects
 */
export function textOf(value: JsonValue | undefined): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return Number.isInteger(value) ? String(value) : value.toFixed(6);
    case "boolean":
      return value ? "true" : "false";
    default:
      if (value === null || value === undefined) return "";
      throw new Inconvertible(value, "text");
  }
}

/** As a yes or no: what is empty, zero or nothing counts as no. Never throws. */
export function flagOf(value: JsonValue | undefined): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** As a whole number from 0 to 2^32 - 1; fractions are cut off, nothing is 0. @throws Inconvertible */
export function unsignedOf(value: JsonValue | undefined): number {
  const number = numberOf(value, "unsigned integer");
  if (number < 0 || number > maxUnsigned) throw new Inconvertible(value, "unsigned integer");
  return number;
}

/** As a whole number of 32 bits with a sign; fractions are cut off, nothing is 0. @throws Inconvertible */
export function integerOf(value: JsonValue | undefined): number {
  const number = numberOf(value, "integer");
  // The last value fits a number but not the reference's check; it makes no difference anywhere.
  if (number < minSigned || number > maxSigned) throw new Inconvertible(value, "integer");
  return number;
}

function numberOf(value: JsonValue | undefined, to: string): number {
  switch (typeof value) {
    case "number":
      return Math.trunc(value);
    case "boolean":
      return value ? 1 : 0;
    case "string": {
      if (!/^[+-]?\d+$/.test(value)) throw new Inconvertible(value, to);
      return Number(value);
    }
    default:
      if (value === null || value === undefined) return 0;
      throw new Inconvertible(value, to);
  }
}

/** A number that counts as an unsigned 32-bit integer without any conversion. */
export const isUnsigned = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxUnsigned;

/** A number that counts as a signed 32-bit integer without any conversion. */
export const isSigned = (value: JsonValue | undefined): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= minSigned && value <= maxSigned;

/** Integers of either kind, and flags. */
export const isIntegral = (value: JsonValue | undefined): boolean =>
  typeof value === "boolean" || isUnsigned(value) || isSigned(value);

/** Whether a parameter counts as given: null, "", [] and {} do not; 0 and false do. */
export function isGiven(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** An unsigned 32-bit integer written in decimal digits, or undefined. A leading plus is allowed. */
export function unsignedFromText(text: string): number | undefined {
  if (!/^\+?\d+$/.test(text)) return undefined;
  const number = Number(text);
  return number <= maxUnsigned ? number : undefined;
}
