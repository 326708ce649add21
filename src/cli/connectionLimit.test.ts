import { expect, test } from "vitest";
import { connectionLimit } from "./connectionLimit.ts";

const limits = (openFiles: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             94921                94921                processes
Max open files            ${openFiles.padEnd(20)} ${openFiles.padEnd(20)} files
`;

test.each([
  ["20000", 19_900],
  ["50", 1],
  ["unlimited", undefined],
])("with %s open files there may be %s connections", (openFiles, connections) => {
  expect(connectionLimit(() => limits(openFiles))).toBe(connections);
});

test("where the system does not tell, there is no limit", () => {
  expect(connectionLimit(() => "")).toBeUndefined();
});
