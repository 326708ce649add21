import { expect, test } from "vitest";
import type { LogEntry, LogRecord, TransactionLog } from "../../src/node/transactionLog.ts";

export const submission = (text: string, failHard = false): LogRecord => ({
  kind: "submission",
  blob: new TextEncoder().encode(text),
  failHard,
});
export const close = (ledgerIndex: number, pseudo: readonly string[] = []): LogRecord => ({
  kind: "close",
  ledgerIndex,
  closeTime: 800_000_000,
  pseudoTransactions: pseudo.map((text) => new TextEncoder().encode(text)),
});

export async function readAll(log: TransactionLog, from = 0): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for await (const entry of log.read(from)) entries.push(entry);
  return entries;
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** Equal whatever kind of byte array holds the blobs. */
const plain = ({ position, record }: LogEntry) => ({
  position,
  record:
    record.kind === "submission"
      ? { ...record, blob: text(record.blob) }
      : { ...record, pseudoTransactions: record.pseudoTransactions.map(text) },
});

/** What every TransactionLog must do. `open` makes a new, empty one. */
export function transactionLogContract(open: () => Promise<TransactionLog>): void {
  test("gives back what was appended, in order", async () => {
    const log = await open();
    const records = [
      submission("one"),
      close(3),
      submission("two", true),
      submission(""),
      close(4, ["a", "", "bc"]),
    ];
    expect(records.map((record) => log.append(record))).toEqual([0, 1, 2, 3, 4]);
    expect(log.nextPosition).toBe(5);
    await log.flush();
    const expected = records.map((record, position) => plain({ position, record }));
    expect((await readAll(log)).map(plain)).toEqual(expected);
    expect((await readAll(log, 2)).map(plain)).toEqual(expected.slice(2));
    expect(await readAll(log, 5)).toEqual([]);
    await log.close();
  });

  test("flush waits for what was appended before it", async () => {
    const log = await open();
    const flushed: number[] = [];
    for (let i = 0; i < 100; i++) {
      log.append(submission(`record ${i}`));
      void log.flush().then(() => flushed.push(i));
    }
    await log.flush();
    expect(flushed).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(await readAll(log)).toHaveLength(100);
    await log.close();
  });

  test("keeps at least what is still needed", async () => {
    const log = await open();
    for (let i = 0; i < 50; i++) log.append(submission(`record ${i}`));
    await log.flush();
    await log.dropBefore(30);
    expect((await readAll(log, 30)).map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, i) => 30 + i),
    );
    log.append(close(9));
    await log.flush();
    expect((await readAll(log, 50)).map(({ record }) => record)).toEqual([close(9)]);
    await log.dropBefore(log.nextPosition);
    expect(await readAll(log, log.nextPosition)).toEqual([]);
    await log.close();
  });

  test("can go on at a later position", async () => {
    const log = await open();
    log.append(submission("before"));
    await log.flush();
    log.skipTo(10);
    log.skipTo(5);
    expect(log.append(close(3))).toBe(10);
    await log.flush();
    expect((await readAll(log, 10)).map(({ position }) => position)).toEqual([10]);
    await log.close();
  });

  test("refuses records after it was closed", async () => {
    const log = await open();
    await log.close();
    expect(() => log.append(close(3))).toThrow();
  });
}
