import { constants, fdatasync, write } from "node:fs";
import { type FileHandle, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { JournalError } from "./journalError.ts";

const magic = Buffer.from("XAGJ\0\0\0\x01", "latin1");
/** The magic, and the position of the segment's first record. */
export const headerBytes = 16;

/** One file of the journal, named after the position of its first record. */
export interface Segment {
  readonly first: number;
  readonly path: string;
}

/** The file whose first record has this position: the name sorts as the positions do. */
export const segmentAt = (folder: string, first: number): Segment => ({
  first,
  path: join(folder, `${String(first).padStart(16, "0")}.journal`),
});

/** What the file begins with: what it is, and the position of its first record. */
export function segmentHeader(first: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.set(magic);
  header.writeBigUInt64LE(BigInt(first), magic.length);
  return header;
}

/** The files of a journal, oldest first. Other files in the folder are left alone. */
export async function listSegments(folder: string): Promise<Segment[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => /^\d{16}\.journal$/.test(name))
    .sort()
    .map((name) => segmentAt(folder, Number.parseInt(name, 10)));
}

/** Whether the file has its whole header: a crash may have come before. */
export async function isWhole({ first, path }: Segment): Promise<boolean> {
  const bytes = await readFile(path);
  return bytes.length >= headerBytes && bytes.subarray(0, headerBytes).equals(segmentHeader(first));
}

/** The whole file, its beginning checked. @throws JournalError where it is no journal's */
export async function readSegment(segment: Segment): Promise<Buffer> {
  const bytes = await readFile(segment.path);
  if (!bytes.subarray(0, headerBytes).equals(segmentHeader(segment.first))) {
    throw new JournalError(`${segment.path} does not begin like a journal's file`);
  }
  return bytes;
}

/** Where the system has it: a write returns once it is on the disk, at half the cost of a write and a sync. */
const syncedWrites: number | undefined = constants.O_DSYNC;
const zeros = Buffer.alloc(1024 * 1024);

/**
 * Makes a segment's file, with room for as much as it shall hold: writing into room that is there costs less than
 * letting a file grow.
 */
export async function createSegment(segment: Segment, size: number): Promise<FileHandle> {
  const file = await open(segment.path, "w");
  try {
    await fillWithZeros(file, 0, size);
    await file.write(segmentHeader(segment.first), 0, headerBytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  return openForWriting(segment);
}

/** Opens a segment to go on at `end`. What lies behind, half-written, must not be taken for records one day. */
export async function reopenSegment(segment: Segment, end: number): Promise<FileHandle> {
  const file = await open(segment.path, "r+");
  try {
    const { size } = await file.stat();
    await file.truncate(end);
    await fillWithZeros(file, end, size);
    await file.sync();
  } finally {
    await file.close();
  }
  return openForWriting(segment);
}

const openForWriting = ({ path }: Segment): Promise<FileHandle> =>
  open(path, constants.O_RDWR | (syncedWrites ?? 0));

async function fillWithZeros(file: FileHandle, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += zeros.length) {
    await file.write(zeros, 0, Math.min(zeros.length, to - at), at);
  }
}

/** Writes all of it at this place of a segment, and returns once it is on the disk. */
export function writeDurably(descriptor: number, bytes: Buffer, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null): void => {
      if (error !== null) reject(error);
      else resolve();
    };
    const writeFrom = (done: number): void => {
      write(descriptor, bytes, done, bytes.length - done, position + done, (error, written) => {
        if (error === null && done + written < bytes.length) writeFrom(done + written);
        else if (error === null && syncedWrites === undefined) fdatasync(descriptor, finish);
        else finish(error);
      });
    };
    writeFrom(0);
  });
}

/** Makes new and removed names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
