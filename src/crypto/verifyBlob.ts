import { decodeObject } from "../protocol/codec/decodeObject.ts";
import { checkTransactionSignatures, type SignatureFields } from "./checkSignatures.ts";

/**
 * Checks the signatures of a serialized transaction.
 * @returns undefined where all is well, or the reference's reason; never throws.
 */
export function verifyBlob(blob: Uint8Array): string | undefined {
  try {
    return checkTransactionSignatures(decodeObject<SignatureFields>(blob));
  } catch {
    // Bytes that are no transaction carry no signature. Who submits them learns more from the codec's error.
    return "Internal signature check failure.";
  }
}
