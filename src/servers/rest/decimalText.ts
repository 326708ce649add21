import type { Drops } from "../../protocol/types.ts";

const dropsPerUnit = 1_000_000n;
const unitText = /^(\d{1,12})(?:\.(\d{1,6}))?$/;

/** A number of drops in whole units: `12.5`. */
export function wholeUnits(drops: Drops): string {
  const sign = drops < 0n ? "-" : "";
  const size = drops < 0n ? -drops : drops;
  const fraction = (size % dropsPerUnit).toString().padStart(6, "0").replace(/0+$/, "");
  return `${sign}${size / dropsPerUnit}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The drops in a decimal number of whole units; undefined for other text, or for parts of a drop. */
export function dropsOf(units: string): Drops | undefined {
  const match = unitText.exec(units);
  if (match === null) return undefined;
  return BigInt(match[1]!) * dropsPerUnit + BigInt((match[2] ?? "").padEnd(6, "0"));
}

/** A number of whole units, as commands tell it, in plain digits. */
export const decimalText = (units: number): string => wholeUnits(BigInt(Math.round(units * 1_000_000)));
