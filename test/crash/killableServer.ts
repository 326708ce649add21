import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../bin/xagd", import.meta.url));

/** A server in a process of its own, which can be ended without any warning. */
export class KillableServer {
  private readonly child: ChildProcess;
  private readonly url: string;

  private constructor(child: ChildProcess, url: string) {
    this.child = child;
    this.url = url;
  }

  /** Starts it on a free port and waits until it listens. */
  static async start(...options: string[]): Promise<KillableServer> {
    const child = spawn(process.execPath, [program, "start", "--port", "0", ...options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const url = await new Promise<string>((resolve, reject) => {
      let output = "";
      const hear = (chunk: Buffer): void => {
        output += chunk;
        const listening = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
        if (listening !== null) resolve(listening[0]);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("exit", (code) => reject(new Error(`the server ended with code ${code}:\n${output}`)));
    });
    return new KillableServer(child, url);
  }

  /** The reply's result. @throws Error once the server is gone */
  async call(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const body = JSON.stringify({ method, params: [params] });
    const response = await fetch(this.url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    return ((await response.json()) as { result: Record<string, unknown> }).result;
  }

  /** Ends the process as a power cut does. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.child.on("exit", resolve));
    this.child.kill("SIGKILL");
    await ended;
  }
}
