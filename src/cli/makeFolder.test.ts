import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "./makeFolder.ts";

const folder = mkdtempSync(join(tmpdir(), "make-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("makes a folder with those above it, and leaves one that is there", () => {
  const path = join(folder, "a", "b", "c");
  makeFolder(path, "--data");
  expect(statSync(path).isDirectory()).toBe(true);
  makeFolder(path, "--data");
});

test("says what is wrong where there is a file", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file, "--data")).toThrow("EEXIST");
  expect(() => makeFolder(join(file, "below"), "--data")).toThrow("ENOTDIR");
});

// Only Linux has such a file system to try it on.
test.runIf(existsSync("/proc/self"))("says so where no folder can be made", () => {
  expect(() => makeFolder("/proc/nowhere/data", "--data")).toThrow("ENOENT");
});
