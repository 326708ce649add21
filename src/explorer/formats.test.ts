import { expect, test } from "vitest";
import { amountText, currencyText, gist, grouped, shortened, unitsOf } from "./formats.ts";

const units: [string, string][] = [
  ["0", "0"],
  ["1", "0.000001"],
  ["1000000", "1"],
  ["1234567890123", "1,234,567.890123"],
  ["-1500000", "-1.5"],
];
for (const [drops, text] of units) test(`${drops} drops`, () => expect(unitsOf(drops)).toBe(text));

test("numbers are grouped before the point only", () => {
  expect(grouped("1234567.1234567")).toBe("1,234,567.1234567");
  expect(grouped("-1234.5")).toBe("-1,234.5");
  expect(grouped("123")).toBe("123");
});

test("amounts are told in their currency", () => {
  const issued = { currency: "USD", issuer: "r", value: "1000.5" };
  expect(amountText("2500000", "XAG")).toBe("2.5 XAG");
  expect(amountText(issued, "XAG")).toBe("1,000.5 USD");
  expect(amountText({ ...issued, value: "1e-20" }, "XAG")).toBe("1e-20 USD");
  expect(amountText(undefined, "XAG")).toBe("");
  expect(currencyText("0158415500000000C1F76FF6ECB0BAC600000000")).toBe("01584155…");
});

test("a transaction's gist", () => {
  const limit = { currency: "USD", issuer: "r", value: "5" };
  expect(gist({ TransactionType: "TrustSet", LimitAmount: limit }, "XAG")).toBe("up to 5 USD");
  expect(gist({ TransactionType: "OfferCreate", TakerGets: "1000000", TakerPays: limit }, "XAG")).toBe(
    "1 XAG for 5 USD",
  );
  expect(gist({ TransactionType: "AccountSet" }, "XAG")).toBe("");
});

test("long names are shortened in the middle", () => {
  expect(shortened("rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh")).toBe("rHb9CJ…tyTh");
  expect(shortened("short")).toBe("short");
});
