import { expect, test } from "vitest";
import {
  cpuSeconds,
  machineCpuSeconds,
  mainThreadCpuSeconds,
  memoryOf,
  parseStat,
  parseStatus,
} from "./processFigures.ts";

test("a stat line is read from behind the name, whatever that contains", () => {
  const line = "4711 (a) b (c) S 12 4711 4711 0 -1 4194560 100 0 0 0 150 50 7 3 20 0 11 0 12345 1 2";
  expect(parseStat(line)).toEqual({ parent: 12, ticks: 210 });
});

test("sizes are read in bytes, and what is not said is 0", () => {
  expect(parseStatus("Name:\tx\nVmHWM:\t   300 kB\nVmRSS:\t     200 kB\n")).toEqual({
    resident: 204_800,
    anonymous: 0,
    peak: 307_200,
  });
});

test("this process has taken processor time and memory", () => {
  const before = cpuSeconds(process.pid);
  const until = process.cpuUsage().user + 50_000;
  while (process.cpuUsage().user < until);
  expect(cpuSeconds(process.pid) - before).toBeGreaterThan(0.02);
  const main = mainThreadCpuSeconds(process.pid);
  expect(main).toBeGreaterThan(0.05);
  expect(main).toBeLessThanOrEqual(cpuSeconds(process.pid));
  expect(machineCpuSeconds()).toBeGreaterThan(before);
  const { resident, peak } = memoryOf(process.pid);
  expect(resident).toBeGreaterThan(10_000_000);
  expect(peak).toBeGreaterThanOrEqual(resident);
});
