import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToHex } from "../../protocol/hex.ts";
import { fulfills, parseCondition, parseFulfillment } from "./cryptoCondition.ts";
import { ConditionError, type ConditionErrorCode } from "./derReader.ts";

const digestOfNothing = "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855";
const ab = (count: number) => "AB".repeat(count);
const byte = (value: number) => value.toString(16).toUpperCase().padStart(2, "0");
const length = (bytes: number) => (bytes < 128 ? byte(bytes) : `81${byte(bytes)}`);
const der = (tag: string, body: string) => tag + length(body.length / 2) + body;

function pairFor(preimage: string): { condition: string; fulfillment: string } {
  const digest = createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex").toUpperCase();
  const bytes = preimage.length / 2;
  const cost = bytes < 128 ? byte(bytes) : `00${byte(bytes)}`;
  return {
    condition: der("A0", der("80", digest) + der("81", cost)),
    fulfillment: der("A0", der("80", preimage)),
  };
}

test("the specification's first vector: the empty preimage", () => {
  const condition = `A0258020${digestOfNothing}810100`;
  expect(parseCondition(condition)).toEqual({ fingerprint: digestOfNothing, cost: 0 });
  expect(parseFulfillment("A0028000")).toHaveLength(0);
  expect(fulfills("A0028000", condition)).toBe(true);
});

test("any preimage up to 128 bytes fulfills its condition and no other", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 128 }), fc.uint8Array({ maxLength: 128 }), (first, second) => {
      const [a, b] = [bytesToHex(first), bytesToHex(second)];
      expect(fulfills(pairFor(a).fulfillment, pairFor(a).condition)).toBe(true);
      expect(fulfills(pairFor(a).fulfillment, pairFor(b).condition)).toBe(a === b);
    }),
  );
});

test("a condition with another cost is not fulfilled", () => {
  const { condition, fulfillment } = pairFor(ab(3));
  expect(fulfills(fulfillment, condition.replace(/03$/, "04"))).toBe(false);
});

const codeOf = (parse: () => unknown): ConditionErrorCode | undefined => {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof ConditionError) return error.code;
    throw error;
  }
};

const conditionWith = (fingerprint: string, cost: string) => der("A0", fingerprint + cost);
const good = der("80", digestOfNothing);

describe("conditions that are refused", () => {
  test.each<[ConditionErrorCode, string, string]>([
    ["buffer_empty", "nothing", ""],
    ["short_preamble", "one byte", "A0"],
    ["long_tag", "a tag of several bytes", "BF2500"],
    ["malformed_encoding", "a length of no bytes", "A080"],
    ["malformed_encoding", "a long form of zero", "A08100"],
    ["large_size", "a length of nine bytes", "A089000000000000000001"],
    ["short_preamble", "a length cut short", "A0820025".slice(0, 6)],
    ["malformed_encoding", "not constructed", "80258020"],
    ["malformed_encoding", "not context-specific", `20258020${digestOfNothing}810100`],
    ["buffer_underfull", "cut short", `A0258020${digestOfNothing}8101`],
    ["large_size", "more than 128 bytes", der("A0", ab(129))],
    ["unsupported_type", "PREFIX-SHA-256", `A1258020${digestOfNothing}810100`],
    ["unsupported_type", "ED25519-SHA-256", `A4258020${digestOfNothing}810100`],
    ["unknown_type", "a sixth type", `A5258020${digestOfNothing}810100`],
    ["incorrect_encoding", "a constructed fingerprint", conditionWith(der("A0", digestOfNothing), "810100")],
    ["unexpected_tag", "the fingerprint's tag", conditionWith(der("81", digestOfNothing), "810100")],
    ["fingerprint_size", "31 bytes", conditionWith(der("80", ab(31)), "810100")],
    ["short_preamble", "no cost", conditionWith(good, "")],
    ["malformed_encoding", "a constructed cost", conditionWith(good, "A10100")],
    ["unexpected_tag", "the cost's tag", conditionWith(good, "820100")],
    ["malformed_encoding", "a cost of no bytes", conditionWith(good, "8100")],
    ["buffer_underfull", "a cost cut short", conditionWith(good, "810201")],
    ["large_size", "a cost of six bytes", conditionWith(good, der("81", "000000000001"))],
    ["malformed_encoding", "a negative cost", conditionWith(good, "810180")],
    ["malformed_encoding", "a cost of 33 bits", conditionWith(good, "81050100000000")],
    ["trailing_garbage", "more inside", conditionWith(good, "81010000")],
    ["preimage_too_long", "a cost of 129", conditionWith(good, "81020081")],
    ["trailing_garbage", "more behind", `A0258020${digestOfNothing}81010000`],
  ])("%s: %s", (code, _, hex) => expect(codeOf(() => parseCondition(hex))).toBe(code));

  test("a cost of 128, with its zero byte, is the most", () => {
    expect(parseCondition(conditionWith(good, "81020080")).cost).toBe(128);
  });
});

describe("fulfillments that are refused", () => {
  test.each<[ConditionErrorCode, string, string]>([
    ["buffer_empty", "nothing", ""],
    ["short_preamble", "one byte", "A0"],
    ["malformed_encoding", "not constructed", "800280AB"],
    ["buffer_underfull", "cut short", "A00380"],
    ["buffer_overfull", "more behind", "A002800000"],
    ["large_size", "more than 256 bytes", `A0820101${ab(257)}`],
    ["unsupported_type", "THRESHOLD-SHA-256", "A2028000"],
    ["unknown_type", "a sixth type", "A5028000"],
    ["short_preamble", "no preimage", "A000"],
    ["incorrect_encoding", "a constructed preimage", "A002A000"],
    ["unexpected_tag", "the preimage's tag", "A0028100"],
    ["trailing_garbage", "more inside", "A003800000"],
    ["preimage_too_long", "129 bytes", der("A0", der("80", ab(129)))],
  ])("%s: %s", (code, _, hex) => expect(codeOf(() => parseFulfillment(hex))).toBe(code));
});

test("what cannot be read fulfills nothing", () => {
  expect(fulfills("A0028000", "")).toBe(false);
  expect(fulfills("", pairFor("").condition)).toBe(false);
});
