import type { LedgerEntry } from "../../protocol/ledgerEntryFormats.ts";
import type { Amount } from "../../protocol/types.ts";
import type { Invariant } from "./invariant.ts";

/** Offers are not for negative amounts, and not of native for native currency. */
export function noBadOffers(): Invariant {
  let bad: string | undefined;
  const isNegative = (amount: Amount): boolean =>
    (typeof amount === "bigint" ? amount : amount.mantissa) < 0n;
  const check = (entry: Readonly<LedgerEntry> | undefined) => {
    if (entry?.LedgerEntryType !== "Offer") return;
    const { TakerPays, TakerGets } = entry;
    const bothNative = typeof TakerPays === "bigint" && typeof TakerGets === "bigint";
    if (bothNative || isNegative(TakerPays) || isNegative(TakerGets)) bad = entry.index;
  };
  return {
    visit(before, after) {
      check(before);
      check(after);
    },

    finalize: () => (bad === undefined ? undefined : `offer with a bad amount: ${bad}`),
  };
}
