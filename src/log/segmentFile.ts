import { fdatasync, write } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
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

export const segmentAt = (folder: string, first: number): Segment => ({
  first,
  path: join(folder, `${String(first).padStart(16, "0")}.journal`),
});

export function segmentHeader(first: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.set(magic);
  header.writeBigUInt64LE(BigInt(first), magic.length);
  return header;
}

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

export async function readSegment(segment: Segment): Promise<Buffer> {
  const bytes = await readFile(segment.path);
  if (!bytes.subarray(0, headerBytes).equals(segmentHeader(segment.first))) {
    throw new JournalError(`${segment.path} does not begin like a journal's file`);
  }
  return bytes;
}

/** Writes all of it at this place of the file, and returns once it is on the disk. */
export function writeDurably(descriptor: number, bytes: Buffer, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error | null): boolean => {
      if (error !== null) reject(error);
      return error !== null;
    };
    const writeFrom = (done: number): void => {
      write(descriptor, bytes, done, bytes.length - done, position + done, (error, written) => {
        if (onError(error)) return;
        if (done + written < bytes.length) writeFrom(done + written);
        else fdatasync(descriptor, (failure) => onError(failure) || resolve());
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
