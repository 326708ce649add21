import type { JsonObject } from "./json.ts";
import type { Naming } from "./present.ts";

/**
 * A native amount under names that end in the native currency's code: `base_fee_xag`. The `_xrp` name is always
 * there too, since clients that know no other ledger read it.
 */
export function nativeNamed(prefix: string, value: number, { node }: Naming): JsonObject {
  const own = `${prefix}_${node.settings.nativeCurrency.toLowerCase()}`;
  return { [own]: value, [`${prefix}_xrp`]: value };
}
