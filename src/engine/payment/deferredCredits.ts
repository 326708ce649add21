import { addAmounts, negate } from "../../protocol/amounts/arithmetic.ts";
import { currencyOf, issueOf, zeroOf } from "../../protocol/amounts/issue.ts";
import type { AccountID, Amount, Currency } from "../../protocol/types.ts";

/** What went to each of two accounts, and the lower one's balance before the first of these credits. */
interface PairCredits {
  low: Amount;
  high: Amount;
  readonly lowBalance: Amount;
}

/** How one account stands to another: what it paid out so far, and what it had before. */
export interface Adjustment {
  readonly debits: Amount;
  readonly originalBalance: Amount;
}

const pairKey = (low: AccountID, high: AccountID, currency: Currency): string => low + high + currency;

/** The credits that a payment has made so far, and the highest owner counts it has seen. */
export class DeferredCredits {
  private credits: Map<string, PairCredits> | undefined;
  private ownerCounts: Map<AccountID, number> | undefined;

  /** Notes that `amount` goes from one account to another; `before` is the sender's balance towards the receiver. */
  credit(from: AccountID, to: AccountID, amount: Amount, before: Amount): void {
    const fromIsLow = from < to;
    const currency = currencyOf(amount);
    const key = fromIsLow ? pairKey(from, to, currency) : pairKey(to, from, currency);
    this.credits ??= new Map();
    const known = this.credits.get(key);
    if (known === undefined) {
      const nothing = zeroOf(issueOf(amount));
      this.credits.set(
        key,
        fromIsLow
          ? { low: nothing, high: amount, lowBalance: before }
          : { low: amount, high: nothing, lowBalance: negate(before) },
      );
    } else if (fromIsLow) {
      known.high = addAmounts(known.high, amount);
    } else {
      known.low = addAmounts(known.low, amount);
    }
  }

  adjustment(account: AccountID, other: AccountID, currency: Currency): Adjustment | undefined {
    if (this.credits === undefined) return undefined;
    if (account < other) {
      const known = this.credits.get(pairKey(account, other, currency));
      return known && { debits: known.high, originalBalance: known.lowBalance };
    }
    const known = this.credits.get(pairKey(other, account, currency));
    return known && { debits: known.low, originalBalance: negate(known.lowBalance) };
  }

  noteOwnerCount(account: AccountID, count: number): void {
    this.ownerCounts ??= new Map();
    const known = this.ownerCounts.get(account);
    if (known === undefined || known < count) this.ownerCounts.set(account, count);
  }

  /** The highest count noted. */
  ownerCount(account: AccountID): number | undefined {
    return this.ownerCounts?.get(account);
  }

  /** Adds everything to an earlier collection, whose balances are the older ones and stay. */
  applyTo(earlier: DeferredCredits): void {
    if (this.credits !== undefined) {
      earlier.credits ??= new Map();
      for (const [key, mine] of this.credits) {
        const known = earlier.credits.get(key);
        if (known === undefined) {
          earlier.credits.set(key, mine);
        } else {
          known.low = addAmounts(known.low, mine.low);
          known.high = addAmounts(known.high, mine.high);
        }
      }
    }
    if (this.ownerCounts !== undefined) {
      for (const [account, count] of this.ownerCounts) earlier.noteOwnerCount(account, count);
    }
  }
}
