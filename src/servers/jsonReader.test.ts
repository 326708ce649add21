import { expect, test } from "vitest";
import { readJson } from "./jsonReader.ts";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

test.each<[text: string, value: unknown]>([
  ['{"method":"ping"}', { method: "ping" }],
  ["[1]", [1]],
  [' \n{"a" : [true, false, null, -1.5e2, "x"]}\t', { a: [true, false, null, -150, "x"] }],
  ["[4294967295,-2147483648,1e20,4294967296.5]", [4_294_967_295, -2_147_483_648, 1e20, 4_294_967_296.5]],
  ['{"a:":"::\\":","b":{"a:":":\\\\"}}', { "a:": '::":', b: { "a:": ":\\" } }],
  // What JSON does not allow, and the reference does.
  ['{"a":1} and so on', { a: 1 }],
  ['/* before */ {"a": // within\n 1}', { a: 1 }],
  ["[1] [2]", [1]],
  ["[1.2.3, 007]", [1.2, 7]],
  ["{} x", {}],
  ['{"a":"\\u0041\\n\\"\\/"} x', { a: 'A\n"/' }],
  ['{"a":[ ],"b":[1,2]} x', { a: [], b: [1, 2] }],
  // Its own kind of member: no object's prototype.
  ['{"__proto__":1} x', JSON.parse('{"__proto__":1}')],
])("reads %s", (text, value) => {
  expect(readJson(text)).toEqual({ value });
});

test.each<[what: string, text: string, error: string]>([
  ["nothing", "", "* Line 1, Column 1\n  Syntax error: value, object or array expected.\n"],
  ["words", "ping", "* Line 1, Column 1\n  Syntax error: value, object or array expected.\n"],
  [
    "a lone value",
    "1",
    "* Line 1, Column 1\n  A valid JSON document must be either an array or an object value.\n",
  ],
  ["a missing colon", '{"a" 1}', "* Line 1, Column 6\n  Missing ':' after object member name\n"],
  ["a missing comma", '{"a":1 "b":2}', "* Line 1, Column 8\n  Missing ',' or '}' in object declaration\n"],
  ["a missing end", '{"a":[1', "* Line 1, Column 8\n  Missing ',' or ']' in array declaration\n"],
  ["an unquoted name", "\n {a:1}", "* Line 2, Column 3\n  Missing '}' or object member name\n"],
  ["a name twice", '{"a":1,"a":2} x', "* Line 1, Column 8\n  Key 'a' appears twice.\n"],
  ["a name twice in plain JSON", '{"a":1,"a":2}', "* Line 1, Column 8\n  Key 'a' appears twice.\n"],
  ["a name twice further in", '[{"a":{"b":":","b":2}}]', "* Line 1, Column 16\n  Key 'b' appears twice.\n"],
  ["a name twice in two spellings", '{"a":1,"\\u0061":2}', "* Line 1, Column 8\n  Key 'a' appears twice.\n"],
  ["a lone minus", '{"a":-}', "* Line 1, Column 6\n  '-' is not a valid number.\n"],
  [
    "a whole number of more than 32 bits",
    '{"a":4294967296}',
    "* Line 1, Column 6\n  '4294967296' exceeds the allowable range.\n",
  ],
  ["one below zero", "[-2147483649]", "* Line 1, Column 2\n  '-2147483649' exceeds the allowable range.\n"],
  ["an unknown escape", '{"a":"\\x"}', "* Line 1, Column 6\n  Bad escape sequence in string\n"],
])("refuses %s", (_what, text, error) => {
  expect(readJson(text)).toEqual({ error });
});

test("takes 26 levels and no more", () => {
  expect(readJson(nested(26))).toHaveProperty("value");
  expect(readJson(nested(27))).toEqual({
    error: expect.stringContaining("Syntax error: maximum nesting depth exceeded"),
  });
});

test("does not recurse into what is much deeper", () => {
  expect(readJson(nested(400_000))).toHaveProperty("error");
  expect(readJson("[".repeat(400_000))).toHaveProperty("error");
});
