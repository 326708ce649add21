import type { LedgerCommit } from "../../state/ledgerStore.ts";
import { operationCount } from "./operationCount.ts";
import { sliceLength } from "./writer.ts";

/**
 * So many values are written together at most, as `operationCount` counts them. About half of them remain: ledgers
 * that follow one another change the upper pages of the tree, the skip list and busy entries again and again.
 */
export const batchLength = 12 * sliceLength;

/** Ledgers that are written together: small ones that come fast, or a large one. */
export class LedgerBatch {
  readonly ledgers: LedgerCommit[] = [];
  private length = 0;
  private isEnded = false;
  private onEnd = (): void => {};

  /** How many values it writes, about. */
  get operationCount(): number {
    return this.length;
  }

  /** Takes the ledger in; false, and nothing done, where it has no place here. A large ledger is alone. */
  add(ledger: LedgerCommit): boolean {
    const length = operationCount(ledger);
    const isLarge = length > sliceLength;
    if (this.ledgers.length > 0 && (this.isEnded || isLarge || this.length + length > batchLength))
      return false;
    this.ledgers.push(ledger);
    this.length += length;
    if (isLarge) this.end();
    return true;
  }

  /** Nothing is added from now on. */
  end(): void {
    this.isEnded = true;
    this.onEnd();
  }

  /** Waits until it has ended, or for so long. */
  async gathered(milliseconds: number): Promise<void> {
    if (this.isEnded || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.onEnd = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
