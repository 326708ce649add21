import { endianness } from "node:os";

/** One 64-bit number seen as a bigint and as two halves: much faster than shifting bigints. */
export const word64 = new BigUint64Array(1);
/** The same eight bytes; index them by {@link high} and {@link low}. */
export const words32 = new Uint32Array(word64.buffer);
/** Where {@link words32} holds the upper half. */
export const high = endianness() === "LE" ? 1 : 0;
/** Where {@link words32} holds the lower half. */
export const low = 1 - high;

export const highest = 0xffff_ffff_ffff_ffffn;
