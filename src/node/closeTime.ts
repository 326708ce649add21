import type { LedgerHeader } from "../state/ledgerHeader.ts";

/** Seconds to which close times are rounded: the more often servers agree, the finer. */
const resolutions = [10, 20, 30, 60, 90, 120] as const;

/** Resolution of a first ledger. */
export const genesisResolution = resolutions[0];

/** Set in closeFlags where the servers did not agree on a close time. */
export const noAgreedCloseTime = 1;

/**
 * The resolution for a ledger after one with `previous`: finer every eighth ledger while the servers agree, coarser
 * when they did not. Source: LedgerTiming.h of the reference.
 */
export function nextResolution(previous: number, agreed: boolean, ledgerIndex: number): number {
  const at = (resolutions as readonly number[]).indexOf(previous);
  if (at < 0) return previous;
  if (!agreed) return resolutions[Math.min(at + 1, resolutions.length - 1)]!;
  return ledgerIndex % 8 === 0 ? resolutions[Math.max(at - 1, 0)]! : previous;
}

/** The resolution of the ledger after this one. */
export const resolutionAfter = ({ closeTimeResolution, closeFlags, ledgerIndex }: LedgerHeader): number =>
  nextResolution(closeTimeResolution, (closeFlags & noAgreedCloseTime) === 0, ledgerIndex + 1);

/** To the nearest multiple, upwards from the middle. Zero stays zero. */
export function roundCloseTime(closeTime: number, resolution: number): number {
  if (closeTime === 0) return 0;
  const raised = closeTime + Math.floor(resolution / 2);
  return raised - (raised % resolution);
}

/** The last second that a header can tell. Whoever closes by hand may get there; the time stands still then. */
const lastCloseTime = 0xffff_ffff;

/** The close time of the ledger after this one if it closes now: rounded, but after its parent's. */
export const closeTimeAfter = (parent: LedgerHeader, now: number): number =>
  Math.min(Math.max(roundCloseTime(now, resolutionAfter(parent)), parent.closeTime + 1), lastCloseTime);
