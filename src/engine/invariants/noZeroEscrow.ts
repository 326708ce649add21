import { maximumDrops } from "../commonChecks.ts";
import type { Invariant, Visited } from "./invariant.ts";

/** An escrow holds some native currency, but not all there is. */
export class NoZeroEscrow implements Invariant {
  private bad: string | undefined = undefined;

  visit(before: Visited, after: Visited): void {
    this.check(before);
    this.check(after);
  }

  private check(entry: Visited): void {
    if (entry?.LedgerEntryType !== "Escrow") return;
    const amount: unknown = entry.Amount;
    if (typeof amount !== "bigint" || amount <= 0n || amount >= maximumDrops) this.bad = entry.index;
  }

  finalize(): string | undefined {
    return this.bad === undefined ? undefined : `escrow specifies invalid amount: ${this.bad}`;
  }
}
