import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// Rules of the house that neither the compiler nor the linter knows. What may import what: importDirection.test.ts;
// what is explained: docComments.test.ts.

const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** Files below these folders, and those of the project's own folder, from there. */
const files = [
  ...["src", "test", "bench", "bin", "docs"].flatMap((folder) =>
    (
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true }) as {
        name: string;
        parentPath: string;
        isFile(): boolean;
      }[]
    ).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length)] : [])),
  ),
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
];
const texts = files.filter(
  (file) =>
    !/^test\/(recordings|vectors)\//.test(file) &&
    /\.(tsx?|m?js|json|md|toml|html|css)$|^bin\/xagd$/.test(file),
);

const longestFile = 400;

test("there are files to look at", () => expect(texts.length).toBeGreaterThan(600));

test("no source file is too long to be read in one go", () => {
  const long = texts.filter(
    (file) => /^src\/.*\.tsx?$/.test(file) && !file.endsWith(".test.ts") && linesOf(file) > longestFile,
  );
  expect(long).toEqual([]);
});

const linesOf = (file: string): number => textOf(file).split("\n").length;

test("nothing ties the project to the registry that its packages came from", () => {
  expect(textOf("package-lock.json")).not.toContain('"resolved"');
  const host = /https?:\/\/[\w.:@-]*(registry|artifactory|nexus|npmjs|verdaccio)[\w.:-]*/i;
  expect(texts.filter((file) => host.test(textOf(file)))).toEqual([]);
  expect(files.filter((file) => /(^|\/)\.npmrc$/.test(file))).toEqual([]);
});

test("every test is run: none alone, none left out without a reason beside it", () => {
  const wrong = texts
    .filter((file) => file.endsWith(".test.ts"))
    .flatMap((file) =>
      textOf(file)
        .split("\n")
        .flatMap((line, i, lines) => {
          const isWrong = alone.test(line) || (leftOut.test(line) && !/\/\/|\*\//.test(line + lines[i - 1]));
          return isWrong ? [`${file}:${i + 1}`] : [];
        }),
    );
  expect(wrong).toEqual([]);
});

const alone = /\b(?:test|it|describe)\.only\b/;
const leftOut = /\b(?:test|it|describe)\.(?:skip|skipIf|runIf|todo|fails)\b/;

/** Ambient types of packages that bring none. */
const withoutReadme = new Set(["types"]);

test("every folder of src/ says what it is for", () => {
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !withoutReadme.has(entry.name) ? [entry.name] : [],
  );
  expect(folders.filter((folder) => !existsSync(join(root, "src", folder, "README.md")))).toEqual([]);
});

test.each(texts.filter((file) => file.endsWith(".md")))("%s names only files that there are", (file) => {
  expect(namedFiles(textOf(file)).filter((name) => !isThere(name))).toEqual([]);
});

const folders = new Set(files.flatMap((file) => foldersOf(file)));
const places = [...files, ...folders].map((path) => `/${path}`);

/** A build's folder, and those that a server's data are in. */
const madeLater = /^(?:dist|data|ledger|journal)\//;

/** A file or folder may be named by the end of its path. */
const isThere = (name: string): boolean =>
  madeLater.test(name) || places.some((path) => path.endsWith(`/${name}`));

function foldersOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, i) => `${parts.slice(0, i + 1).join("/")}/`);
}

/** What is quoted and looks like a source, a page or a folder: `engine/path/`, `startServer.ts`. */
function namedFiles(text: string): string[] {
  const prose = text.replace(/^```.*?^```/gms, "");
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!.split(",")[0]!);
  return quoted.filter((word) => /^[\w-]+(?:[./][\w-]+)*(?:\.(?:tsx?|mjs|md)|\/)$/.test(word));
}

test("what looks like a file is found in a text", () => {
  const text =
    "See `engine/path/` and `start.ts`, `start.ts, run(x)`; `POST /`, `account_info`, `{a/b}`.\n```sh\n`no.ts`\n```";
  expect(namedFiles(text)).toEqual(["engine/path/", "start.ts", "start.ts"]);
});
