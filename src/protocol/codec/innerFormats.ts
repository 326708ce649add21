import { CodecError } from "./codecError.ts";

/**
 * Objects that must have just these fields wherever they stand. The reference checks them while it reads, so that bytes
 * or JSON with another field in them are refused as malformed. Source: InnerObjectFormats.cpp.
 */
const innerFormats: Readonly<Record<string, readonly string[]>> = {
  SignerEntry: ["Account", "SignerWeight"],
  Signer: ["Account", "SigningPubKey", "TxnSignature"],
  Majority: ["Amendment", "CloseTime"],
  DisabledValidator: ["PublicKey", "FirstLedgerSequence"],
};

/** @throws CodecError where `object`, the value of the field `name`, has a format and does not follow it. */
export function checkInnerFormat(name: string, object: Readonly<Record<string, unknown>>): void {
  const format = innerFormats[name];
  if (format === undefined) return;
  for (const required of format) {
    if (object[required] === undefined)
      throw new CodecError(`Field '${required}' is required but missing.`, required);
  }
  for (const present in object) {
    if (!format.includes(present))
      throw new CodecError(`Field '${present}' found in disallowed location.`, present);
  }
}
