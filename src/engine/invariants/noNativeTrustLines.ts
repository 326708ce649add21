import { currencyOf, isNativeCurrency } from "../../protocol/amounts/issue.ts";
import type { Amount } from "../../protocol/types.ts";
import type { Invariant, Visited } from "./invariant.ts";

/** Trust lines are for issued currencies. */
export class NoNativeTrustLines implements Invariant {
  private bad: string | undefined = undefined;

  visit(_before: Visited, after: Visited): void {
    if (after?.LedgerEntryType !== "RippleState") return;
    if (isNative(after.LowLimit) || isNative(after.HighLimit)) this.bad = after.index;
  }

  finalize(): string | undefined {
    return this.bad === undefined ? undefined : `a native trust line was created: ${this.bad}`;
  }
}

const isNative = (limit: Amount): boolean => isNativeCurrency(currencyOf(limit));
