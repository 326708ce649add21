// Installs and builds what is missing or out of date. Quiet, and a few milliseconds long, where nothing is.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
/** Written last, so that an interrupted build counts as none. */
const stamp = join(dist, ".built");

/** @throws Error with a message for the user */
export function prepare() {
  // An installed package comes built, and without its sources.
  if (!existsSync(join(root, "src"))) return;
  if (!isInstalled()) install();
  if (!isBuilt()) alone(build);
}

function isInstalled() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
    existsSync(join(root, "node_modules", name, "package.json")),
  );
}

function install() {
  console.error("Installing dependencies …");
  const options = ["--no-audit", "--no-fund", "--loglevel=error"];
  try {
    run("npm", ["ci", ...options], "npm ci failed");
  } catch {
    // npm ci wants the lock to name the packages of every other platform too, and a registry may lack some.
    run("npm", ["install", "--no-save", ...options], "npm install failed");
  }
}

function isBuilt() {
  const built = modified(stamp);
  if (built === 0) return false;
  const settings = ["package.json", "tsconfig.json", "tsconfig.build.json"].map((name) =>
    modified(join(root, name)),
  );
  return Math.max(...settings, newest(join(root, "src"))) <= built;
}

/** When the youngest of a folder's files, or the folder itself (a file went away), changed. */
function newest(folder) {
  let latest = modified(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) latest = Math.max(latest, newest(path));
    else if (!entry.name.endsWith(".test.ts")) latest = Math.max(latest, modified(path));
  }
  return latest;
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Into a folder of its own first: whoever runs from dist meanwhile must not find it half written. */
function build() {
  if (isBuilt()) return; // another process did while this one waited
  console.error("Building …");
  const started = new Date();
  const fresh = join(root, "dist.new");
  const old = join(root, "dist.old");
  rmSync(fresh, { recursive: true, force: true });
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  run(
    process.execPath,
    [compiler, "-p", join(root, "tsconfig.build.json"), "--outDir", fresh],
    "The build failed",
  );
  const pages = join(root, "src", "explorer", "build.mjs");
  run(process.execPath, [pages, join(fresh, "explorer")], "The pages cannot be built");
  const freshStamp = join(fresh, ".built");
  writeFileSync(freshStamp, "");
  utimesSync(freshStamp, started, started); // a source saved while the compiler ran is younger
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** One build at a time, whichever process asks. What a build that was interrupted left behind is taken over. */
function alone(work) {
  const lock = join(root, "node_modules", ".xagd-build.lock");
  let waits = 0;
  while (!tryToWrite(lock, `${process.pid}`)) {
    if (isLeftBehind(lock)) rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    if (++waits === 20) console.error("Waiting for another process that builds …");
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @returns false, and nothing done, where the file is there */
function tryToWrite(path, text) {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Whether the process that a lock names is gone, or nobody can tell and a minute has passed. */
function isLeftBehind(lock) {
  try {
    process.kill(Number.parseInt(readFileSync(lock, "utf8"), 10), 0);
  } catch (error) {
    if (error.code === "ESRCH") return true;
  }
  const written = modified(lock);
  return written > 0 && Date.now() - written > 60_000;
}

function run(command, args, failure) {
  // Nothing on standard output: it belongs to the command that this prepares for.
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error) throw new Error(`${failure}: ${error.message}`);
  if (status !== 0) throw new Error(`${failure} (exit code ${status})`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    prepare();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
