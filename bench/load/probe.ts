import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("insideProbe.mjs", import.meta.url));

/** Arguments of Node that put the probe into a server. */
export const probeArguments: readonly string[] = ["--import", program];

/** Speaks to the probe inside of a server: one question at a time. */
export class Probe {
  private readonly child: ChildProcess;

  constructor(child: ChildProcess) {
    this.child = child;
  }

  /** From now on, pauses of the event loop count. */
  async beginPauses(): Promise<void> {
    await this.ask("beginPauses");
  }

  /** The longest time that the event loop was held up, in milliseconds. */
  async endPauses(): Promise<number> {
    return ((await this.ask("endPauses")) as { worst: number }).worst;
  }

  /** Samples what the server's main thread does. */
  async beginProfile(): Promise<void> {
    await this.ask("beginProfile");
  }

  /** Writes what was sampled as a .cpuprofile. */
  async endProfile(path: string): Promise<void> {
    await this.ask("endProfile", path);
  }

  private ask(name: string, argument?: string): Promise<unknown> {
    return new Promise((resolve) => {
      this.child.once("message", resolve);
      this.child.send({ name, argument });
    });
  }
}
