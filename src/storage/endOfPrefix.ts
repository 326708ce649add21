import { bytesToHex, hexToBytes } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";

/** The first key above all that start with `prefix` (whole bytes); undefined where there is none. */
export function endOfPrefix(prefix: Hex): Hex | undefined {
  const bytes = hexToBytes(prefix);
  for (let i = bytes.length - 1; i >= 0; i--) {
    if (bytes[i] !== 0xff) {
      bytes[i]!++;
      return bytesToHex(bytes, 0, i + 1);
    }
  }
  return undefined;
}
