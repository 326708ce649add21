import { hashPrefix } from "../protocol/hashPrefix.ts";
import { hexToBytes } from "../protocol/hex.ts";
import type { Drops, Hash256, Hex } from "../protocol/types.ts";
import type { KeyPair } from "./keyPair.ts";
import { sign } from "./sign.ts";
import { verify } from "./verify.ts";

/**
 * What a payment channel's source signs to let `amount` drops be claimed from it.
 * `amount` is a whole number of 64 bits, without a sign.
 */
export function channelClaimMessage(channel: Hash256, amount: Drops): Uint8Array {
  const message = Buffer.alloc(44);
  message.writeUInt32BE(hashPrefix.paymentChannelClaim, 0);
  message.set(hexToBytes(channel), 4);
  message.writeBigUInt64BE(amount, 36);
  return message;
}

/** The claim's signature, for channel_authorize. */
export function signChannelClaim(channel: Hash256, amount: Drops, keyPair: KeyPair): Hex {
  return sign(channelClaimMessage(channel, amount), keyPair);
}

/** Whether `signature` lets `amount` drops be claimed, for channel_verify and PaymentChannelClaim. */
export function verifyChannelClaim(channel: Hash256, amount: Drops, signature: Hex, publicKey: Hex): boolean {
  return verify(channelClaimMessage(channel, amount), signature, publicKey, true);
}
