import { appendFile, mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { close, readAll, submission, transactionLogContract } from "../../test/contracts/transactionLog.ts";
import { openJournal } from "./journal.ts";
import { JournalError } from "./journalError.ts";

let folder: string;
let count = 0;
const freshFolder = () => join(folder, `${count++}`);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "journal-"));
});
afterAll(() => rm(folder, { recursive: true }));

const journalFiles = async (path: string): Promise<string[]> =>
  (await readdir(path)).filter((name) => name.endsWith(".journal")).sort();

describe("the journal", () => transactionLogContract(() => openJournal(freshFolder())));
describe("the journal, a file for every few records", () =>
  transactionLogContract(() => openJournal(freshFolder(), { segmentLimit: 64 })));

test("goes on after it was opened again", async () => {
  const path = freshFolder();
  const first = await openJournal(path);
  first.append(submission("one"));
  await first.close();
  const second = await openJournal(path);
  expect(second.append(close(3))).toBe(1);
  await second.flush();
  expect(await readAll(second)).toHaveLength(2);
  await second.close();
});

test("cuts off whatever a crash left at the end, at any length", async () => {
  const path = freshFolder();
  const log = await openJournal(path);
  log.append(submission("kept"));
  await log.close();
  const file = join(path, (await journalFiles(path))[0]!);
  const kept = await readFile(file);
  const end = 16 + 8 + 2 + "kept".length;
  const second = await openJournal(path);
  second.append(submission("half-written"));
  await second.close();
  const whole = await readFile(file);
  for (let length = end; length < end + 8 + 2 + "half-written".length; length++) {
    await writeFile(file, Buffer.concat([whole.subarray(0, length), kept.subarray(length)]));
    const again = await openJournal(path);
    expect(again.nextPosition).toBe(1);
    await again.close();
    expect((await readFile(file)).equals(kept)).toBe(true);
    // A file that ends there comes to the same.
    await writeFile(file, whole.subarray(0, length));
    const short = await openJournal(path);
    expect(short.append(submission("half-written"))).toBe(1);
    await short.close();
  }
});

test("never takes what a crash left behind for a record", async () => {
  const path = freshFolder();
  const log = await openJournal(path);
  for (const text of ["one", "two", "three"]) log.append(submission(text));
  await log.close();
  const file = join(path, (await journalFiles(path))[0]!);
  const handle = await open(file, "r+");
  await handle.write("X", 16 + 8 + 2); // spoils the first record; the others are whole
  await handle.close();
  const again = await openJournal(path);
  expect(again.nextPosition).toBe(0);
  again.append(submission("new"));
  await again.close();
  const last = await openJournal(path);
  expect(last.nextPosition).toBe(1);
  await last.close();
});

test("ignores a new file that a crash left without its header", async () => {
  const path = freshFolder();
  const log = await openJournal(path);
  log.append(submission("kept"));
  await log.close();
  await appendFile(join(path, "0000000000000001.journal"), "XAG");
  const again = await openJournal(path);
  expect(again.append(submission("next"))).toBe(1);
  await again.flush();
  expect(await readAll(again)).toHaveLength(2);
  await again.close();
});

test("refuses to read on over damage in the middle", async () => {
  const path = freshFolder();
  const log = await openJournal(path, { segmentLimit: 1 });
  for (const text of ["one", "two", "three"]) {
    log.append(submission(text));
    await log.flush();
  }
  await log.close();
  const file = join(path, (await journalFiles(path))[0]!);
  const handle = await open(file, "r+");
  await handle.write("X", 16 + 8 + 2);
  await handle.close();
  const again = await openJournal(path);
  await expect(readAll(again)).rejects.toThrow(JournalError);
  expect(await readAll(again, 1)).toHaveLength(2);
  await again.close();
});

test("removes files that are no longer needed", async () => {
  const path = freshFolder();
  const log = await openJournal(path, { segmentLimit: 1 });
  for (let i = 0; i < 5; i++) {
    log.append(close(i));
    await log.flush();
  }
  expect(await journalFiles(path)).toHaveLength(5);
  await log.dropBefore(3);
  expect(await journalFiles(path)).toHaveLength(2);
  await expect(readAll(log, 2)).rejects.toThrow(JournalError);
  expect(await readAll(log, 3)).toHaveLength(2);
  await log.close();
});

test("ten thousand flushes at once all come true", async () => {
  const log = await openJournal(freshFolder());
  const flushes: Promise<void>[] = [];
  for (let i = 0; i < 10_000; i++) {
    log.append(submission("x".repeat(200)));
    flushes.push(log.flush());
  }
  await Promise.all(flushes);
  expect(await readAll(log)).toHaveLength(10_000);
  await log.close();
});

test("one process at a time uses a folder", async () => {
  const path = freshFolder();
  const log = await openJournal(path);
  await expect(openJournal(path)).rejects.toThrow("in use");
  await log.close();
  await (await openJournal(path)).close();
});
