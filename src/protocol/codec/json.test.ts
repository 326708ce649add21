import { describe, expect, test } from "vitest";
import { IssuedAmount } from "../amounts/issuedAmount.ts";
import type { JsonValue } from "../jsonValue.ts";
import { CodecError } from "./codecError.ts";
import { amountFromJson, amountToJson, objectFromJson, objectToJson } from "./json.ts";

const native = "XAG";
const address = "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh";
const account = "B5F762798A53D543A014CAF8B297CFF8F2F937E8";
const zeroAddress = "rrrrrrrrrrrrrrrrrrrrrhoLvTp";
const usd = "0000000000000000000000005553440000000000";
const hash = "5A".repeat(32);
const issued = (mantissa: bigint, exponent: number) => new IssuedAmount(mantissa, exponent, usd, account);
const oneUsd = issued(1_000_000_000_000_000n, -15);

describe("each kind of field in JSON, both ways", () => {
  const vectors: readonly (readonly [string, unknown, JsonValue])[] = [
    ["TickSize", 5, 5],
    ["TransactionResult", "tecPATH_DRY", "tecPATH_DRY"],
    ["TransactionType", "Payment", "Payment"],
    ["LedgerEntryType", "RippleState", "RippleState"],
    ["SignerWeight", 3, 3],
    ["Flags", 4_294_967_295, 4_294_967_295],
    ["OwnerNode", 0n, "0"],
    ["ExchangeRate", 0x5b03_8d7e_a4c6_8000n, "5b038d7ea4c68000"],
    ["IndexNext", 0xabcn, "abc"],
    ["EmailHash", "0123456789ABCDEF0123456789ABCDEF", "0123456789ABCDEF0123456789ABCDEF"],
    ["TakerPaysCurrency", usd, usd],
    ["PreviousTxnID", hash, hash],
    ["Amount", 12n, "12"],
    ["Amount", -12n, "-12"],
    ["Amount", oneUsd, { value: "1", currency: "USD", issuer: address }],
    ["Domain", "", ""],
    ["Domain", "ABCD", "ABCD"],
    ["Account", account, address],
    ["Amendments", [hash], [hash]],
    [
      "Paths",
      [[{ account }, { currency: usd, issuer: account }], [{ currency: "0".repeat(40) }]],
      [
        [
          { account: address, type: 1 },
          { currency: "USD", issuer: address, type: 48 },
        ],
        [{ currency: "XAG", type: 16 }],
      ],
    ],
    ["Memos", [{ Memo: { MemoData: "AB" } }], [{ Memo: { MemoData: "AB" } }]],
    ["FinalFields", { Flags: 1, OwnerNode: 16n }, { Flags: 1, OwnerNode: "10" }],
  ];
  for (const [name, value, json] of vectors) {
    test(`${name} ${JSON.stringify(json).slice(0, 60)}`, () => {
      expect(objectToJson({ [name]: value }, { native })).toEqual({ [name]: json });
      expect(objectFromJson({ [name]: json }, { native })).toEqual({ [name]: value });
    });
  }
});

describe("other forms that clients may send", () => {
  const forms: readonly (readonly [string, JsonValue, unknown])[] = [
    ["TickSize", "5", 5],
    ["TransactionResult", 128, "tecPATH_DRY"],
    ["TransactionResult", "0", "tesSUCCESS"],
    ["TransactionType", 20, "TrustSet"],
    ["TransactionType", "20", "TrustSet"],
    ["SignerWeight", "3", 3],
    ["Flags", "7", 7],
    ["Flags", "+7", 7],
    ["OwnerNode", 16, 16n],
    ["OwnerNode", "00000000000000000000aF", 0xafn],
    ["PreviousTxnID", "", "0".repeat(64)],
    ["PreviousTxnID", "0", "0".repeat(64)],
    ["PreviousTxnID", hash.toLowerCase(), hash],
    ["Domain", "abc", "0ABC"],
    ["Account", account.toLowerCase(), account],
    ["Account", "0", "0".repeat(40)],
    ["Amount", 5, 5n],
    ["Amount", "1e3", 1000n],
    ["Amount", "5/XAG", 5n],
    ["Amount", ["5"], 5n],
    ["Amount", `1/USD/${address}`, oneUsd],
    ["Amount", ["1", "USD", address], oneUsd],
    ["Amount", [1, "USD", account], oneUsd],
    ["Amount", { value: 1, currency: usd, issuer: address, extra: 5 }, oneUsd],
    ["Amount", { value: "-1e0", currency: "usd", issuer: address }, issued(-1_000_000_000_000_000n, -15)],
    ["Amount", { value: "0.0", currency: "USD", issuer: address }, issued(0n, -100)],
    ["Amendments", null, []],
    ["Paths", null, []],
    ["Paths", [null], [[]]],
    ["Paths", [[{ account: zeroAddress, currency: "", issuer: null, type: 1 }]], [[{}]]],
    ["Memos", null, []],
    ["Memos", [{ Memo: null }], [{ Memo: {} }]],
  ];
  for (const [name, json, value] of forms) {
    test(`${name} ${JSON.stringify(json)}`, () => {
      expect(objectFromJson({ [name]: json }, { native })).toEqual({ [name]: value });
    });
  }
  test("nothing is an empty object", () => expect(objectFromJson(null, { native })).toEqual({}));
  test("hash and index are checked and left out", () => {
    expect(objectFromJson({ hash, index: hash, Flags: 1 }, { native })).toEqual({ Flags: 1 });
  });
});

const nestedJson = (levels: number): JsonValue => (levels === 0 ? {} : { Memo: nestedJson(levels - 1) });

describe("faults are told as the reference tells them", () => {
  const faults: readonly (readonly [json: JsonValue, field: string, message: string])[] = [
    [5, "tx_json", "Field 'tx_json' is not a JSON object."],
    [{ Nonsense: 1 }, "tx_json.Nonsense", "Field 'tx_json.Nonsense' is unknown."],
    [{ "": 1 }, "tx_json.", "Field 'tx_json.' is unknown."],
    // Members are looked at in the order of their names.
    [{ Sequence: "x", Fee: "x" }, "tx_json.Fee", "Field 'tx_json.Fee' has invalid data."],
    [{ TickSize: "x" }, "tx_json.TickSize", "Field 'tx_json.TickSize' has bad type."],
    [{ TickSize: "256" }, "tx_json.TickSize", "Field 'tx_json.TickSize' has invalid data."],
    [{ TickSize: "" }, "tx_json.TickSize", "Field 'tx_json.TickSize' has invalid data."],
    [{ TickSize: 256 }, "tx_json.TickSize", "Field 'tx_json.TickSize' is out of range."],
    [{ TickSize: -1 }, "tx_json.TickSize", "Field 'tx_json.TickSize' is out of range."],
    [{ TickSize: 1.5 }, "tx_json.TickSize", "Field 'tx_json.TickSize' has bad type."],
    [
      { TransactionResult: "temMALFORMED" },
      "tx_json.TransactionResult",
      "Field 'tx_json.TransactionResult' is out of range.",
    ],
    [
      { TransactionResult: 255 },
      "tx_json.TransactionResult",
      "Field 'tx_json.TransactionResult' has invalid data.",
    ],
    [
      { TransactionResult: true },
      "tx_json.TransactionResult",
      "Field 'tx_json.TransactionResult' has bad type.",
    ],
    [
      { TransactionType: "Nonsense" },
      "tx_json.TransactionType",
      "Field 'tx_json.TransactionType' has invalid data.",
    ],
    [{ TransactionType: {} }, "tx_json.TransactionType", "Field 'tx_json.TransactionType' has bad type."],
    [{ SignerWeight: "x" }, "tx_json.SignerWeight", "Field 'tx_json.SignerWeight' has invalid data."],
    [{ SignerWeight: 65_536 }, "tx_json.SignerWeight", "Field 'tx_json.SignerWeight' has invalid data."],
    [{ Sequence: "x" }, "tx_json.Sequence", "Field 'tx_json.Sequence' has invalid data."],
    [{ Sequence: "4294967296" }, "tx_json.Sequence", "Field 'tx_json.Sequence' has invalid data."],
    [{ Sequence: -1 }, "tx_json.Sequence", "Field 'tx_json.Sequence' has invalid data."],
    [{ Sequence: 4_294_967_296 }, "tx_json.Sequence", "Field 'tx_json.Sequence' has bad type."],
    [{ Sequence: null }, "tx_json.Sequence", "Field 'tx_json.Sequence' has bad type."],
    [{ OwnerNode: "xyz" }, "tx_json.OwnerNode", "Field 'tx_json.OwnerNode' has invalid data."],
    [{ OwnerNode: "" }, "tx_json.OwnerNode", "Field 'tx_json.OwnerNode' has invalid data."],
    [{ OwnerNode: "10000000000000000" }, "tx_json.OwnerNode", "Field 'tx_json.OwnerNode' has invalid data."],
    [{ OwnerNode: -1 }, "tx_json.OwnerNode", "Field 'tx_json.OwnerNode' has invalid data."],
    [{ OwnerNode: 1.5 }, "tx_json.OwnerNode", "Field 'tx_json.OwnerNode' has bad type."],
    [{ EmailHash: "AB" }, "tx_json.EmailHash", "Field 'tx_json.EmailHash' has invalid data."],
    [{ EmailHash: 5 }, "tx_json.EmailHash", "Field 'tx_json.EmailHash' has bad type."],
    [{ hash: "AB" }, "tx_json.hash", "Field 'tx_json.hash' has invalid data."],
    [{ Domain: "XY" }, "tx_json.Domain", "Field 'tx_json.Domain' has invalid data."],
    [{ Domain: ["AB"] }, "tx_json.Domain", "Field 'tx_json.Domain' has bad type."],
    [{ Account: "bad" }, "tx_json.Account", "Field 'tx_json.Account' has invalid data."],
    [{ Account: "" }, "tx_json.Account", "Field 'tx_json.Account' has invalid data."],
    [{ Account: null }, "tx_json.Account", "Field 'tx_json.Account' has bad type."],
    [{ Amendments: "x" }, "tx_json.Amendments", "Field 'tx_json.Amendments' must be a JSON array."],
    [{ Amendments: [5] }, "tx_json.Amendments", "Field 'tx_json.Amendments' has invalid data."],
    [{ Paths: 5 }, "tx_json.Paths", "Field 'tx_json.Paths' must be a JSON array."],
    [{ Paths: [[], {}] }, "tx_json.Paths[1]", "Field 'tx_json.Paths[1]' must be a JSON array."],
    [{ Paths: [[5]] }, "tx_json.Paths[0][0]", "Field 'tx_json.Paths[0][0]' is not a JSON object."],
    [
      { Paths: [[{ account: 5 }]] },
      "tx_json.Paths[0][0].account",
      "Field 'tx_json.Paths[0][0].account' must be a string.",
    ],
    [
      { Paths: [[{ account: "bad" }]] },
      "tx_json.Paths[0][0].account",
      "Field 'tx_json.Paths[0][0].account' has invalid data.",
    ],
    [
      { Paths: [[{ currency: "US" }]] },
      "tx_json.Paths[0][0].currency",
      "Field 'tx_json.Paths[0][0].currency' has invalid data.",
    ],
    [
      { Paths: [[{ issuer: false }]] },
      "tx_json.Paths[0][0].issuer",
      "Field 'tx_json.Paths[0][0].issuer' must be a string.",
    ],
    [{ Memo: "x" }, "tx_json.Memo", "Field 'tx_json.Memo' is not a JSON object."],
    [{ Memo: null }, "tx_json.Memo", "Field 'tx_json.Memo' is not a JSON object."],
    [{ Memos: {} }, "tx_json.Memos", "Field 'tx_json.Memos' is not a JSON array."],
    [
      { Memos: [5] },
      "tx_json.Memos[0]",
      "Field 'tx_json.Memos[0]' must be an object with a single key/object value.",
    ],
    [
      { Memos: [{}] },
      "tx_json.Memos[0]",
      "Field 'tx_json.Memos[0]' must be an object with a single key/object value.",
    ],
    [
      { Memos: [{ Memo: {} }, { Memo: {}, Signer: {} }] },
      "tx_json.Memos[1]",
      "Field 'tx_json.Memos[1]' must be an object with a single key/object value.",
    ],
    [{ Memos: [{ Nonsense: {} }] }, "tx_json.Memos.Nonsense", "Field 'tx_json.Memos.Nonsense' is unknown."],
    [
      { Memos: [{ Memo: 5 }] },
      "tx_json.Memos.[0].Memo",
      "Error at 'tx_json.Memos.[0].Memo'. Field 'tx_json.Memos.[0].Memo' is not a JSON object.",
    ],
    [
      { Memos: [{ Memo: { MemoData: "x" } }] },
      "tx_json.Memos.[0].Memo.MemoData",
      "Error at 'tx_json.Memos.[0].Memo'. Field 'tx_json.Memos.[0].Memo.MemoData' has invalid data.",
    ],
    [
      { Memos: [{ Flags: {} }] },
      "tx_json.Memos.[0].Flags",
      "Item 'tx_json.Memos.[0].Flags' at index 0 is not an object.  Arrays may only contain objects.",
    ],
    [
      { SignerEntries: [{ SignerEntry: { Account: address } }] },
      "tx_json.SignerEntries.[0].SignerEntry",
      "Error at 'tx_json.SignerEntries.[0].SignerEntry'. Object 'SignerEntry' contents did not meet requirements for that type.",
    ],
  ];
  for (const [json, field, message] of faults) {
    test(JSON.stringify(json).slice(0, 100), () => {
      try {
        objectFromJson(json, { native });
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(CodecError);
        expect((error as CodecError).message).toBe(message);
        expect((error as CodecError).field).toBe(field);
      }
    });
  }
  test("too deep", () => {
    expect(() => objectFromJson(nestedJson(65), { native })).toThrow("exceeds nesting depth limit.");
    expect(() => objectFromJson(nestedJson(5000), { native })).toThrow(CodecError);
  });
  test("the object goes by the name that the caller gives", () => {
    expect(() => objectFromJson({ Fee: "x" }, { native, name: "tx" })).toThrow(
      "Field 'tx.Fee' has invalid data.",
    );
  });
});

describe("amounts that are none", () => {
  const bad: readonly JsonValue[] = [
    null,
    true,
    1.5,
    -0x8000_0001,
    0x1_0000_0000,
    "",
    "x",
    " 1",
    "01",
    "1.5",
    "1/2/3/4",
    "1/USD",
    "1/USD/bad",
    "100000000000000001",
    "1e18",
    {},
    { value: "1" },
    { value: "1", currency: "XAG", issuer: address },
    { value: "1", currency: "", issuer: address },
    { value: "1", currency: usd.replace(/[1-9]/g, "0"), issuer: address },
    { value: "1", currency: "US", issuer: address },
    { value: "1", currency: "USD" },
    { value: "1", currency: "USD", issuer: 5 },
    { value: "1", currency: "USD", issuer: "bad" },
    { value: "", currency: "USD", issuer: address },
    { value: null, currency: "USD", issuer: address },
    { value: 3_000_000_000, currency: "USD", issuer: address },
    { value: "1e96", currency: "USD", issuer: address },
    { value: `1${"0".repeat(40)}`, currency: "USD", issuer: address },
    { value: "1e99999999999999999999", currency: "USD", issuer: address },
    { value: [], currency: "USD", issuer: address },
    [null, "USD", address],
    ["1", "USD"],
  ];
  for (const json of bad) {
    test(JSON.stringify(json), () => {
      expect(() => amountFromJson(json, { native })).toThrow(CodecError);
      expect(() => objectFromJson({ Amount: json }, { native })).toThrow(
        "Field 'tx_json.Amount' has invalid data.",
      );
    });
  }
});

test("the native currency's name is the caller's", () => {
  expect(amountFromJson("5/XRP", { native: "XRP" })).toBe(5n);
  expect(() => amountFromJson("5/XRP", { native: "XAG" })).toThrow("invalid issuer");
  const spelled = new IssuedAmount(0n, -100, "0000000000000000000000005852500000000000", account);
  expect(amountToJson(spelled, { native: "XAG" })).toEqual({
    value: "0",
    currency: spelled.currency,
    issuer: address,
  });
});
