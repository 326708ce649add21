import { growthFactor } from "../load/statistics.ts";
import { duration, factor, type Table } from "../report.ts";

/** What one kind of work costs at every size; undefined where it was not measured. */
export interface GrowthRow {
  readonly work: string;
  /** Seconds, one for each size. */
  readonly costs: readonly (number | undefined)[];
  /** A part of another row's cost: no bound of its own. */
  readonly isPart?: boolean;
}

/** The row of what the transactions of these two rows cost in all, after them. */
export const withSum = (submit: GrowthRow, close: GrowthRow, work: string): GrowthRow[] => {
  const sum = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? undefined : a + b;
  const costs = submit.costs.map((cost, i) => sum(cost, close.costs[i]));
  return [
    { ...submit, isPart: true },
    { ...close, isPart: true },
    { work, costs },
  ];
};

/** Costs side by side, and how much more the dearest is than the cheapest: wanted at most twice. */
export function growthTable(what: string, sizes: readonly string[], rows: readonly GrowthRow[]): Table {
  return {
    head: [what, ...sizes, "growth"],
    rows: rows.map(({ work, costs, isPart = false }) => {
      const known = costs.filter((cost) => cost !== undefined && cost > 0) as number[];
      const growth = known.length < 2 ? Number.NaN : growthFactor(known);
      return [work, ...costs.map(duration), growth > 2 && !isPart ? `**${factor(growth)}**` : factor(growth)];
    }),
  };
}
