import fc from "fast-check";
import { expect, test } from "vitest";
import { issuedAmount } from "../../protocol/amounts/canonicalAmount.ts";
import { lsfHighFreeze, lsfLowFreeze } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Hex } from "../../protocol/types.ts";
import type { LedgerReader } from "../../state/ledgerStore.ts";
import { newEntry } from "../../state/newEntry.ts";
import {
  type IssuerTotals,
  type Obligation,
  rememberedTotals,
  storedTotals,
  TotalsCollector,
  unitExponent,
} from "./issuerTotals.ts";

const currency = "0000000000000000000000005553440000000000";
const account = (n: number): AccountID => n.toString(16).toUpperCase().padStart(40, "0");

interface LineState {
  readonly mantissa: number;
  readonly exponent: number;
  readonly lowFreeze: boolean;
  readonly highFreeze: boolean;
}

function line(low: AccountID, high: AccountID, state: LineState): RippleState {
  const { mantissa, exponent, lowFreeze, highFreeze } = state;
  const of = (value: number, issuer: AccountID, power = 0) =>
    issuedAmount(BigInt(value), power, { currency, issuer });
  return {
    ...newEntry<RippleState>(keylet.line(low, high, currency), {
      Balance: of(mantissa, account(1), exponent),
      LowLimit: of(0, low),
      HighLimit: of(0, high),
    }),
    Flags: (lowFreeze ? lsfLowFreeze : 0) | (highFreeze ? lsfHighFreeze : 0),
  };
}

/** Kept values in a Map, as a store would keep them. */
function keptValues() {
  const values = new Map<Hex, Uint8Array>();
  const reader = {
    derived: (_: number, key: Hex) => values.get(key),
    *derivedEntries(_: number, prefix: Hex) {
      for (const [key, bytes] of values) if (key.startsWith(prefix)) yield { key, bytes };
    },
  } as unknown as LedgerReader;
  return { values, reader };
}

const state = fc.option(
  fc.record({
    mantissa: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    exponent: fc.integer({ min: -40, max: 40 }),
    lowFreeze: fc.boolean(),
    highFreeze: fc.boolean(),
  }),
  { nil: undefined },
);
const step = fc.record({ low: fc.nat({ max: 3 }), high: fc.integer({ min: 4, max: 6 }), state });

test("after any history of lines the totals are those of a walk over all of them", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (history) => {
      const { values, reader } = keptValues();
      const lines = new Map<Hex, RippleState>();
      for (const [index, { low, high, state: next }] of history.entries()) {
        const key = keylet.line(account(low + 2), account(high + 2), currency).key;
        const before = lines.get(key);
        const after = next === undefined ? undefined : line(account(low + 2), account(high + 2), next);
        const collector = new TotalsCollector();
        collector.note(before, after);
        for (const change of collector.changes(reader, index + 1)) {
          if (change.bytes === undefined) values.delete(change.key);
          else values.set(change.key, change.bytes);
        }
        if (after === undefined) lines.delete(key);
        else lines.set(key, after);
      }
      const totals = storedTotals(reader, history.length);
      for (let n = 2; n <= 8; n++)
        expect(totalsFrom(totals, account(n))).toEqual(walk(lines.values(), account(n)));
    }),
    { numRuns: 200 },
  );
});

const totalsFrom = (totals: ReturnType<typeof storedTotals>, of: AccountID) => ({
  owes: totals.obligations(of).get(currency)?.sum ?? 0n,
  lines: totals.obligations(of).get(currency)?.lines ?? 0,
  unusual: [...totals.unusualLines(of)].sort(),
});

function walk(lines: Iterable<RippleState>, of: AccountID) {
  const seen = { owes: 0n, lines: 0, unusual: [] as string[] };
  for (const { index, Balance, LowLimit, HighLimit, Flags } of lines) {
    if (typeof Balance === "bigint" || typeof LowLimit === "bigint" || typeof HighLimit === "bigint")
      continue;
    const isLow = LowLimit.issuer === of;
    if ((!isLow && HighLimit.issuer !== of) || Balance.mantissa === 0n) continue;
    const own = isLow ? Balance.mantissa : -Balance.mantissa;
    const isFrozen = (Flags & (isLow ? lsfLowFreeze : lsfHighFreeze)) !== 0;
    if (own > 0n || isFrozen) {
      seen.unusual.push(index);
    } else {
      seen.owes += -own * 10n ** BigInt(Balance.exponent - unitExponent);
      seen.lines++;
    }
  }
  return { ...seen, unusual: seen.unusual.sort() };
}

test("remembered totals are looked up once, large ones each time, and only so many", () => {
  const asked: string[] = [];
  const currencies = (count: number): ReadonlyMap<string, Obligation> =>
    new Map(Array.from({ length: count }, (_, i) => [String(i), { sum: BigInt(i), lines: 1 }]));
  const totals: IssuerTotals = rememberedTotals({
    obligations(of) {
      asked.push(of);
      return currencies(of === account(2) ? 33 : 32);
    },
    unusualLines: () => new Set(),
  });
  expect(totals.obligations(account(3)).size).toBe(32);
  expect(totals.obligations(account(3))).toEqual(currencies(32));
  expect(totals.obligations(account(2)).size + totals.obligations(account(2)).size).toBe(66);
  expect(asked).toEqual([account(3), account(2), account(2)]);
  for (let n = 4; n < 20; n++) totals.obligations(account(n));
  totals.obligations(account(3));
  expect(asked.at(-1)).toBe(account(3));
});
