import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Whatever other files may use is explained where it stands: each exported function, class and interface. */
const source = new URL("../src/", import.meta.url).pathname;

const files = (readdirSync(source, { recursive: true }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file),
);

const declaration = /^export (?:async )?(?:abstract )?(?:function\*?|class|interface) (\w+)/;
/** A constant that is a function: an arrow follows its parameters, on this line or a later one. */
const arrow = /^export const (\w+)(?:: [^=]+)? = (?:async )?(?:<[^(]*>)?\(/;

/** Names of exported declarations without a comment before them. */
function undocumented(text: string): string[] {
  const lines = text.split("\n");
  const names = new Set<string>();
  const documented = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const name = (declaration.exec(line) ?? arrow.exec(line))?.[1];
    if (name === undefined) continue;
    // A linter's exception may stand between.
    let before = i - 1;
    while (lines[before]?.startsWith("// biome-ignore")) before--;
    if (lines[before]?.trimEnd().endsWith("*/")) documented.add(name);
    else names.add(name);
  }
  // Of a function's overloads the first has the comment.
  return [...names].filter((name) => !documented.has(name));
}

test("the check sees what lacks a comment, and only that", () => {
  const text = [
    "/** Good. */",
    "export function good(): void;",
    "export function good(a?: number): void {}",
    "export function bad(): void {}",
    "export const badArrow = async <T>(a: T) => a;",
    "export const table = { a: 1 };",
    "/** Good. */",
    "export const goodArrow: Make = (a) => a;",
    "export interface Bad {}",
    "export abstract class Worse {}",
    "export type Either = 1 | 2;",
    "function own(): void {}",
  ];
  expect(undocumented(text.join("\n"))).toEqual(["bad", "badArrow", "Bad", "Worse"]);
});

test("there are files to look at", () => expect(files.length).toBeGreaterThan(200));

test("every exported function, class and interface has a doc comment", () => {
  const missing = files.flatMap((file) =>
    undocumented(readFileSync(join(source, file), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
