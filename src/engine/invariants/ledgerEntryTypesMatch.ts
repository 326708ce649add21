import { ledgerEntryFormats } from "../../protocol/ledgerEntryFormats.ts";
import type { Invariant, Visited } from "./invariant.ts";

const knownTypes: ReadonlySet<string> = new Set(Object.keys(ledgerEntryFormats));

/** An entry keeps its type for life, and it is a type that there is. */
export class LedgerEntryTypesMatch implements Invariant {
  private mismatch: string | undefined = undefined;
  private unknown: string | undefined = undefined;

  visit(before: Visited, after: Visited): void {
    if (after === undefined) return;
    const type = after.LedgerEntryType;
    if (before !== undefined && before.LedgerEntryType !== type) {
      this.mismatch = `${before.LedgerEntryType} became ${type}`;
    }
    if (!knownTypes.has(type)) this.unknown = type;
  }

  finalize(): string | undefined {
    if (this.mismatch !== undefined) return `ledger entry type mismatch: ${this.mismatch}`;
    if (this.unknown !== undefined) return `invalid ledger entry type added: ${this.unknown}`;
    return undefined;
  }
}
