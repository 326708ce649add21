import { decodeChecked, encodeChecked } from "./base58.ts";
import { bytesToHex, hexToBytes } from "./hex.ts";
import type { AccountID } from "./types.ts";

/**
 * X-addresses: an account id and a destination tag in one text, `X…` on the main network and `T…` on test networks.
 * Only edges that are asked to take them know of them (REST); the ledger's JSON has classic addresses.
 * Format: XLS-5d.
 */
export interface XAddress {
  readonly account: AccountID;
  readonly tag: number | undefined;
  readonly isTest: boolean;
}

const mainPrefix = [0x05, 0x44];
const testPrefix = [0x04, 0x93];
/** Account id, a byte that says whether a tag follows, and the tag in eight bytes, least significant first. */
const payloadLength = 20 + 1 + 8;

/** @throws RangeError for a tag that does not fit 32 bits or an account id that has not 20 bytes */
export function encodeXAddress({ account, tag, isTest }: XAddress): string {
  if (tag !== undefined && (!Number.isInteger(tag) || tag < 0 || tag > 0xffff_ffff)) {
    throw new RangeError("a destination tag has 32 bits");
  }
  if (account.length !== 40) throw new RangeError("an account id has 20 bytes");
  const payload = new Uint8Array(payloadLength);
  payload.set(hexToBytes(account));
  if (tag !== undefined) {
    payload[20] = 1;
    new DataView(payload.buffer).setUint32(21, tag, true);
  }
  return encodeChecked(isTest ? testPrefix : mainPrefix, payload);
}

/** What an X-address says, or undefined where the text is not one. Tags of more than 32 bits are not known. */
export function decodeXAddress(text: string): XAddress | undefined {
  const main = decodeChecked(text, mainPrefix, payloadLength);
  const payload = main ?? decodeChecked(text, testPrefix, payloadLength);
  if (payload === undefined) return undefined;
  const hasTag = payload[20];
  const view = new DataView(payload.buffer);
  const tag = view.getUint32(21, true);
  if (view.getUint32(25, true) !== 0 || (hasTag !== 1 && !(hasTag === 0 && tag === 0))) return undefined;
  return {
    account: bytesToHex(payload, 0, 20),
    tag: hasTag === 1 ? tag : undefined,
    isTest: main === undefined,
  };
}
