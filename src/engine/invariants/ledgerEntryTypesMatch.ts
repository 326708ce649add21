import { ledgerEntryFormats } from "../../protocol/ledgerEntryFormats.ts";
import type { Invariant } from "./invariant.ts";

/** An entry keeps its type for life, and it is a type that there is. */
export function ledgerEntryTypesMatch(): Invariant {
  let mismatch: string | undefined;
  let unknown: string | undefined;
  return {
    visit(before, after) {
      if (after === undefined) return;
      const type = after.LedgerEntryType;
      if (before !== undefined && before.LedgerEntryType !== type) {
        mismatch = `${before.LedgerEntryType} became ${type}`;
      }
      if (!Object.hasOwn(ledgerEntryFormats, type)) unknown = type;
    },

    finalize() {
      if (mismatch !== undefined) return `ledger entry type mismatch: ${mismatch}`;
      if (unknown !== undefined) return `invalid ledger entry type added: ${unknown}`;
      return undefined;
    },
  };
}
