import { crc32 } from "node:zlib";
import type { LogRecord } from "../node/transactionLog.ts";

/** Before each record: its length and its checksum, four bytes each, least significant first. */
export const frameBytes = 8;

const kinds = { submission: 1, close: 2 } as const;

/** A record as it lies in a file. */
export function encodeRecord(record: LogRecord): Buffer {
  const body = record.kind === "submission" ? 2 + record.blob.length : 9;
  const frame = Buffer.allocUnsafe(frameBytes + body);
  if (record.kind === "submission") {
    frame[frameBytes] = kinds.submission;
    frame[frameBytes + 1] = record.failHard ? 1 : 0;
    frame.set(record.blob, frameBytes + 2);
  } else {
    frame[frameBytes] = kinds.close;
    frame.writeUInt32LE(record.ledgerIndex, frameBytes + 1);
    frame.writeUInt32LE(record.closeTime, frameBytes + 5);
  }
  frame.writeUInt32LE(body, 0);
  frame.writeUInt32LE(crc32(frame.subarray(frameBytes)), 4);
  return frame;
}

/**
 * The record that begins at `offset`, and where the next one begins. Undefined where there is no whole record with
 * the right checksum: the file ends there, or what follows was never written completely.
 */
export function decodeRecord(
  bytes: Buffer,
  offset: number,
): { readonly record: LogRecord; readonly next: number } | undefined {
  const start = offset + frameBytes;
  if (start > bytes.length) return undefined;
  const next = start + bytes.readUInt32LE(offset);
  if (next > bytes.length) return undefined;
  const body = bytes.subarray(start, next);
  if (crc32(body) !== bytes.readUInt32LE(offset + 4)) return undefined;
  const record = decodeBody(body);
  return record === undefined ? undefined : { record, next };
}

function decodeBody(body: Buffer): LogRecord | undefined {
  if (body[0] === kinds.submission && body.length >= 2) {
    return { kind: "submission", failHard: body[1] === 1, blob: body.subarray(2) };
  }
  if (body[0] === kinds.close && body.length === 9) {
    return { kind: "close", ledgerIndex: body.readUInt32LE(1), closeTime: body.readUInt32LE(5) };
  }
  return undefined;
}
