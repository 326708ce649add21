import { z } from "zod";
import { decodeAddress, encodeAddress } from "../../../protocol/base58.ts";
import type { AccountID } from "../../../protocol/types.ts";
import { decodeXAddress } from "../../../protocol/xAddress.ts";

/** Somebody that a request names: an account, and the tag that an X-address brings along. */
export interface Party {
  readonly account: AccountID;
  /** The classic address. */
  readonly address: string;
  readonly tag: number | undefined;
}

const text = z.string().meta({
  id: "Address",
  description: "A classic address (`r…`) or an X-address (`X…`, `T…`).",
  examples: ["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
  pattern: "^(r[1-9A-HJ-NP-Za-km-z]{24,34}|[XT][1-9A-HJ-NP-Za-km-z]{46})$",
});

const malformed = { params: { token: "actMalformed" } } as const;

/** An address that may bring a tag along. */
export const party = text.transform((value, context): Party => {
  const plain = decodeAddress(value);
  if (plain !== undefined) return { account: plain, address: value, tag: undefined };
  const decoded = decodeXAddress(value);
  if (decoded !== undefined) {
    const { account, tag } = decoded;
    return { account, address: encodeAddress(account), tag };
  }
  context.issues.push({ code: "custom", input: value, message: "not an address", ...malformed });
  return z.NEVER;
});

/** An address where a tag makes no sense. Comes out as the classic address. */
export const address = party.transform(({ address: classic, tag }, context): string => {
  if (tag !== undefined) {
    const message = "an X-address with a tag is not allowed here";
    context.issues.push({ code: "custom", input: classic, message, ...malformed });
  }
  return classic;
});

/**
 * The one rule of tags: whoever names a tag twice, in the X-address and beside it, must name the same.
 * Returns the tag; `false` where the two differ.
 */
export const agreedTag = (
  inAddress: number | undefined,
  beside: number | undefined,
): number | undefined | false =>
  inAddress !== undefined && beside !== undefined && inAddress !== beside ? false : (inAddress ?? beside);
