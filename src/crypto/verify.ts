import secp256k1 from "secp256k1/bindings.js";
import sodium from "sodium-native";
import { hexToBytes } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";
import { parseDerSignature } from "./derSignature.ts";
import { publicKeyAlgorithm } from "./keyPair.ts";
import { messageDigest } from "./messageDigest.ts";

/**
 * Whether `signature` is `publicKey`'s over `message`. Never throws: what cannot be read is not a signature.
 *
 * `requireCanonical` refuses an ECDSA signature whose S is in the upper half: anyone can turn one form into
 * the other, and the transaction's hash would change with it. Both texts are uppercase hex.
 */
export function verify(
  message: Uint8Array,
  signature: Hex,
  publicKey: Hex,
  requireCanonical: boolean,
): boolean {
  const algorithm = publicKeyAlgorithm(publicKey);
  if (algorithm === "secp256k1") return verifySecp256k1(message, signature, publicKey, requireCanonical);
  if (algorithm === "ed25519") return verifyEd25519(message, signature, publicKey);
  return false;
}

function verifySecp256k1(message: Uint8Array, signature: Hex, publicKey: Hex, requireCanonical: boolean) {
  const parsed = parseDerSignature(signature);
  if (parsed === undefined) return false;
  if (!parsed.isFullyCanonical) {
    if (requireCanonical) return false;
    secp256k1.signatureNormalize(parsed.compact);
  }
  try {
    return secp256k1.ecdsaVerify(parsed.compact, messageDigest(message), hexToBytes(publicKey));
  } catch {
    // The addon throws where the 33 bytes are no point of the curve. Nothing was signed with such a key.
    return false;
  }
}

/**
 * libsodium checks that S is below the group's order, as the protocol asks. It also refuses public keys of
 * small order, for which anybody could sign anything; the reference takes those, and nobody can depend on it.
 */
function verifyEd25519(message: Uint8Array, signature: Hex, publicKey: Hex): boolean {
  if (signature.length !== 128) return false;
  return sodium.crypto_sign_verify_detached(
    hexToBytes(signature),
    message,
    hexToBytes(publicKey).subarray(1),
  );
}
