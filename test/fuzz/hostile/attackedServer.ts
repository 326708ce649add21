import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, JsonValue } from "../../../src/commands/json.ts";
import { type StartedServer, startServer } from "../../e2e/startedServer.ts";
import { milliseconds } from "./attack.ts";
import { guarded, guardedAccount } from "./guarded.ts";
import { Judge } from "./judge.ts";

/** An answer may take so long while everybody attacks. */
export const patienceMilliseconds = 20_000;
/** Somebody who asks for next to nothing waits less than this, whatever others do: the machine may be busy. */
const mostWaitMilliseconds = 3_000;
/** More than a server with a small ledger ever needs, whatever it is asked. */
const mostMemoryBytes = 1_200_000_000;
/** Files that may be open beyond those of the start: the client's connections, and the store's. */
const mostMoreFiles = 60;

/** The program in a process of its own, looked after while it is attacked. */
export class AttackedServer {
  readonly port: number;
  readonly publicPort: number;
  /** What should not have been. */
  readonly judge = new Judge();
  requests = 0;
  private readonly server: StartedServer;
  private readonly folder: string;
  private readonly filesAtFirst: number;
  private isWatched = true;
  private longestWait = 0;
  private readonly watching: Promise<void>;

  private constructor(server: StartedServer, publicPort: number, folder: string) {
    this.server = server;
    this.port = server.port;
    this.publicPort = publicPort;
    this.folder = folder;
    this.filesAtFirst = this.openFiles();
    this.watching = this.watch();
  }

  /** Its data are in a folder of its own, which goes when it stops. */
  static async start(): Promise<AttackedServer> {
    const folder = mkdtempSync(join(tmpdir(), "xagd-attacked-"));
    const config = join(folder, "xagd.toml");
    const signing = `[[signing]]\naddress = "${guardedAccount}"\nseed = "${guarded.seed}"\ntoken = "${guarded.token}"\n`;
    const log = '[log]\nlevel = "trace"\nfile = "server.log"\n';
    writeFileSync(config, `data = "data"\nclose = "manual"\n${signing}${log}`);
    const server = await startServer("--config", config, "--public-port", "0");
    const publicPort = () => /http:\/\/127\.0\.0\.1:(\d+).*without administrators/.exec(server.output())?.[1];
    const end = performance.now() + patienceMilliseconds;
    while (publicPort() === undefined) {
      if (performance.now() > end) throw new Error(`no public port:\n${server.output()}`);
      await milliseconds(10);
    }
    return new AttackedServer(server, Number(publicPort()), folder);
  }

  url(port = this.port): string {
    return `http://127.0.0.1:${port}/`;
  }

  /** Posts a body and judges the answer; undefined where the connection broke. */
  async post(body: string, port = this.port): Promise<{ status: number; text: string } | undefined> {
    this.requests++;
    const what = `POST ${body.slice(0, 300)}`;
    try {
      const signal = AbortSignal.timeout(patienceMilliseconds);
      const response = await fetch(this.url(port), { method: "POST", body, signal });
      const text = await response.text();
      this.judge.answer(what, response.status, text);
      return { status: response.status, text };
    } catch (error) {
      this.judge.note(`${what}: ${error} ${(error as Error).cause ?? ""}`);
      return undefined;
    }
  }

  /** A command's result, or its error. */
  async ask(method: string, params: JsonObject = {}, port = this.port): Promise<JsonObject> {
    const answer = await this.post(JSON.stringify({ method, params: [params] }), port);
    return answer?.status === 200 ? ((JSON.parse(answer.text) as { result: JsonObject }).result ?? {}) : {};
  }

  /** Notes if it does not answer on both ports any more, or has grown beyond all measure. */
  async checkUp(after: string): Promise<void> {
    for (const port of [this.port, this.publicPort]) {
      const { info } = await this.ask("server_info", {}, port);
      if (info === undefined) this.judge.note(`after ${after}: no answer`);
    }
    const { memory_resident: memory } = await this.ask("get_counts");
    if (Number(memory) > mostMemoryBytes)
      this.judge.note(`after ${after}: ${Number(memory) >> 20} MiB of memory`);
  }

  /** The longest time that somebody waited for next to nothing since the last call, in milliseconds. */
  takeLongestWait(after: string): number {
    const waited = Math.round(this.longestWait);
    this.longestWait = 0;
    if (waited > mostWaitMilliseconds) this.judge.note(`during ${after}: a ping took ${waited} ms`);
    return waited;
  }

  /** Ends it, and looks at its exit code, its log, and whether its folder still has the last ledger. */
  async stop(): Promise<void> {
    this.isWatched = false;
    await this.watching;
    await this.checkOpenFiles();
    const { ledger_hash: last } = await this.ask("ledger_closed");
    await this.end(this.server);
    const log = readFileSync(join(this.folder, "server.log"), "utf8");
    for (const line of log.split("\n")) {
      if (line.includes("mistake of ours") || line.includes('"level":60'))
        this.judge.note(line.slice(0, 1500));
    }
    this.judge.secrets("the log", log);
    await this.checkRestart(last);
    rmSync(this.folder, { recursive: true });
  }

  private async end(server: StartedServer): Promise<void> {
    const late = setTimeout(() => {
      this.judge.note("it does not stop");
      server.kill();
    }, 15_000);
    const code = await server.stop();
    clearTimeout(late);
    if (code !== 0) this.judge.note(`exit code ${code}: ${server.output().slice(-2000)}`);
  }

  private async checkRestart(last: JsonValue | undefined): Promise<void> {
    const again = await startServer("--config", join(this.folder, "xagd.toml"));
    const response = await fetch(this.url(again.port), {
      method: "POST",
      body: '{"method":"ledger_closed"}',
    });
    const { result } = (await response.json()) as { result: JsonObject };
    if (result.ledger_hash !== last)
      this.judge.note(`the last ledger was ${last}, now ${result.ledger_hash}`);
    await this.end(again);
  }

  /** Somebody who asks for little all the time. */
  private async watch(): Promise<void> {
    while (this.isWatched && !this.judge.hasEnough) {
      const started = performance.now();
      await this.ask("ping");
      this.longestWait = Math.max(this.longestWait, performance.now() - started);
      await milliseconds(20);
    }
  }

  /** Connections that clients left are closed soon. */
  private async checkOpenFiles(): Promise<void> {
    const most = this.filesAtFirst + mostMoreFiles;
    const end = performance.now() + 5_000;
    while (this.openFiles() > most && performance.now() < end) await milliseconds(50);
    const files = this.openFiles();
    if (files > most) this.judge.note(`${files} open files, ${this.filesAtFirst} at first`);
  }

  /** 0 where the system does not say. */
  private openFiles(): number {
    try {
      return readdirSync(`/proc/${this.server.pid}/fd`).length;
    } catch {
      return 0;
    }
  }
}
