import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The program as a user starts it, in a process of its own. */
export interface StartedServer {
  readonly port: number;
  readonly pid: number;
  /** What it printed so far. */
  readonly output: () => string;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Ends it as Ctrl-C does, and says how it ended. */
  stop(): Promise<number | null>;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));
export const program = `${projectFolder}bin/xagd`;

/** Runs `xagd start` on a free port and waits until it listens. */
export async function startServer(...args: string[]): Promise<StartedServer> {
  const child = spawn(process.execPath, [program, "start", "--port", "0", ...args], {
    cwd: projectFolder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<number | null>((resolve) => {
    child.on("exit", (code) => resolve(code));
  });
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      const listening = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
      if (listening !== null) resolve(Number(listening[1]));
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    void ended.then((code) => reject(new Error(`xagd ended with code ${code}:\n${output}`)));
  });
  const stop = () => {
    child.kill("SIGINT");
    return ended;
  };
  const kill = () => void child.kill("SIGKILL");
  return { port, pid: child.pid!, output: () => output, ended, stop, kill };
}
