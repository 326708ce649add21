import { readdirSync, readFileSync } from "node:fs";

// What the kernel says of a process and those that it started (source: proc(5)).

/** /proc counts processor time in these. Linux shows 100 a second on every platform. */
const ticksPerSecond = 100;

export interface ProcessMemory {
  /** Bytes in memory now, pages of mapped files included. */
  readonly resident: number;
  /** Of these, the process's own: not files, which the system can drop and read again. */
  readonly anonymous: number;
  /** The most that was ever resident. */
  readonly peak: number;
}

interface ProcessTimes {
  readonly parent: number;
  /** User and system time of all threads, and of children that have ended, in ticks. */
  readonly ticks: number;
}

/** Reads /proc/<pid>/stat. The name in it is in parentheses and may contain anything. */
export function parseStat(text: string): ProcessTimes {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const number = (field: number) => Number(fields[field - 3]); // numbered from 1 in proc(5); two are cut off
  return { parent: number(4), ticks: number(14) + number(15) + number(16) + number(17) };
}

/** Reads /proc/<pid>/status. Sizes there are in KiB. */
export function parseStatus(text: string): ProcessMemory {
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) * 1024;
  return { resident: bytes("VmRSS"), anonymous: bytes("RssAnon"), peak: bytes("VmHWM") };
}

/** The process and its living descendants. */
function family(pid: number): Map<number, ProcessTimes> {
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readIfThere(`/proc/${name}/stat`);
    if (stat !== undefined) all.set(Number(name), parseStat(stat));
  }
  const members = new Map<number, ProcessTimes>();
  const visit = (member: number) => {
    const times = all.get(member);
    if (times === undefined) return;
    members.set(member, times);
    for (const [child, { parent }] of all) if (parent === member) visit(child);
  };
  visit(pid);
  return members;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process may end between two looks. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Seconds of processor time that a process, its threads and its children have taken so far. Exact to less than a
 * millisecond as long as no thread ends; else in steps of 10 ms.
 */
export function cpuSeconds(pid: number): number {
  let seconds = 0;
  for (const [member, { ticks }] of family(pid)) {
    seconds += Math.max(ticks / ticksPerSecond, threadSeconds(member));
  }
  return seconds;
}

/** What a process's living threads have run. Children and threads that have ended do not count. */
function threadSeconds(pid: number): number {
  let seconds = 0;
  for (const thread of namesIn(`/proc/${pid}/task`)) seconds += ranSeconds(pid, thread);
  return seconds;
}

/** Likewise of a process's first thread alone, which is where Node runs a program. */
export const mainThreadCpuSeconds = (pid: number): number => ranSeconds(pid, String(pid));

/** The first number of schedstat: nanoseconds on a processor. 0 where the kernel does not say. */
const ranSeconds = (pid: number, thread: string): number =>
  Number(readIfThere(`/proc/${pid}/task/${thread}/schedstat`)?.split(" ")[0] ?? 0) / 1e9;

/** What a process and its children hold in memory; files that several map count for each. */
export function memoryOf(pid: number): ProcessMemory {
  const sum = { resident: 0, anonymous: 0, peak: 0 };
  for (const member of family(pid).keys()) {
    const status = readIfThere(`/proc/${member}/status`);
    if (status === undefined) continue;
    const memory = parseStatus(status);
    sum.resident += memory.resident;
    sum.anonymous += memory.anonymous;
    sum.peak += memory.peak;
  }
  return sum;
}

/** Seconds of processor time that the whole machine has taken so far, all cores together. */
export function machineCpuSeconds(): number {
  const [, ...counts] = readFileSync("/proc/stat", "utf8").split("\n")[0]!.split(/\s+/);
  const [user, nice, system, , , irq, softirq] = counts.map(Number);
  return (user! + nice! + system! + irq! + softirq!) / ticksPerSecond;
}
