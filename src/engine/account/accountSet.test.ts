import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, testAccount, usd } from "../../../test/support/testLedger.ts";
import {
  asf,
  hasFlag,
  lsfDepositAuth,
  lsfDisableMaster,
  lsfDisallowXRP,
  lsfGlobalFreeze,
  lsfNoFreeze,
  lsfRequireAuth,
  lsfRequireDestTag,
  tfAllowXRP,
  tfDisallowXRP,
  tfOptionalAuth,
  tfRequireAuth,
  tfRequireDestTag,
} from "../../protocol/flags.ts";
import { consequences } from "../consequences.ts";

let ledger: TestLedger;
let alice: TestAccount;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
});
const set = (fields: Record<string, unknown>) =>
  ledger.submit({ TransactionType: "AccountSet", Account: alice, ...fields });

describe("refuses", () => {
  test.each([
    ["temINVALID_FLAG", "a flag of another type", { Flags: 0x00400000 }],
    ["temINVALID_FLAG", "setting and clearing the same", { SetFlag: 5, ClearFlag: 5 }],
    ["temINVALID_FLAG", "contradicting flags", { Flags: tfRequireAuth | tfOptionalAuth }],
    ["temINVALID_FLAG", "a flag against ClearFlag", { Flags: tfRequireDestTag, ClearFlag: asf.RequireDest }],
    ["temINVALID_FLAG", "SetFlag against a flag", { Flags: tfAllowXRP, SetFlag: asf.DisallowXRP }],
    ["temBAD_TRANSFER_RATE", "a rate below one", { TransferRate: 999_999_999 }],
    ["temBAD_TRANSFER_RATE", "a rate above two", { TransferRate: 2_000_000_001 }],
    ["temBAD_TICK_SIZE", "a tick size below 3", { TickSize: 2 }],
    ["temBAD_TICK_SIZE", "a tick size above 16", { TickSize: 17 }],
    ["telBAD_PUBLIC_KEY", "a message key of another kind", { MessageKey: "04".padEnd(66, "A") }],
    ["telBAD_DOMAIN", "a domain of 257 bytes", { Domain: "61".repeat(257) }],
    ["tecNO_ALTERNATIVE_KEY", "disabling the only key", { SetFlag: asf.DisableMaster }],
  ] as const)("%s: %s", (result, _, fields) => expect(set(fields)).toBe(result));

  test("RequireAuth while the account owns something", () => {
    const bob = ledger.fund("bob");
    expect(ledger.submit({ TransactionType: "TrustSet", Account: alice, LimitAmount: usd(1, bob) })).toBe(
      "tesSUCCESS",
    );
    expect(set({ SetFlag: asf.RequireAuth })).toBe("tecOWNERS");
    const again = { TransactionType: "AccountSet", Account: alice, Flags: tfRequireAuth };
    expect(ledger.submit(again, { retry: true })).toBe("terOWNERS");
  });

  test("what only the master key may do, signed by the regular key", () => {
    const regular = testAccount("regular");
    expect(ledger.submit({ TransactionType: "SetRegularKey", Account: alice, RegularKey: regular.id })).toBe(
      "tesSUCCESS",
    );
    const signed = { SigningPubKey: regular.publicKey };
    expect(set({ ...signed, SetFlag: asf.DisableMaster })).toBe("tecNEED_MASTER_KEY");
    expect(set({ ...signed, SetFlag: asf.NoFreeze })).toBe("tecNEED_MASTER_KEY");
    // With the master key disabled there is no one else to sign.
    expect(set({ SetFlag: asf.DisableMaster })).toBe("tesSUCCESS");
    expect(set({ ...signed, SetFlag: asf.NoFreeze })).toBe("tesSUCCESS");
    expect(set({ ...signed, ClearFlag: asf.DisableMaster })).toBe("tesSUCCESS");
    expect(hasFlag(ledger.root(alice).Flags, lsfDisableMaster)).toBe(false);
  });
});

describe("sets and clears", () => {
  test.each([
    ["RequireDest", asf.RequireDest, lsfRequireDestTag],
    ["RequireAuth", asf.RequireAuth, lsfRequireAuth],
    ["DisallowXRP", asf.DisallowXRP, lsfDisallowXRP],
    ["GlobalFreeze", asf.GlobalFreeze, lsfGlobalFreeze],
    ["DepositAuth", asf.DepositAuth, lsfDepositAuth],
  ])("%s", (_, flag, bit) => {
    expect(set({ SetFlag: flag })).toBe("tesSUCCESS");
    expect(ledger.root(alice).Flags).toBe(bit);
    expect(set({ ClearFlag: flag })).toBe("tesSUCCESS");
    expect(ledger.root(alice).Flags).toBe(0);
  });

  test("NoFreeze, for ever, and with it a global freeze", () => {
    set({ SetFlag: asf.NoFreeze });
    set({ SetFlag: asf.GlobalFreeze });
    expect(set({ ClearFlag: asf.GlobalFreeze })).toBe("tesSUCCESS");
    expect(set({ ClearFlag: asf.NoFreeze })).toBe("tesSUCCESS");
    expect(ledger.root(alice).Flags).toBe(lsfNoFreeze | lsfGlobalFreeze);
  });

  test("by transaction flags", () => {
    set({ Flags: tfDisallowXRP | tfRequireDestTag });
    expect(ledger.root(alice).Flags).toBe(lsfDisallowXRP | lsfRequireDestTag);
  });

  test("AccountTxnID, which then follows the transactions", () => {
    set({ SetFlag: asf.AccountTxnID });
    expect(ledger.root(alice).AccountTxnID).toBe("0".repeat(64));
    set({});
    expect(ledger.root(alice).AccountTxnID).toBe("2".padStart(64, "0"));
    set({ ClearFlag: asf.AccountTxnID });
    expect(ledger.root(alice).AccountTxnID).toBeUndefined();
  });

  test.each([
    ["EmailHash", "AB".repeat(16), "00".repeat(16)],
    ["WalletLocator", "CD".repeat(32), "00".repeat(32)],
    ["MessageKey", "03".padEnd(66, "A"), ""],
    ["Domain", "61".repeat(256), ""],
    ["TransferRate", 1_500_000_000, 1_000_000_000],
    ["TransferRate", 2_000_000_000, 0],
    ["TickSize", 3, 16],
    ["TickSize", 15, 0],
  ] as const)("%s", (field, value, empty) => {
    expect(set({ [field]: value })).toBe("tesSUCCESS");
    expect(ledger.root(alice)[field]).toBe(value);
    expect(set({ [field]: empty })).toBe("tesSUCCESS");
    expect(ledger.root(alice)[field]).toBeUndefined();
  });
});

test("a minter of NFTs may be named, and means nothing here", () => {
  expect(set({ SetFlag: 10, NFTokenMinter: ledger.fund("minter").id })).toBe("tesSUCCESS");
  expect(ledger.root(alice)).not.toHaveProperty("NFTokenMinter");
  expect(ledger.root(alice).Flags).toBe(0);
});

test.each([
  [{}, false],
  [{ SetFlag: asf.DefaultRipple }, false],
  [{ Flags: tfOptionalAuth }, true],
  [{ SetFlag: asf.DisableMaster }, true],
  [{ ClearFlag: asf.AccountTxnID }, true],
])("%j is a blocker: %s", (fields, isBlocker) => {
  const tx = ledger.fill({ TransactionType: "AccountSet", Account: alice, ...fields });
  expect(consequences(tx).isBlocker).toBe(isBlocker);
});
