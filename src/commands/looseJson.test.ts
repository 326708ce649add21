import { describe, expect, test } from "vitest";
import type { JsonValue } from "./json.ts";
import {
  flagOf,
  Inconvertible,
  integerOf,
  isGiven,
  isIntegral,
  textOf,
  unsignedFromText,
  unsignedOf,
} from "./looseJson.ts";

const inconvertible = Symbol("inconvertible");
type Expected<T> = T | typeof inconvertible;

function checkAll<T>(
  convert: (value: JsonValue | undefined) => T,
  rows: readonly (readonly [value: JsonValue | undefined, expected: Expected<T>])[],
): void {
  test.each(rows)("%j", (value, expected) => {
    if (expected === inconvertible) expect(() => convert(value)).toThrow(Inconvertible);
    else expect(convert(value)).toBe(expected);
  });
}

describe("as text", () =>
  checkAll(textOf, [
    ["x", "x"],
    [5, "5"],
    [-5, "-5"],
    [1.5, "1.500000"],
    [true, "true"],
    [false, "false"],
    [null, ""],
    [undefined, ""],
    [[], inconvertible],
    [{}, inconvertible],
  ]));

describe("as a flag", () =>
  checkAll(flagOf, [
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    ["false", true],
    ["", false],
    [null, false],
    [undefined, false],
    [[], false],
    [[0], true],
    [{}, false],
    [{ a: 1 }, true],
  ]));

describe("as an unsigned integer", () =>
  checkAll(unsignedOf, [
    [0, 0],
    [4_294_967_295, 4_294_967_295],
    [4_294_967_296, inconvertible],
    [-1, inconvertible],
    [1.9, 1],
    ["12", 12],
    ["+12", 12],
    ["-12", inconvertible],
    ["0x12", inconvertible],
    ["", inconvertible],
    [true, 1],
    [null, 0],
    [[1], inconvertible],
  ]));

describe("as an integer", () =>
  checkAll(integerOf, [
    [-1, -1],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, inconvertible],
    [-2_147_483_648, -2_147_483_648],
    [-2_147_483_649, inconvertible],
    ["-7", -7],
    ["7 ", inconvertible],
    [false, 0],
    [undefined, 0],
    [{}, inconvertible],
  ]));

describe("as given", () =>
  checkAll(isGiven, [
    [0, true],
    [false, true],
    ["x", true],
    [[1], true],
    [{ a: null }, true],
    ["", false],
    [null, false],
    [undefined, false],
    [[], false],
    [{}, false],
  ]));

describe("as integral without a conversion", () =>
  checkAll(isIntegral, [
    [1, true],
    [-1, true],
    [true, true],
    [4_294_967_295, true],
    [4_294_967_296, false],
    [1.5, false],
    ["1", false],
    [null, false],
  ]));

test.each([
  ["0", 0],
  ["+4294967295", 4_294_967_295],
  ["4294967296", undefined],
  ["-0", undefined],
  [" 1", undefined],
  ["1e3", undefined],
  ["", undefined],
])("digits %j", (digits, expected) => {
  expect(unsignedFromText(digits)).toBe(expected);
});
