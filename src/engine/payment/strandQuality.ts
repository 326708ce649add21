import {
  composeQualities,
  isWorseQuality,
  type Quality,
  qualityOne,
} from "../../protocol/amounts/quality.ts";
import type { ReadView } from "../../state/view.ts";
import type { DebtDirection, Strand } from "./step.ts";

/** The best price that a strand can have now; undefined when it is dry. Unfunded offers may make it worse. */
export function strandQualityBound(view: ReadView, strand: Strand): Quality | undefined {
  let quality = qualityOne;
  let debt: DebtDirection = "issues";
  for (const step of strand) {
    const bound = step.qualityUpperBound(view, debt);
    if (bound.quality === undefined) return undefined;
    quality = composeQualities(quality, bound.quality);
    debt = bound.debt;
  }
  return quality;
}

/** The strands to try next, best price first. Those that are dry or too dear for good are left out. */
export function bestStrandsFirst(
  view: ReadView,
  strands: readonly Strand[],
  limitQuality: Quality | undefined,
): readonly Strand[] {
  if (strands.length < 2) return strands;
  const priced: { strand: Strand; quality: Quality }[] = [];
  for (const strand of strands) {
    const quality = strandQualityBound(view, strand);
    if (quality === undefined) continue;
    if (limitQuality !== undefined && isWorseQuality(quality, limitQuality)) continue;
    priced.push({ strand, quality });
  }
  // The order of equal ones must stay: every node has to try them in the same one.
  priced.sort((a, b) => (a.quality < b.quality ? -1 : a.quality > b.quality ? 1 : 0));
  return priced.map(({ strand }) => strand);
}
