import { beforeEach, describe, expect, test } from "vitest";
import { TestLedger, testAccount } from "../../../test/support/testLedger.ts";
import { accountZero } from "../../protocol/currency.ts";
import { tfGotMajority, tfLostMajority } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";

let ledger: TestLedger;
beforeEach(() => {
  ledger = new TestLedger({ enabled: ["NegativeUNL"] });
  ledger.state.ledgerIndex = 1024;
});

const amendment = "AB".repeat(32);
const validator = testAccount("validator").publicKey;
const otherValidator = testAccount("another validator").publicKey;
const enable = (fields: Record<string, unknown> = {}) => ({
  TransactionType: "EnableAmendment",
  LedgerSequence: 1024,
  Amendment: amendment,
  ...fields,
});
const fees = (fields: Record<string, unknown> = {}) => ({
  TransactionType: "SetFee",
  BaseFee: 12n,
  ReferenceFeeUnits: 10,
  ReserveBase: 5,
  ReserveIncrement: 1,
  ...fields,
});
const modify = (fields: Record<string, unknown> = {}) => ({
  TransactionType: "UNLModify",
  UNLModifyDisabling: 1,
  LedgerSequence: 1024,
  UNLModifyValidator: validator,
  ...fields,
});
const submit = (fields: { TransactionType: string }) =>
  ledger.submit({ Account: accountZero, Fee: 0n, Sequence: 0, ...fields });

describe.each([
  ["EnableAmendment", enable],
  ["SetFee", fees],
  ["UNLModify", modify],
])("%s refuses", (_, make) => {
  test.each<[string, string, Record<string, unknown>]>([
    ["temBAD_SRC_ACCOUNT", "an account", { Account: "7".repeat(40) }],
    ["temBAD_FEE", "a fee", { Fee: 1n }],
    ["temBAD_SIGNATURE", "a key", { SigningPubKey: validator }],
    ["temBAD_SIGNATURE", "a signature", { TxnSignature: "AB" }],
    ["temBAD_SIGNATURE", "signers", { Signers: [] }],
    ["temBAD_SEQUENCE", "a sequence", { Sequence: 1 }],
    ["temBAD_SEQUENCE", "a previous transaction", { PreviousTxnID: amendment }],
  ])("%s: %s", (result, _, fields) => expect(submit(make(fields))).toBe(result));

  test("temINVALID: the open ledger", () => {
    ledger.open = true;
    expect(submit(make())).toBe("temINVALID");
  });
});

describe("EnableAmendment", () => {
  const entry = () => ledger.read(keylet.amendments());
  const majorities = () => entry()?.Majorities?.map(({ Majority }) => Majority);
  const got = enable({ Flags: tfGotMajority });
  const lost = enable({ Flags: tfLostMajority });

  test("notes a majority, its loss, and what is in force", () => {
    expect(submit(got)).toBe("tesSUCCESS");
    expect(majorities()).toEqual([{ Amendment: amendment, CloseTime: ledger.now }]);
    expect(submit(got)).toBe("tefALREADY");
    expect(submit(enable({ Flags: tfGotMajority, Amendment: "CD".repeat(32) }))).toBe("tesSUCCESS");
    expect(submit(lost)).toBe("tesSUCCESS");
    expect(majorities()?.map(({ Amendment }) => Amendment)).toEqual(["CD".repeat(32)]);
    expect(submit(lost)).toBe("tefALREADY");
    expect(submit(enable())).toBe("tesSUCCESS");
    expect(entry()?.Amendments?.at(-1)).toBe(amendment);
    expect(submit(enable())).toBe("tefALREADY");
    expect(submit(enable({ Amendment: "CD".repeat(32) }))).toBe("tesSUCCESS");
    expect(majorities()).toBeUndefined();
  });

  test("temINVALID_FLAG: got and lost at once", () => {
    expect(submit(enable({ Flags: tfGotMajority | tfLostMajority }))).toBe("temINVALID_FLAG");
  });

  test("makes the entry where there is none", () => {
    ledger.state.delete(keylet.amendments().key);
    expect(submit(enable())).toBe("tesSUCCESS");
    expect(entry()?.Amendments).toEqual([amendment]);
  });
});

test("SetFee makes the entry and changes it", () => {
  expect(submit(fees())).toBe("tesSUCCESS");
  expect(ledger.read(keylet.fees())).toMatchObject({ BaseFee: 12n, ReserveBase: 5 });
  expect(submit(fees({ BaseFee: 13n, LedgerSequence: 1024 }))).toBe("tesSUCCESS");
  expect(ledger.read(keylet.fees())).toMatchObject({
    BaseFee: 13n,
    ReferenceFeeUnits: 10,
    ReserveIncrement: 1,
  });
});

describe("UNLModify", () => {
  const entry = () => ledger.read(keylet.negativeUNL());

  test("temDISABLED without its amendment, after all other checks", () => {
    ledger = new TestLedger();
    expect(submit(modify({ Fee: 1n }))).toBe("temBAD_FEE");
    expect(submit(modify())).toBe("temDISABLED");
  });

  test.each([
    ["an unknown direction", { UNLModifyDisabling: 2 }],
    ["another ledger's", { LedgerSequence: 1023 }],
    ["no public key", { UNLModifyValidator: "AB" }],
    ["re-enabling who is not disabled", { UNLModifyDisabling: 0 }],
  ])("tefFAILURE: %s", (_, fields) => expect(submit(modify(fields))).toBe("tefFAILURE"));

  test("tefFAILURE: not a flag ledger", () => {
    ledger.advance({});
    expect(submit(modify({ LedgerSequence: 1025 }))).toBe("tefFAILURE");
  });

  test("proposes one to disable and one to re-enable", () => {
    expect(submit(modify())).toBe("tesSUCCESS");
    expect(entry()?.ValidatorToDisable).toBe(validator);
    expect(submit(modify({ UNLModifyValidator: otherValidator }))).toBe("tefFAILURE");
    expect(submit(modify({ UNLModifyDisabling: 0 }))).toBe("tefFAILURE");

    const DisabledValidator = { PublicKey: otherValidator, FirstLedgerSequence: 768 };
    ledger.change(keylet.negativeUNL(), { DisabledValidators: [{ DisabledValidator }] });
    const reenable = modify({ UNLModifyDisabling: 0, UNLModifyValidator: otherValidator });
    expect(submit(reenable)).toBe("tesSUCCESS");
    expect(entry()?.ValidatorToReEnable).toBe(otherValidator);
    expect(submit(reenable)).toBe("tefFAILURE");
    // Who is disabled already cannot be proposed again.
    ledger.change(keylet.negativeUNL(), { ValidatorToDisable: undefined, ValidatorToReEnable: undefined });
    expect(submit(modify({ UNLModifyValidator: otherValidator }))).toBe("tefFAILURE");
  });
});
