import { expect, test } from "vitest";
import { badCurrency, currencyFromJson, currencyToJson } from "./currency.ts";

const native = "0".repeat(40);
const usd = "0000000000000000000000005553440000000000";
const xag = "0000000000000000000000005841470000000000";
const demurrage = "0158415500000000C1F76FF6ECB0BAC600000000";

for (const [text, currency] of [
  ["", native],
  ["0", native],
  ["XAG", native],
  [native, native],
  ["USD", usd],
  ["usd", usd],
  ["$%^", "000000000000000000000000".concat("24255E", "0000000000")],
  [demurrage.toLowerCase(), demurrage],
  ["xag", badCurrency],
  ["XRP", badCurrency],
  ["xrp", badCurrency],
] as const) {
  test(`${JSON.stringify(text)} on an XAG ledger`, () =>
    expect(currencyFromJson(text, "XAG")).toBe(currency));
}
test("XRP and XAG on an XRP ledger", () => {
  expect(currencyFromJson("XRP", "XRP")).toBe(native);
  expect(currencyFromJson("XAG", "XRP")).toBe(xag);
});

for (const bad of ["US", "USDX", "U D", "U-D", "ÜSD", "0x", usd.slice(1), `${usd}0`, `g${usd.slice(1)}`]) {
  test(`${JSON.stringify(bad)} is none`, () => expect(currencyFromJson(bad, "XAG")).toBeUndefined());
}

for (const [currency, text] of [
  [native, "XAG"],
  [usd, "USD"],
  [demurrage, demurrage],
  [xag, xag],
  [badCurrency, badCurrency],
  [`${"0".repeat(39)}1`, "1"],
  [
    "000000000000000000000000".concat("552044", "0000000000"),
    "000000000000000000000000".concat("552044", "0000000000"),
  ],
] as const) {
  test(`${currency} is shown as ${text}`, () => expect(currencyToJson(currency, "XAG")).toBe(text));
}
