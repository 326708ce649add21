import { expect, test } from "vitest";
import {
  allFields,
  field,
  findField,
  findFieldByCode,
  ledgerEntryTypes,
  transactionTypes,
} from "./fieldTable.ts";
import { ledgerEntryFormats } from "./ledgerEntryFormats.ts";

test("codes lead back to the field", () => {
  for (const known of allFields()) {
    if (known.isSerialized) expect(findFieldByCode(known.typeCode, known.fieldCode)).toBe(known);
  }
});

for (const [name, header] of [
  ["TransactionType", "12"],
  ["SetFlag", "2021"],
  ["TickSize", "0010".concat("10")],
  ["Paths", "0112"],
  ["TransactionResult", "0310"],
  ["Account", "81"],
] as const) {
  test(`${name} is announced by ${header}`, () => {
    const { header: bytes, headerLength } = field(name);
    expect(
      bytes
        .toString(16)
        .toUpperCase()
        .padStart(headerLength * 2, "0"),
    ).toBe(header);
  });
}

test("signatures are not signed", () => {
  const unsigned = ["TxnSignature", "Signature", "MasterSignature", "Signers"];
  for (const name of unsigned) expect(field(name).isSigningField).toBe(false);
  for (const name of ["SigningPubKey", "Memos", "Fee"]) expect(field(name).isSigningField).toBe(true);
});

test("fields that metadata treats apart", () => {
  const none = { changeOrig: false, changeNew: false, deleteFinal: false, create: false };
  expect(field("Indexes").inMetadata).toEqual(none);
  expect(field("LedgerEntryType").inMetadata).toEqual(none);
  expect(field("PreviousTxnID").inMetadata).toEqual({ ...none, deleteFinal: true });
  expect(field("PreviousTxnLgrSeq").inMetadata).toEqual({ ...none, deleteFinal: true });
  expect(field("RootIndex").inMetadata).toEqual({
    changeOrig: false,
    changeNew: true,
    deleteFinal: true,
    create: true,
  });
});

test("what is no field", () => {
  for (const name of [
    "",
    "Nonsense",
    "ObjectEndMarker",
    "ArrayEndMarker",
    "Generic",
    "Invalid",
    "__proto__",
    "toString",
  ]) {
    expect(findField(name), name).toBeUndefined();
  }
  expect(() => field("Nonsense")).toThrow("no field is named Nonsense");
  expect(findFieldByCode(14, 1)).toBeUndefined();
  expect(findFieldByCode(255, 255)).toBeUndefined();
});

test("hash and index are JSON only", () => {
  expect(field("hash").isSerialized).toBe(false);
  expect(field("index").isSerialized).toBe(false);
});

test("entry formats have fields that exist, under the codes that the table has", () => {
  for (const [name, { code, format }] of Object.entries(ledgerEntryFormats)) {
    expect(ledgerEntryTypes.codeOf(name)).toBe(code);
    for (const [fieldName, { kind }] of Object.entries(format)) {
      expect(field(fieldName).typeName, `${name}.${fieldName}`).toBe(kind.typeName);
    }
  }
});

test("transaction types by name and code", () => {
  expect(transactionTypes.codeOf("Payment")).toBe(0);
  expect(transactionTypes.nameOf(20)).toBe("TrustSet");
  expect(transactionTypes.codeOf("Nonsense")).toBeUndefined();
  expect(transactionTypes.nameOf(65_535)).toBeUndefined();
});
