import type { JsonValue } from "../../../src/commands/json.ts";
import type { Random } from "../random.ts";

const longText = (random: Random): string =>
  random.pick(["x", "9", "A", " ", "r", "s", "é", "\u0000", "/"]).repeat(random.pick([33, 64, 1000, 20_000]));

/** JSON of every type, with what is at the edge of each. */
export function oddJson(random: Random, depth = 0): JsonValue {
  const kind = random.weighted({
    nothing: 1,
    flag: 1,
    number: 3,
    text: 4,
    list: depth < 3 ? 2 : 0,
    object: depth < 3 ? 2 : 0,
  });
  switch (kind) {
    case "nothing":
      return null;
    case "flag":
      return random.chance(0.5);
    case "number":
      return random.pick([
        0, -0, 1, -1, 0.5, -1.5, 10, 399, 400, 401, 1e6, 0x7fff_ffff, -0x8000_0000, 0xffff_ffff, 1e-7, 1e20,
        1e300,
      ]);
    case "text":
      return random.chance(0.2)
        ? longText(random)
        : random.pick([
            "",
            "0",
            "1",
            "-1",
            "+5",
            "0x10",
            "1e5",
            "4294967295",
            "4294967296",
            "1.5",
            "true",
            "null",
            " ",
            "a b",
            "current",
            "closed",
            "validated",
            "XAG",
            "XRP",
            "USD",
            "U",
            "USDX",
            "0".repeat(40),
            "F".repeat(40),
            "0".repeat(64),
            "f".repeat(64),
            "G".repeat(64),
            "__proto__",
            "constructor",
            "toString",
            "\u0000",
            "\ud800",
            "rrrrrrrrrrrrrrrrrrrrrhoLvTp",
            "rrrrrrrrrrrrrrrrrrrrBZbvji",
            "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi",
            "5/USD/rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
            "1/2/3/4",
            "12000022",
            "1200002280000000240000000161",
          ]);
    case "list":
      return Array.from({ length: random.pick([0, 1, 1, 2, 3, 300]) }, () => oddJson(random, depth + 2));
    case "object":
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [
          random.pick(["currency", "issuer", "value", "account", "taker", "__proto__", "toString", "", "a"]),
          oddJson(random, depth + 1),
        ]),
      );
  }
}
