import { hashPrefix } from "../../protocol/hashPrefix.ts";
import { hexToBytes } from "../../protocol/hex.ts";
import type { Drops, Hash256 } from "../../protocol/types.ts";

/**
 * What a channel's owner signs to let its destination claim up to `amount` drops in all:
 * `CLM\0`, the channel's key, the amount in eight bytes.
 */
export function claimMessage(channel: Hash256, amount: Drops): Uint8Array {
  const message = Buffer.alloc(4 + 32 + 8);
  message.writeUInt32BE(hashPrefix.paymentChannelClaim, 0);
  message.set(hexToBytes(channel), 4);
  message.writeBigUInt64BE(amount, 36);
  return message;
}
