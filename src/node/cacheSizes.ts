/** How a node divides the memory for what was read lately. */
export interface CacheSizes {
  /** Decoded entries that the EntryCache keeps at least; it keeps at most twice as many. */
  readonly entries: number;
  /** For pages of the state's tree. */
  readonly treeBytes: number;
}

/** What a decoded entry takes, cached: 450 bytes an account, 660 a trust line, measured. */
const bytesPerEntry = 600;

/** A third for the tree, which closes need, and two thirds for entries, which everybody needs. */
export function cacheSizes(cacheBytes: number): CacheSizes {
  const treeBytes = Math.floor(cacheBytes / 3);
  return { entries: Math.floor((cacheBytes - treeBytes) / (2 * bytesPerEntry)), treeBytes };
}
