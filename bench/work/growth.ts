import type { Work } from "./bench.ts";
import { growthInAccounts } from "./growthInAccounts.ts";
import { growthInHistory } from "./growthInHistory.ts";
import { growthInLedgers } from "./growthInLedgers.ts";
import { growthInLines } from "./growthInLines.ts";

const parts = {
  "growth:accounts": growthInAccounts,
  "growth:ledgers": growthInLedgers,
  "growth:lines": growthInLines,
  "growth:history": growthInHistory,
} as const;

/** The parts of `growth` by themselves, for who works on one of them. */
export const growthKinds: Readonly<Record<string, Work>> = Object.fromEntries(
  Object.entries(parts).map(([kind, grow]) => [kind, async (bench) => bench.keep(await grow(bench))]),
);

/** How the cost grows: with accounts, with the size of a ledger, with an account's lines, with history. */
export const measureGrowth: Work = async (bench) => {
  for (const grow of Object.values(parts)) bench.keep(await grow(bench));
};
