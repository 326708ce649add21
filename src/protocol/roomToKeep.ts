const slabBytes = 16_384;
/** What is larger gets memory of its own. */
const largestShare = 2_048;

let slab = Buffer.alloc(0);
let used = 0;

/**
 * Uninitialized memory for bytes that are kept for a while, such as those of a transaction in the open ledger. They share
 * their memory with others of their kind only. In Buffer's own pool they would lie among bytes that are needed for
 * an instant, and keep all of these with them: five times as much memory.
 */
export function roomToKeep(length: number): Buffer {
  if (length > largestShare) return Buffer.allocUnsafeSlow(length);
  if (used + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(slabBytes);
    used = 0;
  }
  const room = slab.subarray(used, used + length);
  used += length;
  return room;
}
