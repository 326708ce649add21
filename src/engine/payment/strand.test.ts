import { beforeEach, describe, expect, test } from "vitest";
import { type TestAccount, TestLedger, usd, usdCurrency } from "../../../test/support/testLedger.ts";
import { nativeAccount, nativeCurrency, nativeIssue } from "../../protocol/amounts/issue.ts";
import { lsfDefaultRipple, lsfGlobalFreeze } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Issue, Path } from "../../protocol/types.ts";
import type { Strand } from "./step.ts";
import { type StrandRequest, toStrand, toStrands } from "./strand.ts";

let ledger: TestLedger;
let alice: TestAccount;
let bob: TestAccount;
let gate: TestAccount;
let other: TestAccount;
let names: ReadonlyMap<string, string>;
beforeEach(() => {
  ledger = new TestLedger();
  alice = ledger.fund("alice");
  bob = ledger.fund("bob");
  gate = ledger.fund("gate", undefined, { Flags: lsfDefaultRipple });
  other = ledger.fund("other", undefined, { Flags: lsfDefaultRipple });
  for (const holder of [alice, bob]) {
    for (const issuer of [gate, other]) {
      ledger.submit({ TransactionType: "TrustSet", Account: holder, LimitAmount: usd(1000, issuer) });
    }
  }
  for (const issuer of [gate, other]) {
    const paid = {
      TransactionType: "Payment",
      Account: issuer,
      Destination: alice.id,
      Amount: usd(10, issuer),
    };
    ledger.submit(paid);
  }
  names = new Map([
    [alice.id, "alice"],
    [bob.id, "bob"],
    [gate.id, "gate"],
    [other.id, "other"],
    [nativeAccount, "native"],
  ]);
});

const issuedBy = (account: TestAccount): Issue => ({ currency: usdCurrency, issuer: account.id });
const request = (deliver: Issue, sendMax?: Issue, fields: Partial<StrandRequest> = {}): StrandRequest => ({
  source: alice.id,
  destination: bob.id,
  deliver,
  sendMax,
  limitQuality: undefined,
  offerCrossing: false,
  ...fields,
});

/** `alice>gate gate>bob`; a book in brackets. */
const shown = (strand: Strand): string =>
  strand
    .map((step) => {
      const leg = `${names.get(step.source)}>${names.get(step.destination)}`;
      return step.kind === "book" ? `[${leg}]` : leg;
    })
    .join(" ");
const strand = (wanted: StrandRequest, path: Path = []): string => {
  const made = toStrand(ledger.state, wanted, path);
  return typeof made === "string" ? made : shown(made);
};

describe("what a path leaves out is put in", () => {
  test("the issuer between two holders", () => {
    expect(strand(request(issuedBy(gate)))).toBe("alice>gate gate>bob");
    expect(strand(request(issuedBy(gate), issuedBy(gate)))).toBe("alice>gate gate>bob");
  });

  test("nothing when one side is the issuer", () => {
    expect(strand(request(issuedBy(gate), undefined, { source: gate.id }))).toBe("gate>bob");
    expect(strand(request(issuedBy(gate), undefined, { destination: gate.id }))).toBe("alice>gate");
  });

  test("any issuer will do for a receiver that is named as issuer", () => {
    ledger.submit({ TransactionType: "TrustSet", Account: bob, LimitAmount: usd(5, alice) });
    expect(strand(request(issuedBy(bob)))).toBe("alice>bob");
  });

  test("a book where the currency changes, and the ends of drops", () => {
    expect(strand(request(nativeIssue, issuedBy(gate)))).toBe("alice>gate [gate>native] native>bob");
    expect(strand(request(issuedBy(gate), nativeIssue))).toBe("alice>native [native>gate] gate>bob");
    expect(strand(request(nativeIssue, nativeIssue))).toBe("alice>native native>bob");
  });

  test("a book where only the issuer changes, when offers are crossed", () => {
    const crossing = { offerCrossing: true, limitQuality: 1n, destination: alice.id };
    expect(strand(request(issuedBy(other), issuedBy(gate), crossing))).toBe(
      "alice>gate [gate>other] other>alice",
    );
  });

  test("books that the path names", () => {
    const over = [{ currency: nativeCurrency }, { currency: usdCurrency, issuer: other.id }];
    expect(strand(request(issuedBy(other), issuedBy(gate)), over)).toBe(
      "alice>gate [gate>native] [native>other] other>bob",
    );
    const overIssuer = [{ issuer: other.id }];
    expect(strand(request(issuedBy(other), issuedBy(gate)), overIssuer)).toBe(
      "alice>gate [gate>other] other>bob",
    );
  });
});

describe("no strand", () => {
  test("through frozen issuers", () => {
    ledger.change(keylet.account(gate.id), { Flags: lsfGlobalFreeze | lsfDefaultRipple });
    expect(strand(request(issuedBy(gate)))).toBe("terNO_LINE");
  });

  test("with drops to an account that froze what it issued", () => {
    ledger.change(keylet.account(bob.id), { Flags: lsfGlobalFreeze });
    expect(strand(request(nativeIssue, issuedBy(gate)))).toBe("terNO_LINE");
  });

  test("through the same book twice", () => {
    const twice = [
      { currency: nativeCurrency },
      { issuer: other.id, currency: usdCurrency },
      { currency: nativeCurrency },
    ];
    expect(strand(request(nativeIssue, issuedBy(gate)), twice)).toBe("temBAD_PATH_LOOP");
  });

  test("from drops to drops over a book", () => {
    expect(strand(request(nativeIssue, nativeIssue), [{ currency: nativeCurrency }])).toBe("temBAD_PATH");
  });

  test.each([
    ["source", nativeAccount],
    ["source", "1".padStart(40, "0")],
    ["destination", nativeAccount],
    ["destination", "1".padStart(40, "0")],
  ])("whose %s is %s", (end, account) => {
    expect(strand({ ...request(issuedBy(gate)), [end]: account })).toBe("temBAD_PATH");
  });

  test("of money without an issuer, or of nobody's", () => {
    expect(strand(request({ currency: usdCurrency, issuer: nativeAccount }))).toBe("temBAD_PATH");
    expect(strand(request({ currency: nativeCurrency, issuer: gate.id }))).toBe("temBAD_PATH");
    expect(strand(request(issuedBy(gate), { currency: usdCurrency, issuer: "1".padStart(40, "0") }))).toBe(
      "temBAD_PATH",
    );
  });
});

describe("all strands of a payment", () => {
  const strands = (paths: Path[], addDefault = true) => {
    const made = toStrands(ledger.state, request(issuedBy(gate)), paths, addDefault);
    return typeof made === "string" ? made : made.map(shown);
  };

  test("are each there once", () => {
    expect(strands([[{ account: gate.id }], [{ account: gate.id }]])).toEqual(["alice>gate gate>bob"]);
  });
  test("need a path or the default one", () => expect(strands([], false)).toBe("temRIPPLE_EMPTY"));
  test("tell why the last one failed when none is left", () => {
    const nowhere = [{ account: "A".repeat(40) }];
    expect(strands([nowhere], false)).toBe("terNO_LINE");
    expect(strands([nowhere])).toEqual(["alice>gate gate>bob"]);
  });
  test("are none when one is malformed", () => expect(strands([[{}]])).toBe("temBAD_PATH"));
});
