import fc from "fast-check";
import { decode, encode } from "ripple-binary-codec";
import { expect, test } from "vitest";
import { IssuedAmount } from "../amounts/issuedAmount.ts";
import { allFields, type Field } from "../fieldTable.ts";
import { bytesToHex, hexToBytes } from "../hex.ts";
import { CodecError } from "./codecError.ts";
import { decodeNotingOrder, decodeObject } from "./decodeObject.ts";
import { encodeObject } from "./encodeObject.ts";
import { objectFromJson, objectToJson } from "./json.ts";
import { JsonWriter } from "./jsonWriter.ts";
import { writeFields } from "./writeFields.ts";

const native = "XRP";
const hexOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => bytesToHex(bytes));
const nonZero = (length: number) => hexOf(length).filter((hex) => !/^0+$/.test(hex));
const blob = fc.uint8Array({ maxLength: 400 }).map((bytes) => bytesToHex(bytes));
/** As JSON shows them, so that letters which JSON makes uppercase do not occur. */
const currency = fc.oneof(
  nonZero(20).filter((hex) => !/^0{24}/.test(hex)),
  fc.constant("0000000000000000000000005553440000000000"),
);

const issued = fc
  .record({
    mantissa: fc.bigInt({ min: 10n ** 15n, max: 10n ** 16n - 1n }),
    negative: fc.boolean(),
    exponent: fc.integer({ min: -96, max: 80 }),
    currency,
    issuer: nonZero(20),
  })
  .map(
    (part) =>
      new IssuedAmount(
        part.negative ? -part.mantissa : part.mantissa,
        part.exponent,
        part.currency,
        part.issuer,
      ),
  );
const zero = fc
  .record({ currency, issuer: nonZero(20) })
  .map((part) => new IssuedAmount(0n, -100, part.currency, part.issuer));
const drops = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });

const step = fc
  .record({ account: nonZero(20), currency, issuer: nonZero(20) }, { requiredKeys: [] })
  .filter((parts) => Object.keys(parts).length > 0);
const paths = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });

const formatted = new Set(["SignerEntry", "Signer", "Majority", "DisabledValidator"]);
const everyField = [...allFields()].filter((field) => field.isSerialized && !formatted.has(field.name));
const objectFields = everyField.filter((field) => field.typeName === "STObject");

function arbitraryOf(field: Field, depth: number): fc.Arbitrary<unknown> {
  switch (field.typeName) {
    case "UInt8":
      return field.name === "TransactionResult" ? fc.constantFrom("tesSUCCESS", "tecCLAIM") : fc.nat(0xff);
    case "UInt16":
      if (field.name === "TransactionType") return fc.constantFrom("Payment", "TrustSet", "SetFee");
      if (field.name === "LedgerEntryType") return fc.constantFrom("AccountRoot", "Check");
      return fc.nat(0xffff);
    case "UInt32":
      return fc.nat(0xffff_ffff);
    case "UInt64":
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    case "Hash128":
      return hexOf(16);
    case "Hash160":
      return hexOf(20);
    case "Hash192":
      return hexOf(24);
    case "Hash256":
      return hexOf(32);
    case "Amount":
      return fc.oneof(drops, issued, zero);
    case "Blob":
      return blob;
    case "AccountID":
      return hexOf(20);
    case "Vector256":
      return fc.array(hexOf(32), { maxLength: 10 });
    case "PathSet":
      return paths;
    case "STObject":
      return depth > 2 ? fc.constant({}) : objectOf(depth + 1);
    case "STArray":
      return fc.array(
        fc
          .constantFrom(...objectFields)
          .chain((inner) => objectOf(depth + 2).map((value) => ({ [inner.name]: value }))),
        { maxLength: depth > 2 ? 0 : 3 },
      );
  }
}

function objectOf(depth: number): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .uniqueArray(fc.constantFrom(...everyField), { maxLength: depth === 0 ? 20 : 5 })
    .chain((fields) =>
      fc.record(Object.fromEntries(fields.map((field) => [field.name, arbitraryOf(field, depth)]))),
    );
}

const writer = new JsonWriter();

/** The JSON that is written straight from bytes. */
function writtenJson(bytes: Uint8Array): string {
  writer.raw("{");
  writeFields(writer, bytes, { native });
  writer.raw("}");
  return writer.take().toString();
}

test("an object comes back from bytes and from JSON as it was", () => {
  fc.assert(
    fc.property(objectOf(0), (object) => {
      const bytes = encodeObject(object);
      expect(decodeNotingOrder(bytes)).toEqual({ object, isCanonical: true });
      const json = objectToJson(object, { native });
      const text = JSON.stringify(objectToJson(decodeObject(bytes), { native }));
      expect(writtenJson(bytes)).toBe(text);
      const read = objectFromJson(JSON.parse(JSON.stringify(json)), { native });
      expect(read).toEqual(object);
      expect(bytesToHex(encodeObject(read))).toBe(bytesToHex(bytes));
    }),
    { numRuns: 400 },
  );
});

/** Kinds that the client library writes and reads just as we do. */
const shared = everyField.filter(
  (field) =>
    !["STObject", "STArray", "PathSet", "UInt64", "Hash192"].includes(field.typeName) &&
    !["FeeAmountDelta", "PermissionValue"].includes(field.name), // newer fields, which it spells its own way
);
test("the client library writes the same bytes", () => {
  const objects = fc.uniqueArray(fc.constantFrom(...shared), { maxLength: 12 }).chain((fields) =>
    fc.record(
      Object.fromEntries(
        fields.map((field) => [
          field.name,
          // it refuses negative drops in JSON
          field.typeName === "Amount"
            ? fc.oneof(issued, zero, fc.bigInt({ min: 0n, max: 10n ** 17n }))
            : arbitraryOf(field, 0),
        ]),
      ),
    ),
  );
  fc.assert(
    fc.property(objects, (object) => {
      const hex = bytesToHex(encodeObject(object));
      expect(encode(objectToJson(object, { native }))).toBe(hex);
    }),
    { numRuns: 300 },
  );
});

const payment = encodeObject({
  TransactionType: "Payment",
  Flags: 2147483648,
  Sequence: 12,
  Amount: new IssuedAmount(
    1_234_567_000_000_000n,
    -12,
    "0000000000000000000000005553440000000000",
    "B5".repeat(20),
  ),
  Fee: 10n,
  SigningPubKey: `02${"AB".repeat(32)}`,
  Account: "B5".repeat(20),
  Destination: "C5".repeat(20),
  Paths: [[{ account: "AA".repeat(20) }], [{ currency: "0".repeat(40) }]],
  Memos: [{ Memo: { MemoData: "00" } }],
});

const plain = (json: object): unknown => JSON.parse(JSON.stringify(json));

test("any bytes are an object or a CodecError, and an object encodes to what decodes to it", () => {
  const damaged = fc
    .array(fc.tuple(fc.nat(payment.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const bytes = new Uint8Array(payment);
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), fc.nat(200), (bytes, cut) => {
      for (const tried of [bytes, bytes.subarray(0, cut)]) {
        let object: Record<string, unknown>;
        try {
          const decoded = decodeNotingOrder(tried);
          object = decoded.object;
          if (decoded.isCanonical) expect(bytesToHex(encodeObject(object))).toBe(bytesToHex(tried));
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
          continue;
        }
        try {
          expect(decodeObject(encodeObject(object))).toEqual(object);
        } catch (error) {
          // a path step of account zero alone says nothing: it can be read, but not written
          expect(error).toBeInstanceOf(CodecError);
          expect((error as CodecError).field).toBe("Paths");
        }
        expect(JSON.parse(writtenJson(tried))).toEqual(plain(objectToJson(object, { native })));
      }
    }),
    { numRuns: 3000 },
  );
});

test("any JSON is an object or a CodecError", () => {
  const names = everyField.map((field) => field.name);
  const json = fc.dictionary(
    fc.oneof(fc.constantFrom(...names), fc.string()),
    fc.jsonValue() as fc.Arbitrary<never>,
  );
  fc.assert(
    fc.property(json, (object) => {
      try {
        objectFromJson(object, { native });
      } catch (error) {
        expect(error).toBeInstanceOf(CodecError);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a hundred thousand objects take no noticeable time", () => {
  // 40 ms of processor time here; anything quadratic would take minutes
  const bytes = encodeObject({ Memos: new Array(100_000).fill({ Memo: { MemoData: "AB" } }) });
  const begin = process.cpuUsage();
  const again = encodeObject(decodeObject(bytes));
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1e6).toBeLessThan(5);
  expect(Buffer.compare(again, bytes)).toBe(0);
});

test("the client library reads what we write of paths and objects", () => {
  const json = decode(bytesToHex(payment));
  expect(objectToJson(decodeObject(payment), { native }).Paths).toMatchObject(json.Paths as object);
  expect(encode(json)).toBe(bytesToHex(payment));
  expect(encodeObject(decodeObject(hexToBytes(encode(json))))).toEqual(payment);
});

test("bytes that encodeObject would write otherwise are noticed", () => {
  const account = "B5".repeat(20);
  const amount = "61400000000000000A";
  const sequence = "240000000C";
  const owner = `8114${account}`;
  const cases: [hex: string, isCanonical: boolean][] = [
    [sequence + amount + owner, true],
    [amount + sequence + owner, false],
    [`${sequence}EA7D0100E1`, true], // Memo, whole and without its end
    [`${sequence}EA7D0100`, false],
    [`${sequence}F9EA7D0100E1F1`, true], // Memos, likewise
    [`${sequence}F9EA7D0100E1`, false],
    [`${sequence}F9EA7D01007C0100E1F1`, false], // fields of an inner object swapped
    [`011201${account}00`, true], // Paths
    [`01123100${"00".repeat(19)}${account}${account}00`, false],
    [`01123101${"00".repeat(19)}${account}${"00".repeat(20)}00`, false],
    [`031320${"AB".repeat(32)}`, true], // Amendments, whole and with half a hash more
    [`031330${"AB".repeat(48)}`, false],
  ];
  for (const [hex, isCanonical] of cases) {
    const bytes = hexToBytes(hex);
    const decoded = decodeNotingOrder(bytes);
    expect(decoded.isCanonical, hex).toBe(isCanonical);
    expect(bytesToHex(encodeObject(decoded.object)) === hex, hex).toBe(isCanonical);
  }
});
