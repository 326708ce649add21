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
 * Remembers the transactions of the last while, so that no signature is checked twice. Two generations: what is
 * asked for moves to the young one, and when that is full, the old one is forgotten.
 */
export class KnownTransactions {
  private readonly limit: number;
  private young = new Map<Hash256, Known>();
  private old = new Map<Hash256, Known>();

  /** @param limit how many are remembered at least; at most twice as many */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** What is known of it; made if nothing is. */
  of(hash: Hash256): Known {
    let known = this.young.get(hash);
    if (known !== undefined) return known;
    known = this.old.get(hash) ?? {
      isGood: false,
      badSignature: false,
      badForm: undefined,
      isMalformed: false,
      wasBroadcast: false,
    };
    if (this.young.size >= this.limit) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(hash, known);
    return known;
  }
}
