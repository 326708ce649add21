import { remembering } from "../protocol/remembering.ts";
import type { Hash256 } from "../protocol/types.ts";

/** What is remembered of a transaction, whatever came of it. */
export interface Known {
  /** Its signatures were checked and hold. */
  isGood: boolean;
  /** They do not: the reason that later submissions get. */
  badSignature: boolean;
  /** It failed the local checks, for this reason. */
  badForm: string | undefined;
  /** It was tried and is malformed: it is not tried again. */
  isMalformed: boolean;
  /** It was passed on before. */
  wasBroadcast: boolean;
}

/**
 * What is known of a transaction; made if nothing is. So many are remembered at least, the ones asked for lately, so that
 * no signature is checked twice.
 */
export const knownTransactions = (atLeast: number): ((hash: Hash256) => Known) =>
  remembering(atLeast, () => ({
    isGood: false,
    badSignature: false,
    badForm: undefined,
    isMalformed: false,
    wasBroadcast: false,
  }));
