import { IssuedAmount } from "./amounts/issuedAmount.ts";
import type { FieldValue } from "./types.ts";

/**
 * Whether two field values serialize alike. Decoded values are shared between versions of an entry, so most
 * comparisons end at the first line.
 */
export function sameFieldValue(a: FieldValue | undefined, b: FieldValue | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  if (a instanceof IssuedAmount || b instanceof IssuedAmount) {
    return a instanceof IssuedAmount && b instanceof IssuedAmount && sameIssuedAmount(a, b);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameFieldValue(item, b[i]))
    );
  }
  const left = a as Readonly<Record<string, FieldValue | undefined>>;
  const right = b as Readonly<Record<string, FieldValue | undefined>>;
  for (const name in left) if (!sameFieldValue(left[name], right[name])) return false;
  for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false;
  return true;
}

const sameIssuedAmount = (a: IssuedAmount, b: IssuedAmount): boolean =>
  a.mantissa === b.mantissa &&
  a.exponent === b.exponent &&
  a.currency === b.currency &&
  a.issuer === b.issuer;
