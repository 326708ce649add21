import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ConfigurationError } from "./configurationError.ts";

/**
 * Makes a folder, and those above it, where they are missing. Node's own way of doing that never comes back from a file
 * system that answers "no such file" to a folder that cannot be made, as /proc does.
 *
 * @param setting what asked for the folder, for the message
 * @throws ConfigurationError where it cannot be made
 */
export function makeFolder(path: string, setting: string): void {
  try {
    makeWithThoseAbove(resolve(path));
  } catch (error) {
    throw new ConfigurationError(`${setting}: ${(error as Error).message}`);
  }
}

function makeWithThoseAbove(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(folder).isDirectory()) return;
    const above = dirname(folder);
    if (code !== "ENOENT" || existsSync(above)) throw error;
    makeWithThoseAbove(above);
    mkdirSync(folder);
  }
}
