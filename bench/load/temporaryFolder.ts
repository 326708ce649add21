import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders = new Set<string>();

/** Nothing is left behind, however the benchmark ends. */
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder on disk that is gone when this process ends. */
export const temporaryFolder = (): string => folderIn(tmpdir());

/** A folder in memory where the system has one with enough room, for what need not wait for a disk; else on disk. */
export function fastFolder(): string {
  return folderIn(existsSync(shared) && freeBytes(shared) > enoughRoom ? shared : tmpdir());
}

/** Moves what a fast folder has to disk, and gives the new place. */
export function toDisk(folder: string): string {
  const onDisk = temporaryFolder();
  cpSync(folder, onDisk, { recursive: true });
  removeFolder(folder);
  return onDisk;
}

/** Leaves a folder to somebody else, who takes it over. */
export function leaveFolder(folder: string): void {
  folders.delete(folder);
}

export function takeOverFolder(folder: string): string {
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

const shared = "/dev/shm";
const enoughRoom = 6e9;

function folderIn(place: string): string {
  const folder = mkdtempSync(join(place, "xagd-bench-"));
  folders.add(folder);
  return folder;
}

function freeBytes(place: string): number {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
}
