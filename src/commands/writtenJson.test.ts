import { expect, test } from "vitest";
import { JsonWriter } from "../protocol/codec/jsonWriter.ts";
import type { JsonValue } from "./json.ts";
import { asJson, hasWrittenParts, plainJson, rows, WrittenJson, writePieces } from "./writtenJson.ts";

class Written extends WrittenJson {
  private readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }
  write(json: JsonWriter): void {
    json.raw(this.text);
  }
}

const written = (text: string): JsonValue => asJson(new Written(text));
const make = (): JsonValue => ({
  result: {
    plain: [1, "two", null, { three: true, four: undefined }],
    one: written('{"a":"b"}'),
    many: rows([written("[1]"), { inside: written("2"), quoted: 'a "b"\n' }, "c"]),
    none: rows([]),
    deep: { deeper: { list: [{ row: written("3") }, {}] } },
    absent: undefined,
    empty: {},
  },
});
const plain = {
  result: {
    plain: [1, "two", null, { three: true }],
    one: { a: "b" },
    many: [[1], { inside: 2, quoted: 'a "b"\n' }, "c"],
    none: [],
    deep: { deeper: { list: [{ row: 3 }, {}] } },
    empty: {},
  },
};

const textOf = (value: JsonValue): string => {
  const json = new JsonWriter();
  for (const _ of writePieces(json, value));
  return json.take().toString();
};

test("parts write themselves where they stand", () => {
  expect(textOf(make())).toBe(JSON.stringify(plain));
});

test("whoever looks inside finds objects", () => {
  expect(JSON.parse(JSON.stringify(make()))).toEqual(plain);
  expect(plainJson(make())).toEqual(plain);
  expect(plainJson(plain)).toBe(plain);
});

for (const [what, value, has] of [
  ["a part", written("1"), true],
  ["rows", { result: { ledger: { transactions: rows([]) } } }, true],
  ["a part of a row of a list in an envelope", { result: { list: [{ tx: written("1") }] } }, true],
  ["a part of a batch's reply", [{ result: { list: [{ tx: written("1") }] } }], true],
  ["plain values", { result: { a: [1, 2, { b: null }], c: "d" } }, false],
  ["an empty list", [], false],
] as const) {
  test(`${what}: ${has ? "has" : "has no"} parts that write themselves`, () => {
    expect(hasWrittenParts(value as JsonValue)).toBe(has);
  });
}

test("long lists are written piece by piece, none of them made before it is asked for", () => {
  let made = 0;
  const many = function* () {
    for (; made < 1000; made++) yield "x".repeat(1000);
  };
  const json = new JsonWriter();
  let pieces = 0;
  let length = 0;
  for (const _ of writePieces(json, { list: rows(many()) })) {
    length += json.take().length;
    expect(made).toBeLessThanOrEqual(70 * ++pieces);
  }
  length += json.take().length;
  expect(pieces).toBeGreaterThan(10);
  expect(length).toBe('{"list":[]}'.length + 1000 * 1003 - 1);
});
