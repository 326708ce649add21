import { decodeObject } from "../protocol/codec/decodeObject.ts";
import { readSingleSignature } from "../protocol/singleSignature.ts";
import { checkTransactionSignatures, invalidSignature, type SignatureFields } from "./checkSignatures.ts";
import { verifyBytes } from "./verify.ts";

/**
 * Checks the signatures of a serialized transaction.
 * @returns undefined where all is well, or the reference's reason; never throws.
 */
export function verifyBlob(blob: Uint8Array): string | undefined {
  const single = readSingleSignature(blob);
  if (single !== undefined) {
    const { message, signature, publicKey } = single;
    return verifyBytes(message, signature, publicKey, true) ? undefined : invalidSignature;
  }
  try {
    return checkTransactionSignatures(decodeObject<SignatureFields>(blob));
  } catch {
    // Bytes that are no transaction carry no signature. Who submits them learns more from the codec's error.
    return "Internal signature check failure.";
  }
}
