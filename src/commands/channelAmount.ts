import type { Drops } from "../protocol/types.ts";
import type { JsonValue } from "./json.ts";
import { RpcError } from "./rpcErrors.ts";

const mostDrops = 2n ** 64n - 1n;

/** A claim's amount: drops in decimal digits, 64 bits of them. @throws RpcError channelAmtMalformed */
export function dropsOf(value: JsonValue): Drops {
  const drops =
    typeof value === "string" && /^\+?\d+$/.test(value) ? BigInt(value.replace("+", "")) : undefined;
  if (drops === undefined || drops > mostDrops) throw new RpcError("channelAmtMalformed");
  return drops;
}
