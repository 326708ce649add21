import { expect, test } from "vitest";
import { against, count, duration, mergeReport, tableText } from "./report.ts";

test.each([
  [0.000_042, "42.0 µs"],
  [0.000_1, "0.10 ms"],
  [0.000_16, "0.16 ms"],
  [0.0123, "12.3 ms"],
  [0.45, "450 ms"],
  [2.1, "2.10 s"],
  [undefined, "–"],
])("%s seconds are %s", (seconds, text) => expect(duration(seconds)).toBe(text));

test("numbers have their thousands apart", () => expect(count(1_234_567.4)).toBe("1,234,567"));

test("a wanted figure is met at its limit, and missed above it", () => {
  expect(against(0.001, 0.001, duration)).toBe("≤ 1.00 ms: met");
  expect(against(0.001, 0.0011, duration)).toBe("≤ 1.00 ms: **missed**");
  expect(against(0.001, undefined, duration)).toBe("≤ 1.00 ms");
  expect(against(undefined, 1, duration)).toBe("");
});

test("a table is Markdown, in columns", () => {
  const table = {
    head: ["a", "b"],
    rows: [
      ["one", "1"],
      ["seven", "1,000"],
    ],
  };
  expect(tableText(table).split("\n")).toEqual([
    "| a     |     b |",
    "| ----- | ----: |",
    "| one   |     1 |",
    "| seven | 1,000 |",
  ]);
});

test("a section is put in place of the one of its name, and the others stay in their order", () => {
  let report = mergeReport(undefined, "one", "## one\n\nold\n");
  report = mergeReport(report, "two", "## two\n\nkept\n");
  report = mergeReport(report, "one", "## one\n\nnew\n");
  expect(report.slice(report.indexOf("## "))).toBe("## one\n\nnew\n\n## two\n\nkept\n");
  expect(report.startsWith("# Figures")).toBe(true);
});
