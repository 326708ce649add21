import { connect } from "node:net";

interface ExchangeOptions {
  /** Between pieces. */
  readonly gapMilliseconds?: number;
  /** Leaves without a word after so long. */
  readonly vanishMilliseconds?: number;
  /** Waits so long for the server to close the connection. */
  readonly waitMilliseconds?: number;
}

/** Writes bytes that need not be HTTP to a port, and returns what came back. Never rejects. */
export function rawExchange(
  port: number,
  pieces: readonly (string | Buffer)[],
  { gapMilliseconds = 0, vanishMilliseconds, waitMilliseconds = 300 }: ExchangeOptions = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    const end = setTimeout(() => socket.destroy(), vanishMilliseconds ?? waitMilliseconds);
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(end);
      resolve(answer);
    });
    const write = (next: number): void => {
      if (next >= pieces.length || socket.destroyed) return;
      socket.write(pieces[next]!);
      if (gapMilliseconds === 0) write(next + 1);
      else setTimeout(() => write(next + 1), gapMilliseconds);
    };
    write(0);
  });
}
