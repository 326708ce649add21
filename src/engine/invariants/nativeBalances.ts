import { maximumDrops } from "../commonChecks.ts";
import type { Invariant, Visited } from "./invariant.ts";

/** An account's balance is native, not negative, and not more than all the money there is. */
export class NativeBalances implements Invariant {
  private bad: string | undefined = undefined;

  visit(before: Visited, after: Visited): void {
    this.check(before);
    this.check(after);
  }

  private check(entry: Visited): void {
    if (entry?.LedgerEntryType !== "AccountRoot") return;
    const balance: unknown = entry.Balance;
    if (typeof balance !== "bigint" || balance < 0n || balance > maximumDrops) this.bad = entry.Account;
  }

  finalize(): string | undefined {
    return this.bad === undefined ? undefined : `incorrect native balance of account ${this.bad}`;
  }
}
