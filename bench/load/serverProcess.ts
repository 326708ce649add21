import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HttpConnection, httpRequest } from "./httpConnection.ts";
import { Probe, probeArguments } from "./probe.ts";
import { removeFolder, temporaryFolder } from "./temporaryFolder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Ledgers as large as the load wants: a queue for what exceeds a thousand transactions is measured elsewhere. */
const settings = `native_currency = "XRP"
close = "manual"

[transaction_queue]
minimum_txn_in_ledger_standalone = 1000000

[log]
level = "warn"
`;

export interface ServerOptions {
  /** The ledger's folder; one that is made before and removed afterwards where it is left out. */
  readonly dataFolder?: string;
  /** Arguments for Node itself, before the program: profiling, probes. */
  readonly nodeArguments?: readonly string[];
  /** Arguments for `start`. */
  readonly startArguments?: readonly string[];
  /** With a probe inside. */
  readonly withProbe?: boolean;
}

/** A server of this checkout, built, in a process of its own on a free port of this machine. */
export class ServerProcess {
  readonly url: URL;
  readonly pid: number;
  readonly dataFolder: string;
  /** Undefined unless it was asked for. */
  readonly probe: Probe | undefined;
  private readonly child: ChildProcess;
  /** Milliseconds from the process's start to its first answer. */
  readonly startMilliseconds: number;
  private readonly folder: string;

  private constructor(
    child: ChildProcess,
    probe: Probe | undefined,
    url: URL,
    folder: string,
    dataFolder: string,
    started: number,
  ) {
    this.probe = probe;
    this.child = child;
    this.pid = child.pid!;
    this.url = url;
    this.folder = folder;
    this.dataFolder = dataFolder;
    this.startMilliseconds = started;
  }

  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    build();
    const folder = temporaryFolder();
    const dataFolder = options.dataFolder ?? join(folder, "data");
    const configuration = join(folder, "xagd.toml");
    writeFileSync(configuration, settings);
    const port = await freePort();
    const output = join(folder, "output");
    const file = openSync(output, "w");
    const begin = performance.now();
    const child = spawn(
      process.execPath,
      [
        ...(options.withProbe ? probeArguments : []),
        ...(options.nodeArguments ?? []),
        join(root, "bin", "xagd"),
        ...["start", "--config", configuration, "--data", dataFolder, "--port", String(port)],
        ...(options.startArguments ?? []),
      ],
      { stdio: options.withProbe ? ["ignore", file, file, "ipc"] : ["ignore", file, file] },
    );
    closeSync(file);
    running.add(child);
    child.once("exit", () => running.delete(child));
    const url = new URL(`http://127.0.0.1:${port}/`);
    try {
      await answers(url, child);
    } catch (error) {
      await ended(child);
      const said = readFileSync(output, "utf8").slice(-2000);
      removeFolder(folder);
      throw new Error(`${(error as Error).message}\n${said}`);
    }
    const probe = options.withProbe ? new Probe(child) : undefined;
    return new ServerProcess(child, probe, url, folder, dataFolder, performance.now() - begin);
  }

  /** Ends it as Ctrl-C does, and removes its folder (a data folder that was given stays). */
  async stop(): Promise<void> {
    await ended(this.child);
    removeFolder(this.folder);
  }
}

const running = new Set<ChildProcess>();

/** Nothing is left behind, however the benchmark ends. */
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Builds what is out of date, so that building is not measured. */
function build(): void {
  const { status } = spawnSync(process.execPath, [join(root, "bin", "prepare.mjs")], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("the server cannot be built");
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const force = setTimeout(() => child.kill("SIGKILL"), 20_000);
  child.kill("SIGINT");
  await exit;
  clearTimeout(force);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address!.port : 0));
    });
  });
}

/** Waits for the first answer about the validated ledger. */
async function answers(url: URL, child: ChildProcess): Promise<void> {
  const request = httpRequest(
    url,
    JSON.stringify({ method: "ledger", params: [{ ledger_index: "validated" }] }),
  );
  const end = performance.now() + 120_000;
  while (performance.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("the server ended at once");
    try {
      const connection = await HttpConnection.open(url);
      const { status, body } = await connection.send(request);
      connection.close();
      if (status === 200 && body.includes("ledger_hash")) return;
    } catch (error) {
      if (!isNotYet(error as NodeJS.ErrnoException)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  throw new Error("the server did not answer within two minutes");
}

const isNotYet = (error: NodeJS.ErrnoException): boolean =>
  error.code === "ECONNREFUSED" || error.code === "ECONNRESET" || error.message.includes("closed");
