import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TestLedger, usd } from "../../../test/support/testLedger.ts";
import { AmountOverflow } from "../../protocol/amounts/canonicalAmount.ts";
import { noIssue } from "../../protocol/amounts/issue.ts";
import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import type { Amount } from "../../protocol/types.ts";
import { roundToTick, tickSizeOf } from "./tickSize.ts";

/** Pays, gets, digits, "s" for a sale or "b" for a purchase; then what the reference's arithmetic makes of it. */
const vectors: readonly (readonly string[])[] = JSON.parse(
  readFileSync(new URL("../../../test/vectors/amounts/tickSize.json", import.meta.url), "utf8"),
);

function amount(text: string): Amount {
  const [mantissa, exponent] = text.split("e");
  if (exponent === undefined) return BigInt(mantissa!);
  return new IssuedAmount(BigInt(mantissa!), Number(exponent), noIssue.currency, noIssue.issuer);
}
const text = (of: Amount): string => (typeof of === "bigint" ? `${of}` : `${of.mantissa}e${of.exponent}`);

test("rounds the side that is not exact, to the last digit as the reference does", () => {
  for (const [pays, gets, digits, side, ...expected] of vectors) {
    let result: string;
    try {
      const rounded = roundToTick(amount(pays!), amount(gets!), Number(digits), side === "s");
      result = `${text(rounded.pays)} ${text(rounded.gets)}`;
    } catch (error) {
      if (!(error instanceof AmountOverflow)) throw error;
      result = "overflow";
    }
    expect(result, `${pays} for ${gets}, ${digits} digits, ${side}`).toBe(expected.join(" "));
  }
});

test("the fewer digits of the two issuers count, and drops ask for none", () => {
  const ledger = new TestLedger();
  const [coarse, fine, free] = [
    ledger.fund("coarse", 1_000_000_000n, { TickSize: 4 }),
    ledger.fund("fine", 1_000_000_000n, { TickSize: 9 }),
    ledger.fund("free"),
  ];
  const { state } = ledger;
  expect(tickSizeOf(state, usd(1, fine), usd(1, coarse))).toBe(4);
  expect(tickSizeOf(state, usd(1, fine), 1n)).toBe(9);
  expect(tickSizeOf(state, usd(1, free), 1n)).toBe(16);
});
