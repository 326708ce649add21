import { describe, expect, test } from "vitest";
import { IssuedAmount } from "../amounts/issuedAmount.ts";
import { bytesToHex, hexToBytes } from "../hex.ts";
import { CodecError } from "./codecError.ts";
import { decodeObject } from "./decodeObject.ts";
import { encodeObject } from "./encodeObject.ts";

const account = "B5F762798A53D543A014CAF8B297CFF8F2F937E8";
const usd = "0000000000000000000000005553440000000000";
const hash = "5A".repeat(32);
const issued = (mantissa: bigint, exponent: number) => new IssuedAmount(mantissa, exponent, usd, account);

/** The field's name, its value, its bytes with the header. */
const vectors: readonly (readonly [string, unknown, string])[] = [
  ["TickSize", 0, "00101000"],
  ["TickSize", 255, "001010FF"],
  ["TransactionResult", "tesSUCCESS", "031000"],
  ["TransactionResult", "tecPATH_DRY", "031080"],
  ["TransactionType", "Payment", "120000"],
  ["TransactionType", "TrustSet", "120014"],
  ["LedgerEntryType", "AccountRoot", "110061"],
  ["SignerWeight", 65_535, "13FFFF"],
  ["Flags", 0, "2200000000"],
  ["Flags", 4_294_967_295, "22FFFFFFFF"],
  ["SetFlag", 8, "202100000008"],
  ["OwnerNode", 0n, "340000000000000000"],
  ["OwnerNode", 0xffff_ffff_ffff_ffffn, "34FFFFFFFFFFFFFFFF"],
  ["OwnerNode", 0x0102_0304_0506_0708n, "340102030405060708"],
  ["EmailHash", "0123456789ABCDEF0123456789ABCDEF", "410123456789ABCDEF0123456789ABCDEF"],
  ["TakerPaysCurrency", usd, `0111${usd}`],
  ["PreviousTxnID", hash, `55${hash}`],
  ["Channel", hash, `5016${hash}`],
  ["Amount", 0n, "614000000000000000"],
  ["Amount", 1n, "614000000000000001"],
  ["Amount", -1n, "610000000000000001"],
  ["Amount", 100_000_000_000_000_000n, "61416345785D8A0000"],
  ["Amount", issued(0n, -100), `618000000000000000${usd}${account}`],
  ["Amount", issued(1_000_000_000_000_000n, -15), `61D4838D7EA4C68000${usd}${account}`],
  ["Amount", issued(-1_000_000_000_000_000n, -15), `6194838D7EA4C68000${usd}${account}`],
  ["Amount", issued(9_999_999_999_999_999n, 80), `61EC6386F26FC0FFFF${usd}${account}`],
  ["Amount", issued(1_000_000_000_000_000n, -96), `61C0438D7EA4C68000${usd}${account}`],
  ["DeliveredAmount", 5n, "60124000000000000005"],
  ["Domain", "", "7700"],
  ["Domain", "AB", "7701AB"],
  ["Domain", "AB".repeat(192), `77C0${"AB".repeat(192)}`],
  ["Domain", "AB".repeat(193), `77C100${"AB".repeat(193)}`],
  ["Domain", "AB".repeat(12_480), `77F0FF${"AB".repeat(12_480)}`],
  ["Domain", "AB".repeat(12_481), `77F10000${"AB".repeat(12_481)}`],
  ["Domain", "AB".repeat(918_744), `77FED417${"AB".repeat(918_744)}`],
  ["Account", account, `8114${account}`],
  ["Account", "", "8100"],
  ["Amendments", [], "031300"],
  ["Amendments", [hash, hash], `031340${hash}${hash}`],
  ["Paths", [[{ account }]], `011201${account}00`],
  [
    "Paths",
    [
      [{ account }, { currency: usd, issuer: account }],
      [{ currency: usd }, { issuer: account }],
    ],
    `011201${account}30${usd}${account}FF10${usd}20${account}00`,
  ],
  ["Paths", [[{ currency: "0".repeat(40) }]], `011210${"0".repeat(40)}00`],
  ["Memo", {}, "EAE1"],
  ["Memo", { MemoData: "AB", MemoType: "CD" }, "EA7C01CD7D01ABE1"],
  ["Memos", [], "F9F1"],
  ["Memos", [{ Memo: { MemoData: "AB" } }, { Memo: {} }], "F9EA7D01ABE1EAE1F1"],
  ["Majorities", [{ Majority: { Amendment: hash, CloseTime: 1 } }], `F010E01227000000015013${hash}E1F1`],
];

describe("every kind of field, both ways", () => {
  for (const [name, value, hex] of vectors) {
    const short = hex.length > 100 ? `${hex.slice(0, 40)}… of ${hex.length / 2} bytes` : hex;
    test(`${name} ${short}`, () => {
      // compared as text first: a failure must not print a million digits
      expect(bytesToHex(encodeObject({ [name]: value })) === hex).toBe(true);
      expect(decodeObject(hexToBytes(hex))).toEqual({ [name]: value });
    });
  }
});

describe("order and selection of fields", () => {
  test("fields are sorted by type, then by number", () => {
    const sorted = {
      TransactionType: "Payment",
      Flags: 1,
      Sequence: 2,
      Amount: 1n,
      Fee: 2n,
      Account: account,
    };
    const reversed = Object.fromEntries(Object.entries(sorted).reverse());
    expect(encodeObject(reversed)).toEqual(encodeObject(sorted));
    expect(Object.keys(decodeObject(encodeObject(reversed)))).toEqual(Object.keys(sorted));
  });
  test("undefined fields, hash and index are left out", () => {
    expect(bytesToHex(encodeObject({ Flags: 1, Fee: undefined, hash, index: hash }))).toBe("2200000001");
  });
  test("what is signed has no signatures of its own, but what is inside stays whole", () => {
    const object = { Flags: 1, TxnSignature: "AB", Signers: [], Memos: [{ Memo: { Signature: "CD" } }] };
    expect(bytesToHex(encodeObject(object, { signing: true }))).toBe("2200000001F9EA7601CDE1F1");
  });
  test("a failed encoding leaves nothing behind", () => {
    expect(() => encodeObject({ Flags: 1, Memos: [{ Memo: { MemoData: "X" } }] })).toThrow(CodecError);
    expect(bytesToHex(encodeObject({ Flags: 1 }))).toBe("2200000001");
  });
});

const deep = (levels: number): object => (levels === 0 ? {} : { Memo: deep(levels - 1) });

describe("values that do not fit their field are refused by name", () => {
  const bad: readonly (readonly [string, unknown])[] = [
    ["TickSize", -1],
    ["TickSize", 256],
    ["TickSize", 1.5],
    ["TickSize", "5"],
    ["TransactionResult", "tecNONSENSE"],
    ["TransactionResult", "temMALFORMED"],
    ["TransactionResult", "toString"],
    ["TransactionType", "Nonsense"],
    ["SignerWeight", "Payment"],
    ["SignerWeight", 65_536],
    ["Flags", -1],
    ["Flags", 4_294_967_296],
    ["Flags", Number.NaN],
    ["Flags", 1n],
    ["Flags", null],
    ["OwnerNode", -1n],
    ["OwnerNode", 1n << 64n],
    ["OwnerNode", 1],
    ["EmailHash", "AB"],
    ["EmailHash", "G".repeat(32)],
    ["PreviousTxnID", hash.slice(2)],
    ["PreviousTxnID", 5],
    ["Amount", 1],
    ["Amount", "1"],
    ["Amount", 1n << 62n],
    ["Amount", {}],
    ["Amount", issued(1n, 0)],
    ["Amount", issued(10_000_000_000_000_000n, 0)],
    ["Amount", issued(1_000_000_000_000_000n, 81)],
    ["Amount", issued(1_000_000_000_000_000n, -97)],
    ["Amount", new IssuedAmount(0n, -100, "0".repeat(40), account)],
    ["Amount", new IssuedAmount(0n, -100, usd, "0".repeat(40))],
    ["Amount", new IssuedAmount(0n, -100, "USD", account)],
    ["Domain", "A"],
    ["Domain", "XY"],
    ["Domain", 5],
    ["Domain", "AB".repeat(918_745)],
    ["Account", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
    ["Amendments", hash],
    ["Amendments", [5]],
    ["Paths", [[]]],
    ["Paths", [[{}]]],
    ["Paths", [{}]],
    ["Paths", {}],
    ["Memo", "AB"],
    ["Memo", null],
    ["Memos", {}],
    ["Memos", [{}]],
    ["Memos", [null]],
    ["Memos", [{ Memo: {}, Signer: {} }]],
    ["Memos", [{ Flags: 1 }]],
    ["Memos", [{ Nonsense: {} }]],
    ["Memo", deep(10)],
  ];
  for (const [name, value] of bad) {
    const shown = value instanceof IssuedAmount ? `${value.mantissa}e${value.exponent}` : typeof value;
    test(`${name} ${shown}`, () => {
      try {
        encodeObject({ [name]: value });
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(CodecError);
        expect((error as CodecError).field).toBe(name);
        expect((error as CodecError).message.length).toBeLessThan(200);
      }
    });
  }
  test("a field that there is not", () => {
    expect(() => encodeObject({ Nonsense: 1 })).toThrow("Field 'Nonsense' is unknown.");
    expect(() => encodeObject(JSON.parse('{"__proto__": 1}'))).toThrow("Field '__proto__' is unknown.");
  });
});

const nested = (levels: number) => "EA".repeat(levels) + "E1".repeat(levels);

describe("malformed bytes are refused", () => {
  const bad: readonly (readonly [what: string, hex: string, field: string, message: string])[] = [
    ["a header without its field number", "20", "", "Bytes end too early"],
    ["a header without its type", "00", "", "Bytes end too early"],
    ["a type that the first byte could hold", "010F01", "", "gFID: uncommon type out of range 15"],
    [
      "a field number that the first byte could hold",
      "200F00000001",
      "",
      "gFID: uncommon name out of range 15",
    ],
    ["a field of no such number", "20FE00000001", "", "Unknown field"],
    ["a field of no such type", "0FFF", "", "Unknown field"],
    ["a number cut short", "22000000", "Flags", "Bytes end too early"],
    ["a name cut short", "1200", "TransactionType", "Bytes end too early"],
    ["a hash cut short", `55${hash.slice(2)}`, "PreviousTxnID", "Bytes end too early"],
    ["an amount cut short", "6140000000", "Amount", "Bytes end too early"],
    ["an issued amount cut short", `61D4838D7EA4C68000${usd}`, "Amount", "Bytes end too early"],
    ["a blob cut short", "7705ABCD", "Domain", "Bytes end too early"],
    ["a blob without its second length byte", "77C1", "Domain", "Bytes end too early"],
    ["a length that there is not", "77FF", "Domain", "b1>254"],
    ["a vector cut short", `031340${hash}`, "Amendments", "Bytes end too early"],
    ["paths without an end", `011201${account}`, "Paths", "Bytes end too early"],
    ["paths of nothing", "011200", "Paths", "empty path"],
    ["an empty path", `011201${account}FFFF`, "Paths", "empty path"],
    ["a path step of no such kind", "011202", "Paths", "bad path element"],
    ["an account id of 16 bytes", `8110${account}`, "Account", "Invalid STAccount size"],
    ["a transaction type that there is not", "12FFFF", "TransactionType", "Invalid transaction type 65535"],
    ["an entry type that there is not", "11FFFF", "LedgerEntryType", "invalid ledger entry type 65535"],
    ["a result that there is not", "0310FF", "TransactionResult", "invalid transaction result 255"],
    ["minus no drops", "610000000000000000", "Amount", "negative zero is not canonical"],
    [
      "an issued amount of no currency",
      `61D4838D7EA4C68000${"0".repeat(40)}${account}`,
      "Amount",
      "invalid native currency",
    ],
    [
      "an issued amount of no issuer",
      `61D4838D7EA4C68000${usd}${"0".repeat(40)}`,
      "Amount",
      "invalid native account",
    ],
    ["fifteen digits", `61D4038D7EA4C67FFF${usd}${account}`, "Amount", "invalid currency value"],
    ["seventeen digits", `61D4A386F26FC10000${usd}${account}`, "Amount", "invalid currency value"],
    ["an exponent below -96", `61C0038D7EA4C68000${usd}${account}`, "Amount", "invalid currency value"],
    ["an exponent above 80", `61EC838D7EA4C68000${usd}${account}`, "Amount", "invalid currency value"],
    ["zero with an exponent", `61D480000000000000${usd}${account}`, "Amount", "invalid currency value"],
    ["a field twice", "22000000012200000001", "Flags", "Duplicate field detected"],
    ["a field twice, apart", "2200000001240000000122000000012400000001", "Flags", "Duplicate field detected"],
    ["an end without a beginning", "2200000001E1", "", "Transaction contains an object terminator"],
    ["an array's end in an object", "EAF1", "Memo", "Illegal end-of-array marker in object"],
    ["an object's end in an array", "F9E1", "Memos", "Illegal terminator in array"],
    ["a number in an array", "F92200000001", "Memos", "Non-object in array"],
    ["an array in an array", "F9F9", "Memos", "Non-object in array"],
    ["eleven levels", nested(11), "Memo", "Maximum nesting depth of STObject exceeded"],
    ["a hundred thousand levels", nested(100_000), "Memo", "Maximum nesting depth of STObject exceeded"],
    [
      "a hundred thousand arrays",
      "F9EA".repeat(100_000),
      "Memos",
      "Maximum nesting depth of STObject exceeded",
    ],
    [
      "a signer without weight",
      `EB8114${account}E1`,
      "SignerWeight",
      "Field 'SignerWeight' is required but missing.",
    ],
    [
      "a signer with more",
      `EB1300018114${account}2200000000E1`,
      "Flags",
      "Field 'Flags' found in disallowed location.",
    ],
  ];
  for (const [what, hex, field, message] of bad) {
    test(what, () => {
      try {
        decodeObject(hexToBytes(hex));
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(CodecError);
        expect((error as CodecError).message).toBe(message);
        if (!field.startsWith("Mem")) expect((error as CodecError).field).toBe(field);
      }
    });
  }
});

describe("odd bytes that the reference takes are taken, and come out canonical", () => {
  const odd: readonly (readonly [what: string, hex: string, canonical: string])[] = [
    ["nothing", "", ""],
    ["fields in another order", "24000000022200000001", "22000000012400000002"],
    ["an object without its end", "EA7D01AB", "EA7D01ABE1"],
    ["an array without its end", "F9EA7D01ABE1", "F9EA7D01ABE1F1"],
    ["a vector with more bytes", `031321${hash}FF`, `031320${hash}`],
    ["account zero in a path step", `011211${"0".repeat(40)}${usd}00`, `011210${usd}00`],
    ["issuer zero in a path step", `011230${usd}${"0".repeat(40)}00`, `011210${usd}00`],
    ["ten levels", nested(10), nested(10)],
  ];
  for (const [what, hex, canonical] of odd) {
    test(what, () => expect(bytesToHex(encodeObject(decodeObject(hexToBytes(hex))))).toBe(canonical));
  }
});
