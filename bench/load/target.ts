import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { defaultGatherMilliseconds } from "../../src/storage/lmdb/lmdbLedgerStore.ts";
import { HttpConnection, httpRequest } from "./httpConnection.ts";
import type { Probe } from "./probe.ts";
import { cpuSeconds, mainThreadCpuSeconds, memoryOf, type ProcessMemory } from "./processFigures.ts";

/** Where profiles come from and go to. */
export interface Profiler {
  readonly probe: Probe;
  readonly folder: string;
}

/** A reply's `result`. */
export type Result = Readonly<Record<string, unknown>>;

/** The server that is measured: ours, or any that speaks the commands. */
export class Target {
  readonly url: URL;
  /** Undefined where it runs elsewhere, or nobody said: then there are no figures of its processor and memory. */
  readonly pid: number | undefined;
  readonly connections: readonly HttpConnection[];
  /** For what is not measured. */
  private readonly own: HttpConnection;

  private readonly profiler: Profiler | undefined;

  private constructor(
    url: URL,
    pid: number | undefined,
    connections: readonly HttpConnection[],
    profiler: Profiler | undefined,
  ) {
    this.profiler = profiler;
    this.url = url;
    this.pid = pid;
    this.connections = connections.slice(1);
    this.own = connections[0]!;
  }

  static async open(
    url: URL,
    pid: number | undefined,
    connections: number,
    profiler?: Profiler,
  ): Promise<Target> {
    const opening = Array.from({ length: connections + 1 }, () => HttpConnection.open(url));
    return new Target(url, pid, await Promise.all(opening), profiler);
  }

  /** A command as it goes over the wire. */
  request(method: string, params: object = {}): Buffer {
    return httpRequest(this.url, JSON.stringify({ method, params: [params] }));
  }

  /** Asks one thing, outside of what is measured. Throws where the answer is an error. */
  async ask(method: string, params: object = {}): Promise<Result> {
    const { status, body } = await this.own.send(this.request(method, params));
    const text = body.toString();
    if (status !== 200) throw new Error(`${method}: HTTP ${status}: ${text.slice(0, 600)}`);
    const { result } = JSON.parse(text) as { result: Result };
    if (result.status === "error") throw new Error(`${method}: ${text.slice(0, 600)}`);
    return result;
  }

  /** Closes the open ledger and gives the closed one's index. */
  async closeLedger(): Promise<number> {
    const { ledger_current_index: open } = await this.ask("ledger_accept");
    return Number(open) - 1;
  }

  cpuSeconds(): number | undefined {
    return this.pid === undefined ? undefined : cpuSeconds(this.pid);
  }

  mainThreadCpuSeconds(): number | undefined {
    return this.pid === undefined ? undefined : mainThreadCpuSeconds(this.pid);
  }

  memory(): ProcessMemory | undefined {
    return this.pid === undefined ? undefined : memoryOf(this.pid);
  }

  /** Does some work, and keeps a profile of the server under this name where profiles are wanted. */
  async profiled<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.profiler === undefined) return work();
    const { probe, folder } = this.profiler;
    await probe.beginProfile();
    const result = await work();
    await probe.endProfile(join(folder, `${name}.cpuprofile`));
    return result;
  }

  /** Waits until the server has nothing left to do, so that work after a reply counts for the reply. */
  async quiet(): Promise<void> {
    if (this.pid === undefined) return;
    let before = cpuSeconds(this.pid);
    for (let round = 0; round < 50; round++) {
      await setTimeout(60);
      const now = cpuSeconds(this.pid);
      if (now - before < 0.015) return;
      before = now;
    }
  }

  /** Waits until closed ledgers are on disk: the store gathers those that come fast for a while. */
  async stored(): Promise<void> {
    await setTimeout(defaultGatherMilliseconds + 100);
    await this.quiet();
  }

  close(): void {
    this.own.close();
    for (const connection of this.connections) connection.close();
  }
}
