import { sha256 } from "../../protocol/digests.ts";
import { bytesToHex, hexToBytes } from "../../protocol/hex.ts";
import type { Hash256, Hex } from "../../protocol/types.ts";
import { ConditionError, DerReader, type Preamble } from "./derReader.ts";

/**
 * Crypto-conditions (draft-thomas-crypto-conditions-02): of their five types only PREIMAGE-SHA-256 is known here,
 * as in the reference. A condition names the SHA-256 of a secret, and its length; the fulfillment is the secret.
 *
 * Limits are part of the protocol: raising one would let this ledger accept what another refuses.
 */
const maximumConditionBytes = 128;
const maximumFulfillmentBytes = 256;
const maximumPreimageBytes = 128;
const fingerprintBytes = 32;

/** Tags of the types: the first is PREIMAGE-SHA-256, the last ED25519-SHA-256. */
const preimageTag = 0;
const lastTypeTag = 4;

/** A PREIMAGE-SHA-256 condition. */
export interface Condition {
  /** SHA-256 of the preimage. */
  readonly fingerprint: Hash256;
  /** Length of the preimage in bytes. */
  readonly cost: number;
}

/** Reads a condition. @throws ConditionError */
export function parseCondition(hex: Hex): Condition {
  const reader = new DerReader(hexToBytes(hex));
  if (reader.isAtEnd) throw new ConditionError("buffer_empty");
  const choice = reader.preamble();
  mustBeConstructed(choice);
  if (choice.length > reader.remaining) throw new ConditionError("buffer_underfull");
  if (reader.remaining > maximumConditionBytes) throw new ConditionError("large_size");
  mustBePreimage(choice);

  const body = new DerReader(reader.bytes(choice.length));
  const fingerprint = body.preamble();
  mustBePrimitive(fingerprint, 0, "incorrect_encoding");
  if (fingerprint.length !== fingerprintBytes) throw new ConditionError("fingerprint_size");
  const digest = body.bytes(fingerprint.length);
  const cost = body.preamble();
  mustBePrimitive(cost, 1, "malformed_encoding");
  const preimageLength = body.uint32(cost.length);
  if (!body.isAtEnd) throw new ConditionError("trailing_garbage");
  if (preimageLength > maximumPreimageBytes) throw new ConditionError("preimage_too_long");
  if (!reader.isAtEnd) throw new ConditionError("trailing_garbage");
  return { fingerprint: bytesToHex(digest), cost: preimageLength };
}

/** Reads a fulfillment and returns the preimage. @throws ConditionError */
export function parseFulfillment(hex: Hex): Uint8Array {
  const reader = new DerReader(hexToBytes(hex));
  if (reader.isAtEnd) throw new ConditionError("buffer_empty");
  const choice = reader.preamble();
  mustBeConstructed(choice);
  if (choice.length > reader.remaining) throw new ConditionError("buffer_underfull");
  if (choice.length < reader.remaining) throw new ConditionError("buffer_overfull");
  if (choice.length > maximumFulfillmentBytes) throw new ConditionError("large_size");
  mustBePreimage(choice);

  const preimage = reader.preamble();
  mustBePrimitive(preimage, 0, "incorrect_encoding");
  if (preimage.length !== reader.remaining) throw new ConditionError("trailing_garbage");
  if (preimage.length > maximumPreimageBytes) throw new ConditionError("preimage_too_long");
  return reader.bytes(preimage.length);
}

/** True when both can be read and the fulfillment is the secret that the condition asks for. */
export function fulfills(fulfillment: Hex, condition: Hex): boolean {
  try {
    const { fingerprint, cost } = parseCondition(condition);
    const preimage = parseFulfillment(fulfillment);
    return preimage.length === cost && bytesToHex(sha256(preimage)) === fingerprint;
  } catch (error) {
    if (error instanceof ConditionError) return false;
    throw error;
  }
}

function mustBeConstructed({ isConstructed, isContextSpecific }: Preamble): void {
  if (!isConstructed || !isContextSpecific) throw new ConditionError("malformed_encoding");
}

function mustBePreimage({ tag }: Preamble): void {
  if (tag !== preimageTag) throw new ConditionError(tag <= lastTypeTag ? "unsupported_type" : "unknown_type");
}

function mustBePrimitive(
  { isConstructed, isContextSpecific, tag }: Preamble,
  expectedTag: number,
  otherwise: "incorrect_encoding" | "malformed_encoding",
): void {
  if (isConstructed || !isContextSpecific) throw new ConditionError(otherwise);
  if (tag !== expectedTag) throw new ConditionError("unexpected_tag");
}
