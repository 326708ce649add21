import type { Work } from "./bench.ts";
import { growthInAccounts } from "./growthInAccounts.ts";
import { growthInHistory } from "./growthInHistory.ts";
import { growthInLedgers } from "./growthInLedgers.ts";
import { growthInLines } from "./growthInLines.ts";

/** How the cost grows: with accounts, with the size of a ledger, with an account's lines, with history. */
export const measureGrowth: Work = async (bench) => {
  for (const grow of [growthInAccounts, growthInLedgers, growthInLines, growthInHistory]) {
    bench.keep(await grow(bench));
  }
};
