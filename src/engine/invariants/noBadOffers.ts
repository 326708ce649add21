import type { Amount } from "../../protocol/types.ts";
import type { Invariant, Visited } from "./invariant.ts";

/** Offers are not for negative amounts, and not of native for native currency. */
export class NoBadOffers implements Invariant {
  private bad: string | undefined = undefined;

  visit(before: Visited, after: Visited): void {
    this.check(before);
    this.check(after);
  }

  private check(entry: Visited): void {
    if (entry?.LedgerEntryType !== "Offer") return;
    const { TakerPays, TakerGets } = entry;
    const bothNative = typeof TakerPays === "bigint" && typeof TakerGets === "bigint";
    if (bothNative || isNegative(TakerPays) || isNegative(TakerGets)) this.bad = entry.index;
  }

  finalize(): string | undefined {
    return this.bad === undefined ? undefined : `offer with a bad amount: ${this.bad}`;
  }
}

const isNegative = (amount: Amount): boolean => (typeof amount === "bigint" ? amount : amount.mantissa) < 0n;
