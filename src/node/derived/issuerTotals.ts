import { powersOfTen } from "../../protocol/amounts/canonicalAmount.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { hasFlag, lsfHighFreeze, lsfLowFreeze } from "../../protocol/flags.ts";
import type { RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Currency, Hash256, Hex } from "../../protocol/types.ts";
import type { Change, LedgerReader } from "../../state/ledgerStore.ts";
import type { DerivedCollector, Version } from "./derivedIndex.ts";
import { derivedKeys } from "./derivedKeys.ts";

/**
 * What each account owes over its trust lines, summed up by currency, and which of its lines are unlike the others:
 * those over which others owe it, and those that it has frozen. So gateway_balances need not walk all lines.
 */
export interface IssuerTotals {
  /** By currency, in its order. */
  obligations(account: AccountID): ReadonlyMap<Currency, Obligation>;
  /** Keys of the lines that no obligation counts: positive for the account, or frozen by it. */
  unusualLines(account: AccountID): ReadonlySet<Hash256>;
}

/** What an account owes in one currency over lines that it has not frozen. */
export interface Obligation {
  /** Exact, in units of 10^{@link unitExponent}. */
  readonly sum: bigint;
  readonly lines: number;
}

/** No amount has digits below this power of ten. */
export const unitExponent = -96;

interface Side {
  readonly account: AccountID;
  readonly currency: Currency;
  readonly kind: "owes" | "unusual";
  /** What is owed, in units. */
  readonly units: bigint;
}

/** What the line is to either of its ends; an end that neither owes nor is owed anything is left out. */
function sidesOf(line: Version): Side[] {
  if (line?.LedgerEntryType !== "RippleState") return [];
  const { mantissa, exponent, currency } = line.Balance as IssuedAmount;
  if (mantissa === 0n) return [];
  const [ower, owed] = mantissa < 0n ? [lowOf(line), highOf(line)] : [highOf(line), lowOf(line)];
  const isFrozen = hasFlag(line.Flags, mantissa < 0n ? lsfLowFreeze : lsfHighFreeze);
  const units = (mantissa < 0n ? -mantissa : mantissa) * tenTo(exponent - unitExponent);
  return [
    { account: ower, currency, kind: isFrozen ? "unusual" : "owes", units },
    { account: owed, currency, kind: "unusual", units },
  ];
}

const lowOf = ({ LowLimit }: Readonly<RippleState>): AccountID => (LowLimit as IssuedAmount).issuer;
const highOf = ({ HighLimit }: Readonly<RippleState>): AccountID => (HighLimit as IssuedAmount).issuer;
const tenTo = (power: number): bigint => powersOfTen[power] ?? 10n ** BigInt(power);

/** How sums and unusual lines change, by their stored keys. */
export class TotalsCollector implements DerivedCollector {
  private readonly sums = new Map<
    Hex,
    { account: AccountID; currency: Currency; units: bigint; lines: number }
  >();
  private readonly unusual = new Map<Hex, { account: AccountID; line: Hash256; by: number }>();

  note(before: Version, after: Version): void {
    const line = (after ?? before)?.index;
    if (line === undefined) return;
    for (const side of sidesOf(before)) this.count(side, line, -1);
    for (const side of sidesOf(after)) this.count(side, line, 1);
  }

  changes(reader: LedgerReader | undefined, ledgerIndex: number): Change[] {
    const changes: Change[] = [];
    for (const [key, { units, lines }] of this.sums) {
      if (units === 0n && lines === 0) continue;
      const stored = decodeObligation(reader?.derived(ledgerIndex - 1, key));
      const now = { sum: stored.sum + units, lines: stored.lines + lines };
      changes.push({ key, bytes: now.lines === 0 ? undefined : encodeObligation(now) });
    }
    for (const [key, { by }] of this.unusual) {
      if (by !== 0) changes.push({ key, bytes: by > 0 ? isThere : undefined });
    }
    return changes;
  }

  /** The totals of a ledger with these changes. */
  after(below: IssuerTotals): IssuerTotals {
    return {
      obligations: (account) => {
        const totals = new Map(below.obligations(account));
        for (const { account: of, currency, units, lines } of this.sums.values()) {
          if (of !== account) continue;
          const { sum, lines: count } = totals.get(currency) ?? nothingOwed;
          if (count + lines === 0) totals.delete(currency);
          else totals.set(currency, { sum: sum + units, lines: count + lines });
        }
        return totals;
      },
      unusualLines: (account) => {
        const lines = new Set(below.unusualLines(account));
        for (const { account: of, line, by } of this.unusual.values()) {
          if (of !== account) continue;
          if (by > 0) lines.add(line);
          else if (by < 0) lines.delete(line);
        }
        return lines;
      },
    };
  }

  private count({ account, currency, kind, units }: Side, line: Hash256, by: 1 | -1): void {
    if (kind === "unusual") {
      const key = derivedKeys.unusualLine(account, line);
      const known = this.unusual.get(key);
      if (known === undefined) this.unusual.set(key, { account, line, by });
      else known.by += by;
      return;
    }
    const key = derivedKeys.obligation(account, currency);
    const known = this.sums.get(key);
    const change = by > 0 ? units : -units;
    if (known === undefined) this.sums.set(key, { account, currency, units: change, lines: by });
    else {
      known.units += change;
      known.lines += by;
    }
  }
}

/** The totals of a stored ledger. */
export const storedTotals = (reader: LedgerReader, ledgerIndex: number): IssuerTotals => ({
  obligations(account) {
    const totals = new Map<Currency, Obligation>();
    for (const { key, bytes } of reader.derivedEntries(ledgerIndex, derivedKeys.obligations(account))) {
      totals.set(key.slice(-40), decodeObligation(bytes));
    }
    return totals;
  },
  unusualLines(account) {
    const lines = new Set<Hash256>();
    for (const { key } of reader.derivedEntries(ledgerIndex, derivedKeys.unusualLines(account))) {
      lines.add(key.slice(-64));
    }
    return lines;
  },
});

/** So many accounts' totals are remembered; a further one takes the place of all. */
const accountsRemembered = 16;
/** An account with more currencies or unusual lines is looked up each time. */
const mostRemembered = 32;

/** Totals of a ledger that does not change any more: big issuers are asked about over and over. */
export const rememberedTotals = (totals: IssuerTotals): IssuerTotals => ({
  obligations: rememberingSmall((account) => totals.obligations(account)),
  unusualLines: rememberingSmall((account) => totals.unusualLines(account)),
});

function rememberingSmall<T extends { readonly size: number }>(
  find: (account: AccountID) => T,
): (account: AccountID) => T {
  const known = new Map<AccountID, T>();
  return (account) => {
    const remembered = known.get(account);
    if (remembered !== undefined) return remembered;
    const found = find(account);
    if (found.size > mostRemembered) return found;
    if (known.size >= accountsRemembered) known.clear();
    known.set(account, found);
    return found;
  };
}

const isThere = Uint8Array.of(1);
const nothingOwed: Obligation = { sum: 0n, lines: 0 };

/** The number of lines in four bytes, then the sum, most significant byte first. */
function encodeObligation({ sum, lines }: Obligation): Uint8Array {
  const digits = sum.toString(16);
  const bytes = Buffer.allocUnsafe(4 + Math.ceil(digits.length / 2));
  bytes.writeUInt32BE(lines, 0);
  bytes.write(digits.length % 2 === 0 ? digits : `0${digits}`, 4, "hex");
  return bytes;
}

function decodeObligation(bytes: Uint8Array | undefined): Obligation {
  if (bytes === undefined) return nothingOwed;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { lines: buffer.readUInt32BE(0), sum: BigInt(`0x${buffer.toString("hex", 4)}`) };
}
