import type { LogRecord, TransactionLog } from "../node/transactionLog.ts";

/** A log that lives as long as the process: for tests and for `--data :memory:`. */
export function memoryLog(): TransactionLog {
  const records: LogRecord[] = [];
  let first = 0;
  let closed = false;
  return {
    get nextPosition() {
      return first + records.length;
    },
    append(record) {
      if (closed) throw new Error("the log is closed");
      return first + records.push(record) - 1;
    },
    flush: () => Promise.resolve(),
    async *read(from) {
      if (from < first) throw new Error(`the log begins at ${first}; ${from} was dropped`);
      for (let at = from; at < first + records.length; at++) {
        yield { position: at, record: records[at - first]! };
      }
    },
    skipTo(position) {
      if (position <= first + records.length) return;
      records.length = 0;
      first = position;
    },
    async dropBefore(position) {
      const count = Math.min(Math.max(position - first, 0), records.length);
      records.splice(0, count);
      first += count;
    },
    async close() {
      closed = true;
    },
  };
}
