import { expect, test } from "vitest";
import { IssuedAmount } from "../amounts/issuedAmount.ts";
import { CodecError } from "./codecError.ts";
import { decodeObject } from "./decodeObject.ts";
import { encodeObject } from "./encodeObject.ts";
import { objectToJson } from "./json.ts";
import { JsonWriter } from "./jsonWriter.ts";
import { fieldNote, writeFields } from "./writeFields.ts";

// That any object is written as objectToJson shows it, roundTrip.test.ts tries, and the recordings' in test/conformance.

const native = "XAG";

function written(object: object): string {
  const writer = new JsonWriter();
  writer.raw("{");
  writeFields(writer, encodeObject(object), { native });
  writer.raw("}");
  return writer.take().toString();
}

const usd = "0000000000000000000000005553440000000000";
const account = "B5F762798A53D543A014CAF8B297CFF8F2F937E8";

test("amounts of every exponent and sign are written as text", () => {
  for (const mantissa of [1_000_000_000_000_000n, 9_999_999_999_999_999n, 1_234_567_890_120_000n]) {
    for (let exponent = -96; exponent <= 80; exponent++) {
      for (const signed of [mantissa, -mantissa]) {
        const object = { Amount: new IssuedAmount(signed, exponent, usd, account) };
        expect(written(object)).toBe(JSON.stringify(objectToJson(object, { native })));
      }
    }
  }
});

for (const drops of [0n, 1n, -1n, 99_999_999n, 100_000_000n, 2n ** 53n, 10n ** 17n, -(10n ** 17n)]) {
  test(`${drops} drops are written as text`, () =>
    expect(written({ Fee: drops })).toBe(`{"Fee":"${drops}"}`));
}

test("a currency is named by the ledger that asks", () => {
  const xrp = { Amount: new IssuedAmount(10n ** 15n, -15, usd.replace("555344", "585250"), account) };
  expect(written(xrp)).toContain('"currency":"0000000000000000000000005852500000000000"');
  const xag = { Paths: [[{ currency: "0".repeat(40) }]] };
  expect(written(xag)).toBe('{"Paths":[[{"currency":"XAG","type":16}]]}');
});

test("a field is found again, and called something else", () => {
  const writer = new JsonWriter();
  const note = fieldNote("Amount", "DeliverMax");
  const blob = encodeObject({ Flags: 1, Amount: 5n, Fee: 10n, Memos: [{ Memo: { MemoData: "AB" } }] });
  writer.raw("before{");
  writeFields(writer, blob, { native }, note);
  writer.raw(',"again":');
  writer.repeat(note.from, note.to);
  expect(writer.take().toString()).toBe(
    'before{"Flags":1,"DeliverMax":"5","Fee":"10","Memos":[{"Memo":{"MemoData":"AB"}}],"again":"5"',
  );
  writeFields(writer, encodeObject({ Flags: 1 }), { native }, note);
  expect(note.from).toBe(-1);
});

test("what lacks its end marks is written whole", () => {
  const bytes = encodeObject({ Memos: [{ Memo: { MemoData: "AB" } }] });
  const writer = new JsonWriter();
  writeFields(writer, bytes.subarray(0, bytes.length - 2), { native });
  expect(writer.take().toString()).toBe('"Memos":[{"Memo":{"MemoData":"AB"}}]');
});

test("bytes that end too early, and unknown fields, are refused", () => {
  const bytes = encodeObject({ Sequence: 7, Account: account });
  const writer = new JsonWriter();
  expect(() => writeFields(writer, bytes.subarray(0, 20), { native })).toThrow(CodecError);
  expect(() => writeFields(writer, Uint8Array.of(0x00, 0xff, 0xff), { native })).toThrow(CodecError);
});

test("large objects have room, and what was taken stays as it is", () => {
  const writer = new JsonWriter();
  const objects = Array.from({ length: 40 }, (_, i) => ({
    Hashes: new Array<string>(i * 100).fill("AB".repeat(32)),
    Memos: [{ Memo: { MemoData: "CD".repeat(i) } }],
  }));
  const pieces = objects.map((object, i) => {
    writeFields(writer, encodeObject(object), { native });
    return i % 3 === 0 ? writer.take() : undefined;
  });
  const all = Buffer.concat([...pieces.filter((piece) => piece !== undefined), writer.take()]).toString();
  const expected = objects.map((object) =>
    JSON.stringify(objectToJson(decodeObject(encodeObject(object)), { native })),
  );
  expect(all).toBe(expected.map((text) => text.slice(1, -1)).join(""));
});

test("text of any length and alphabet is written", () => {
  const writer = new JsonWriter();
  const texts = ["", "plain", "ünïcödé", "a".repeat(47), "ü".repeat(47), "a".repeat(5000), "😀".repeat(5000)];
  for (const text of texts) writer.value(text);
  expect(writer.take().toString()).toBe(texts.map((text) => JSON.stringify(text)).join(""));
});
