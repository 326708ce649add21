import secp256k1 from "secp256k1/bindings.js";
import sodium from "sodium-native";
import { bytesToHex } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";
import type { KeyPair } from "./keyPair.ts";
import { messageDigest } from "./messageDigest.ts";
import { erase } from "./secretBytes.ts";

/**
 * Signs a message. secp256k1: over the message's SHA-512Half, with RFC 6979's deterministic nonce, low S, in
 * DER. Ed25519: over the message itself, 64 bytes.
 */
export function sign(message: Uint8Array, keyPair: KeyPair): Hex {
  return keyPair.algorithm === "ed25519"
    ? signEd25519(message, keyPair.secretKey)
    : signSecp256k1(message, keyPair.secretKey);
}

function signSecp256k1(message: Uint8Array, secretKey: Uint8Array): Hex {
  const { signature } = secp256k1.ecdsaSign(messageDigest(message), secretKey);
  return bytesToHex(secp256k1.signatureExport(signature));
}

function signEd25519(message: Uint8Array, secretKey: Uint8Array): Hex {
  const publicKey = new Uint8Array(32);
  const expanded = new Uint8Array(64);
  sodium.crypto_sign_seed_keypair(publicKey, expanded, secretKey);
  const signature = new Uint8Array(64);
  sodium.crypto_sign_detached(signature, message, expanded);
  erase(expanded);
  return bytesToHex(signature);
}
