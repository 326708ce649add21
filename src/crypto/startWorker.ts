import { Worker } from "node:worker_threads";

/**
 * Starts a worker thread on a module beside the caller's: `startWorker("./verifierWorker", import.meta.url)`.
 * It runs as the caller does, compiled or from source; a thread does not inherit what reads the source.
 * @param workerData what the module finds as `workerData`
 */
export function startWorker(module: string, callerUrl: string, workerData?: unknown): Worker {
  if (!callerUrl.endsWith(".ts")) return new Worker(new URL(`${module}.js`, callerUrl), { workerData });
  const tsx = import.meta.resolve("tsx/esm/api");
  const source = new URL(`${module}.ts`, callerUrl).href;
  const start = `import("${tsx}").then(({ register }) => (register(), import("${source}")))`;
  return new Worker(start, { eval: true, workerData });
}
