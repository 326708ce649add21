import secp256k1 from "secp256k1/bindings.js";
import sodium from "sodium-native";
import { hexToBytes, isHex } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";
import { parseDerSignature } from "./derSignature.ts";
import { messageDigest } from "./messageDigest.ts";

/** As {@link verifyBytes}, for a signature and a key in hexadecimal of either case. */
export function verify(
  message: Uint8Array,
  signature: Hex,
  publicKey: Hex,
  requireCanonical: boolean,
): boolean {
  if (!isHex(signature) || !isHex(publicKey)) return false;
  return verifyBytes(message, hexToBytes(signature), hexToBytes(publicKey), requireCanonical);
}

/**
 * Whether `signature` is `publicKey`'s over `message`. Never throws: what cannot be read is not a signature.
 *
 * `requireCanonical` refuses an ECDSA signature whose S is in the upper half: anyone can turn one form into
 * the other, and the transaction's hash would change with it.
 */
export function verifyBytes(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  requireCanonical: boolean,
): boolean {
  if (publicKey.length !== 33) return false;
  switch (publicKey[0]) {
    case 0xed:
      return verifyEd25519(message, signature, publicKey);
    case 0x02:
    case 0x03:
      return verifySecp256k1(message, signature, publicKey, requireCanonical);
    default:
      return false;
  }
}

function verifySecp256k1(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
  requireCanonical: boolean,
): boolean {
  const parsed = parseDerSignature(signature);
  if (parsed === undefined) return false;
  if (!parsed.isFullyCanonical) {
    if (requireCanonical) return false;
    secp256k1.signatureNormalize(parsed.compact);
  }
  try {
    return secp256k1.ecdsaVerify(parsed.compact, messageDigest(message), publicKey);
  } catch {
    // The addon throws where the 33 bytes are no point of the curve. Nothing was signed with such a key.
    return false;
  }
}

/**
 * libsodium checks that S is below the group's order, as the protocol asks. It also refuses public keys of
 * small order, for which anybody could sign anything; the reference takes those, and nobody can depend on it.
 */
function verifyEd25519(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  return (
    signature.length === 64 && sodium.crypto_sign_verify_detached(signature, message, publicKey.subarray(1))
  );
}
