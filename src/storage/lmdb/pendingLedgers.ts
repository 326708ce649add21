import type { Hex } from "../../protocol/types.ts";
import type { ChangedValues } from "../changedValues.ts";
import type { PendingLedger } from "./pendingLedger.ts";

/** Which of a ledger's two kinds of versioned values. */
export type Values = "state" | "derived";

/**
 * Committed ledgers that are not on disk yet, in their order. Looking for what they change takes one look, however many
 * they are.
 */
export class PendingLedgers {
  private readonly ledgers: PendingLedger[] = [];
  /** For two ledgers and more: the last one that changes a key. */
  private readonly last = {
    state: new Map<Hex, PendingLedger>(),
    derived: new Map<Hex, PendingLedger>(),
  };

  constructor(ledgers: Iterable<PendingLedger> = []) {
    for (const ledger of ledgers) this.add(ledger);
  }

  get size(): number {
    return this.ledgers.length;
  }

  /** The index of the first one; undefined where there is none. */
  get first(): number | undefined {
    return this.ledgers[0]?.ledgerIndex;
  }

  [Symbol.iterator](): Iterator<PendingLedger> {
    return this.ledgers.values();
  }

  find(ledgerIndex: number): PendingLedger | undefined {
    const { first } = this;
    return first === undefined ? undefined : this.ledgers[ledgerIndex - first];
  }

  add(ledger: PendingLedger): void {
    this.ledgers.push(ledger);
    if (this.ledgers.length === 2) this.note(this.ledgers[0]!);
    if (this.ledgers.length >= 2) this.note(ledger);
  }

  /** Forgets the first so many: they are on disk. */
  removeFirst(count: number): void {
    const removed = this.ledgers.splice(0, count);
    const { last } = this;
    if (this.ledgers.length < 2) {
      for (const map of Object.values(last)) map.clear();
      return;
    }
    for (const ledger of removed) {
      const forget = (map: Map<string, PendingLedger>, key: string) => {
        if (map.get(key) === ledger) map.delete(key);
      };
      for (const key of ledger.state.keys()) forget(last.state, key);
      for (const key of ledger.derived.keys()) forget(last.derived, key);
    }
  }

  /** The value of a key after this ledger; null where none of them up to it changes the key. */
  value(values: Values, ledgerIndex: number, key: Hex): Uint8Array | undefined | null {
    const { ledgers } = this;
    const last = ledgers.length === 1 ? ledgers[0] : this.last[values].get(key);
    if (last === undefined) return null;
    for (let i = Math.min(last.ledgerIndex, ledgerIndex) - this.first!; i >= 0; i--) {
      const changed = ledgers[i]![values];
      if (changed.has(key)) return changed.get(key);
    }
    return null;
  }

  /** What each of them up to this one changes, the newest first. */
  layers(values: Values, ledgerIndex: number): ChangedValues[] {
    if (this.ledgers.length === 0) return [];
    const count = Math.max(0, ledgerIndex - this.first! + 1);
    return this.ledgers
      .slice(0, count)
      .map((ledger) => ledger[values])
      .reverse();
  }

  private note(ledger: PendingLedger): void {
    for (const key of ledger.state.keys()) this.last.state.set(key, ledger);
    for (const key of ledger.derived.keys()) this.last.derived.set(key, ledger);
  }
}
