import { crc32 } from "node:zlib";
import type { CloseRecord, LogRecord, SubmissionRecord } from "../node/transactionLog.ts";

/** Before each record: its length and its checksum, four bytes each, least significant first. */
export const frameBytes = 8;

const kinds = { submission: 1, close: 2 } as const;

/** A record as it lies in a file. */
export function encodeRecord(record: LogRecord): Buffer {
  return record.kind === "submission" ? encodeSubmission(record) : encodeClose(record);
}

function encodeSubmission({ blob, failHard }: SubmissionRecord): Buffer {
  const frame = Buffer.allocUnsafe(frameBytes + 2 + blob.length);
  frame[frameBytes] = kinds.submission;
  frame[frameBytes + 1] = failHard ? 1 : 0;
  frame.set(blob, frameBytes + 2);
  return sealed(frame);
}

function encodeClose({ ledgerIndex, closeTime, pseudoTransactions }: CloseRecord): Buffer {
  const length = pseudoTransactions.reduce((sum, blob) => sum + 4 + blob.length, 9);
  const frame = Buffer.allocUnsafe(frameBytes + length);
  let at = frameBytes;
  frame[at++] = kinds.close;
  at = frame.writeUInt32LE(ledgerIndex, at);
  at = frame.writeUInt32LE(closeTime, at);
  for (const blob of pseudoTransactions) {
    at = frame.writeUInt32LE(blob.length, at);
    frame.set(blob, at);
    at += blob.length;
  }
  return sealed(frame);
}

function sealed(frame: Buffer): Buffer {
  frame.writeUInt32LE(frame.length - frameBytes, 0);
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
  const length = bytes.readUInt32LE(offset);
  const next = start + length;
  // Zeros are room that nothing was written to.
  if (length === 0 || next > bytes.length) return undefined;
  const body = bytes.subarray(start, next);
  if (crc32(body) !== bytes.readUInt32LE(offset + 4)) return undefined;
  const record = decodeBody(body);
  return record === undefined ? undefined : { record, next };
}

function decodeBody(body: Buffer): LogRecord | undefined {
  if (body[0] === kinds.submission && body.length >= 2) {
    return { kind: "submission", failHard: body[1] === 1, blob: body.subarray(2) };
  }
  return body[0] === kinds.close && body.length >= 9 ? decodeClose(body) : undefined;
}

function decodeClose(body: Buffer): CloseRecord | undefined {
  const pseudoTransactions: Uint8Array[] = [];
  let at = 9;
  while (at + 4 <= body.length) {
    const end = at + 4 + body.readUInt32LE(at);
    if (end > body.length) return undefined;
    pseudoTransactions.push(body.subarray(at + 4, end));
    at = end;
  }
  if (at !== body.length) return undefined;
  return {
    kind: "close",
    ledgerIndex: body.readUInt32LE(1),
    closeTime: body.readUInt32LE(5),
    pseudoTransactions,
  };
}
