import type { Amount } from "../../protocol/types.ts";
import type { Invariant } from "./invariant.ts";

/** Trust lines are for issued currencies. */
export function noNativeTrustLines(): Invariant {
  let bad: string | undefined;
  const isNative = (limit: Amount): boolean => typeof limit === "bigint" || /^0{40}$/.test(limit.currency);
  return {
    visit(_before, after) {
      if (after?.LedgerEntryType !== "RippleState") return;
      if (isNative(after.LowLimit) || isNative(after.HighLimit)) bad = after.index;
    },

    finalize: () => (bad === undefined ? undefined : `a native trust line was created: ${bad}`),
  };
}
