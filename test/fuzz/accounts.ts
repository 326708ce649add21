import { parityRate } from "../../src/protocol/amounts/rate.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { LedgerEntry, Offer, RippleState } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount } from "../../src/protocol/types.ts";
import type { ReadView } from "../../src/state/view.ts";
import { dropsIn, issuerOf } from "./entryRules.ts";
import { currencyName, exact, magnitude } from "./exact.ts";
import type { Applied } from "./world.ts";

/** Types that this knows all parties of; of others only the native total is checked. */
const marketTypes = new Set([
  "OfferCreate",
  "OfferCancel",
  "Payment",
  "TrustSet",
  "AccountSet",
  "TicketCreate",
]);

/** Per account and currency: an amount in exact units. */
class Sheet {
  private readonly rows = new Map<string, bigint>();
  static readonly key = (account: AccountID, currency: string): string => `${account} ${currency}`;

  add(account: AccountID, currency: string, value: bigint): void {
    const key = Sheet.key(account, currency);
    this.rows.set(key, (this.rows.get(key) ?? 0n) + value);
  }
  get(key: string): bigint {
    return this.rows.get(key) ?? 0n;
  }
  keys(): Iterable<string> {
    return this.rows.keys();
  }
}

/** Each rounding may cost about one in 10^14 of all that was added up, or a few of the smallest amounts there are. */
const roundingShare = 50_000_000_000_000n;
const smallest = 10n ** 16n;

/**
 * Checks who gained and who lost by a transaction: nobody loses who did not agree to.
 *
 * What an offer's owner gives and gets is what his offers became smaller by; a sender gives no more than he said;
 * a receiver gets what was delivered; everybody else only gains (issuers: fees). Trust lines and drops make this a
 * closed circle, so that nothing can have come from nowhere either.
 */
export function checkAccounts({ tx, outcome, changes }: Applied, view: ReadView): string[] {
  const gains = new Sheet();
  // What moved in a currency: money that goes in a circle is rounded too, and leaves no trace but that.
  const moved = new Map<string, bigint>();
  const widen = (currency: string, by: bigint) => moved.set(currency, (moved.get(currency) ?? 0n) + by);
  const generous = new Set<string>();
  let drops = 0n;
  for (const change of changes) {
    const entry = change.after ?? change.before;
    drops += dropsIn(change.after) - dropsIn(change.before);
    if (entry?.LedgerEntryType === "AccountRoot") {
      gains.add(entry.Account, "drops", dropsIn(change.after) - dropsIn(change.before));
    } else if (entry?.LedgerEntryType === "RippleState") {
      const [from, to] = [balanceOf(change.before), balanceOf(change.after)];
      const currency = currencyName(entry.Balance);
      for (const [side, sign] of [
        [issuerOf(entry.LowLimit), 1n],
        [issuerOf(entry.HighLimit), -1n],
      ] as const) {
        gains.add(side, currency, sign * (to - from));
        widen(currency, magnitude(from) + magnitude(to));
        if (isGenerous(entry, side)) generous.add(Sheet.key(side, currency));
      }
    }
  }

  const problems: string[] = [];
  if (outcome.applied && drops !== -tx.Fee) {
    problems.push(`the native total changed by ${drops}, the fee is ${tx.Fee}`);
  }

  if (!marketTypes.has(tx.TransactionType)) return problems;

  const agreed = new Sheet();
  let roundings = 1n;
  const crossing = tx.TransactionType === "OfferCreate";
  for (const { owner, whole, paid, given } of takenOffers(outcome)) {
    agreed.add(owner, currencyName(paid), exact(paid));
    roundings += 1n;
    for (const amount of whole) widen(currencyName(amount), exact(amount));
    const rate = crossing ? transferRate(view, given) : BigInt(parityRate);
    agreed.add(owner, currencyName(given), -(exact(given) * rate) / BigInt(parityRate));
  }
  agreed.add(tx.Account, "drops", -tx.Fee);
  for (const { account, amount } of partyAmounts({ tx, outcome }, view)) {
    agreed.add(account, currencyName(amount), exact(amount));
    widen(currencyName(amount), magnitude(exact(amount)));
  }

  const parties = new Set([tx.Account, (tx as { Destination?: AccountID }).Destination]);
  for (const key of new Set([...gains.keys(), ...agreed.keys()])) {
    if (generous.has(key)) continue;
    const isDrops = key.endsWith(" drops");
    const tolerance = isDrops
      ? 0n
      : ((moved.get(key.slice(41)) ?? 0n) * roundings) / roundingShare + smallest;
    // Drops come from the parties and their offers alone: others gain none without giving something.
    const gainsUnasked = isDrops && !parties.has(key.slice(0, 40)) && gains.get(key) > agreed.get(key);
    if (gainsUnasked || gains.get(key) < agreed.get(key) - tolerance) {
      problems.push(`${key} gained ${gains.get(key)}, agreed was ${agreed.get(key)}`);
    }
  }
  return problems;
}

/** Who takes a unit for more than one (QualityIn), or gives one for less (QualityOut), loses as he wants to. */
function isGenerous(line: Readonly<RippleState>, side: AccountID): boolean {
  const isLow = side === issuerOf(line.LowLimit);
  const taken = (isLow ? line.LowQualityIn : line.HighQualityIn) || parityRate;
  const given = (isLow ? line.LowQualityOut : line.HighQualityOut) || parityRate;
  return taken > parityRate || given < parityRate;
}

function balanceOf(entry: Readonly<LedgerEntry> | undefined): bigint {
  return entry?.LedgerEntryType === "RippleState" ? exact(entry.Balance) : 0n;
}

interface Taken {
  readonly owner: AccountID;
  /** What the offer was before: its last digits are all that a part of it can be exact to. */
  readonly whole: readonly Amount[];
  readonly paid: Amount;
  readonly given: Amount;
}

/** By how much offers became smaller, from the metadata: it alone has a deleted offer's last amounts. */
function takenOffers(outcome: Applied["outcome"]): Taken[] {
  const taken: Taken[] = [];
  for (const wrapper of outcome.metadata?.AffectedNodes ?? []) {
    const node = Object.values(wrapper)[0];
    if (node?.LedgerEntryType !== "Offer" || node.PreviousFields === undefined) continue;
    const last = node.FinalFields as unknown as Offer;
    const first = node.PreviousFields as Partial<Offer>;
    if (first.TakerPays === undefined && first.TakerGets === undefined) continue;
    const [pays, gets] = [first.TakerPays ?? last.TakerPays, first.TakerGets ?? last.TakerGets];
    taken.push({
      owner: last.Account,
      whole: [pays, gets],
      paid: lessened(pays, last.TakerPays),
      given: lessened(gets, last.TakerGets),
    });
  }
  return taken;
}

/** `from - to` without rounding, as an amount that only {@link exact} looks at. */
function lessened(from: Amount, to: Amount): Amount {
  if (typeof from === "bigint" || typeof to === "bigint") return exact(from) - exact(to);
  return { ...from, mantissa: exact(from) - exact(to), exponent: -96 };
}

const transferRate = (view: ReadView, amount: Amount): bigint =>
  typeof amount === "bigint"
    ? BigInt(parityRate)
    : BigInt(view.read(keylet.account(amount.issuer))?.TransferRate ?? parityRate);

/** What sender and receiver agreed to: negative is the most that the sender gives. */
function partyAmounts(
  { tx, outcome }: Pick<Applied, "tx" | "outcome">,
  view: ReadView,
): { account: AccountID; amount: Amount }[] {
  if (outcome.result !== "tesSUCCESS") return [];
  const fields = tx as unknown as Record<string, Amount | undefined>;
  const scaled = (amount: Amount, numerator: bigint, denominator: bigint): Amount =>
    typeof amount === "bigint"
      ? (amount * numerator) / denominator
      : { ...amount, mantissa: (exact(amount) * numerator) / denominator, exponent: -96 };
  if (tx.TransactionType === "OfferCreate") {
    const gives = fields.TakerGets!;
    return [{ account: tx.Account, amount: scaled(gives, -transferRate(view, gives), BigInt(parityRate)) }];
  }
  if (tx.TransactionType !== "Payment") return [];
  const delivered = outcome.metadata?.DeliveredAmount ?? fields.Amount!;
  return [
    { account: tx.Account, amount: scaled(fields.SendMax ?? fields.Amount!, -1n, 1n) },
    { account: fields.Destination as unknown as AccountID, amount: delivered },
  ];
}
