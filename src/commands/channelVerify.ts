import { verifyChannelClaim } from "../crypto/channelClaim.ts";
import { publicKeyAlgorithm } from "../crypto/keyPair.ts";
import { decodeAccountPublicKey } from "../protocol/base58.ts";
import { isHex } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";
import { dropsOf } from "./channelAmount.ts";
import { defineCommand, required } from "./command.ts";
import type { JsonValue } from "./json.ts";
import { anything, hash256FromText } from "./kinds.ts";
import { textOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";

/** Whether a claim on a payment channel is signed by the given key. */
export const channelVerify = defineCommand({
  name: "channel_verify",
  summary: "Checks the signature of a claim on a payment channel.",
  request: {
    public_key: required(anything),
    channel_id: required(anything),
    amount: required(anything),
    signature: required(anything),
  },

  handle({ public_key, channel_id, amount, signature: signatureText }) {
    const publicKey = publicKeyOf(public_key);
    const channel = hash256FromText(textOf(channel_id));
    if (channel === undefined) throw new RpcError("channelMalformed");
    const drops = dropsOf(amount);
    const signature = evenHex(textOf(signatureText));
    if (signature === undefined || signature === "") throw new RpcError("invalidParams");
    return { signature_verified: verifyChannelClaim(channel, drops, signature, publicKey) };
  },
});

/** A public key in base58 or hexadecimal. */
function publicKeyOf(value: JsonValue): Hex {
  const text = textOf(value);
  const key = decodeAccountPublicKey(text) ?? evenHex(text);
  if (key === undefined || publicKeyAlgorithm(key) === undefined) throw new RpcError("publicMalformed");
  return key;
}

/** Uppercase hexadecimal; an odd digit comes first, as a byte of its own. Undefined if it is not hexadecimal. */
function evenHex(text: string): Hex | undefined {
  const digits = text.length % 2 === 0 ? text : `0${text}`;
  return isHex(digits) ? digits.toUpperCase() : undefined;
}
