/** The few functions of sodium-native that this project calls; the package ships no types. */
declare module "sodium-native" {
  const sodium: {
    crypto_hash_sha512(output: Uint8Array, input: Uint8Array): void;
    crypto_hash_sha256(output: Uint8Array, input: Uint8Array): void;
    crypto_hash_sha512_STATEBYTES: number;
    crypto_sign_seed_keypair(publicKey: Uint8Array, secretKey: Uint8Array, seed: Uint8Array): void;
    crypto_sign_detached(signature: Uint8Array, message: Uint8Array, secretKey: Uint8Array): void;
    crypto_sign_verify_detached(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
    sodium_memzero(buffer: Uint8Array): void;
  };
  export default sodium;
}
