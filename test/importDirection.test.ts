import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { expect, test } from "vitest";

/**
 * Imports run one way: a folder may import those before it. Adapters (storage, log) import their port and what lies
 * below it, and only cli (and the library's face, src/index.ts) imports adapters. See ARCHITECTURE.md.
 */
const layers = ["protocol", "crypto", "state", "engine", "node", "commands", "servers", "cli"];
const mayImport = new Map<string, readonly string[]>(
  layers.map((layer, i) => [layer, layers.slice(0, i + 1)]),
);
mayImport.set("storage", ["storage", "protocol", "crypto", "state"]);
mayImport.set("log", ["log", "protocol", "crypto", "state", "engine", "node"]);
mayImport.set("explorer", ["explorer", "protocol"]);
mayImport.set("cli", [...layers, "storage", "log"]);

const source = new URL("../src/", import.meta.url).pathname;

/** Relative imports of a file, as paths below src/. Type-only ones count: they tie folders together as well. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), "utf8");
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => match[1]!);
  return specifiers.map((specifier) => relative(source, join(source, dirname(file), specifier)));
}

const topFolder = (file: string): string | undefined => (file.includes(sep) ? file.split(sep)[0] : undefined);

const files = (readdirSync(source, { recursive: true }) as string[]).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith("types"),
);

test("there are files to look at", () => expect(files.length).toBeGreaterThan(50));

for (const file of files) {
  const folder = topFolder(file);
  if (folder === undefined) continue; // the library's face joins everything
  test(`${file} imports only what lies below it`, () => {
    const allowed = mayImport.get(folder);
    expect(allowed, `src/${folder} has no place in the order of folders`).toBeDefined();
    const wrong = importsOf(file).filter((imported) => {
      const target = topFolder(imported);
      return target !== undefined && !allowed!.includes(target);
    });
    expect(wrong).toEqual([]);
  });
}
