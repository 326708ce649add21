import { drive, expectText, repeatedly } from "../load/drive.ts";
import { type Measurement, measure } from "../load/measure.ts";
import { type ServerOptions, ServerProcess } from "../load/serverProcess.ts";
import { Target } from "../load/target.ts";
import type { Bench } from "./bench.ts";

/** Runs a server of ours as long as `use` takes. */
export async function withServer<T>(
  { options: bench }: Bench,
  options: ServerOptions,
  use: (target: Target, server: ServerProcess) => Promise<T>,
): Promise<T> {
  const { profiles } = bench;
  const server = await ServerProcess.start({
    ...options,
    withProbe: options.withProbe === true || profiles !== undefined,
    nodeArguments: [...bench.nodeArguments, ...(options.nodeArguments ?? [])],
  });
  try {
    const { probe } = server;
    const profiler = probe && profiles !== undefined ? { probe, folder: profiles } : undefined;
    const target = await Target.open(server.url, server.pid, bench.connections, profiler);
    try {
      return await use(target, server);
    } finally {
      target.close();
    }
  } finally {
    await server.stop();
  }
}

/** The cost of a query, warmed up, with all connections or as many as are said. */
export async function measureQuery(
  target: Target,
  requests: readonly Buffer[],
  expected: string,
  seconds: number,
  { connections, name = "query" }: { connections?: number | undefined; name?: string } = {},
): Promise<Measurement> {
  const used = target.connections.slice(0, connections);
  const run = (time: number) => drive(used, repeatedly(requests, time), expectText(expected));
  await run(seconds / 2); // the compiler and the caches need a while
  return measure(target, () => target.profiled(name, () => run(seconds)));
}
