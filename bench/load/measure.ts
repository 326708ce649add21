import { machineCpuSeconds } from "./processFigures.ts";
import { inOrder, percentile } from "./statistics.ts";
import type { Target } from "./target.ts";

/** What so many operations of one kind cost. */
export interface Measurement {
  readonly operations: number;
  readonly seconds: number;
  /** Operations a second, as the client saw it. */
  readonly rate: number;
  /** Milliseconds from request to whole reply. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  /** Seconds of the server's processor time for one operation; undefined where the server's process is unknown. */
  readonly cpu: number | undefined;
  /** The part of it that the server's main thread spent: what bounds the rate of a server that has cores to spare. */
  readonly mainCpu: number | undefined;
  /** What others (the client among them) took of the machine's processors meanwhile: cores. */
  readonly othersCores: number | undefined;
}

/**
 * Measures what the server spends while `work` runs, until it is quiet again.
 * @param operations how many operations the work is, where that is not its number of replies
 * @param done waits until everything is done that the work leads to
 */
export async function measure(
  target: Target,
  work: () => Promise<readonly number[]>,
  operations?: number,
  done = () => target.quiet(),
): Promise<Measurement> {
  await target.quiet();
  const serverBefore = target.cpuSeconds();
  const mainBefore = target.mainThreadCpuSeconds();
  const machineBefore = machineCpuSeconds();
  const begin = performance.now();
  const latencies = inOrder(await work());
  const seconds = (performance.now() - begin) / 1000;
  const machine = machineCpuSeconds() - machineBefore;
  const atReply = target.cpuSeconds();
  await done();
  const serverAfter = target.cpuSeconds();
  const mainAfter = target.mainThreadCpuSeconds();
  const count = operations ?? latencies.length;
  return {
    operations: count,
    seconds,
    rate: count / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    worst: percentile(latencies, 1),
    cpu: serverBefore === undefined ? undefined : (serverAfter! - serverBefore) / count,
    mainCpu: mainBefore === undefined ? undefined : (mainAfter! - mainBefore) / count,
    othersCores: serverBefore === undefined ? undefined : (machine - (atReply! - serverBefore)) / seconds,
  };
}
