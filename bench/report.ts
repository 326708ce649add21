import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { signatureCheck } from "./load/machineSpeed.ts";
import type { Measurement } from "./load/measure.ts";
import type { ProcessMemory } from "./load/processFigures.ts";

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What one kind of work came to. Each kind's section is written anew when that kind is measured. */
export interface Section {
  readonly name: string;
  /** What was measured, and how. */
  readonly text: string;
  readonly tables: readonly Table[];
}

/** 0.00000042 s is `0.42 µs`: three digits that mean something. */
export function duration(seconds: number | undefined): string {
  if (seconds === undefined || Number.isNaN(seconds)) return "–";
  if (seconds < 0.0001) return `${digits(seconds * 1e6)} µs`;
  if (seconds < 1) return `${digits(seconds * 1e3)} ms`;
  return `${digits(seconds)} s`;
}

export const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? "–" : `${Math.round(bytes / 1e6)} MB`;

export const factor = (value: number): string => (Number.isNaN(value) ? "–" : `${value.toFixed(2)} times`);

function digits(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** 1234567 is `1,234,567`. */
export const count = (value: number): string => Math.round(value).toLocaleString("en-US");

/** A wanted figure and whether it is met. */
export function against(
  wanted: number | undefined,
  actual: number | undefined,
  show: typeof duration,
): string {
  if (wanted === undefined) return "";
  if (actual === undefined) return `≤ ${show(wanted)}`;
  return `≤ ${show(wanted)}: ${actual <= wanted ? "met" : "**missed**"}`;
}

export interface CostRow {
  readonly work: string;
  readonly measurement: Measurement;
  /** Seconds of server CPU for one operation. */
  readonly wanted?: number;
}

/** The usual table: what so many operations cost. */
export const costTable = (rows: readonly CostRow[]): Table => ({
  head: [
    "work",
    "operations",
    "per second",
    "p50",
    "p99",
    "server CPU each",
    "main thread",
    "wanted",
    "others' cores",
  ],
  rows: rows.map(({ work, measurement, wanted }) => [
    work,
    count(measurement.operations),
    measurement.rate >= 10 ? count(measurement.rate) : measurement.rate.toFixed(1),
    duration(measurement.p50 / 1000),
    duration(measurement.p99 / 1000),
    duration(measurement.cpu),
    duration(measurement.mainCpu),
    against(wanted, measurement.cpu, duration),
    measurement.othersCores === undefined ? "–" : measurement.othersCores.toFixed(1),
  ]),
});

export const memoryCells = (memory: ProcessMemory | undefined): string[] => [
  megabytes(memory?.resident),
  megabytes(memory?.anonymous),
  megabytes(memory?.peak),
];

/** A section as Markdown, with the day, the commit and the machine that it is from. */
export function sectionText({ name, text, tables }: Section, origin: string): string {
  return `## ${name}\n\n${text}\n\n${tables.map((table) => `${tableText(table)}\n`).join("\n")}\n${origin}\n`;
}

/** A Markdown table that is also easy to read as it is: columns stand under one another, numbers to the right. */
export function tableText({ head, rows }: Table): string {
  const widths = head.map((title, i) =>
    Math.max(3, ...[title, ...rows.map((row) => row[i]!)].map(({ length }) => length)),
  );
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)));
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const introduction = `# Figures

Written by \`npm run bench\`; \`README.md\` says how they are made. Each section names the commit and the machine that it
was measured on, and what a signature check took right after: a shared machine is faster in one minute than in another.
"Others' cores" is what everything else on the machine took meanwhile, the client included: where it
is well above 1, other programs were in the way.
`;

/** Puts a section into a report, in place of the one of its name, and leaves the others as they are. */
export function mergeReport(before: string | undefined, name: string, text: string): string {
  const kept = new Map<string, string>();
  for (const part of before?.split(/^(?=## )/m).slice(1) ?? []) {
    kept.set(/^## (.*)$/m.exec(part)![1]!, part.trimEnd());
  }
  kept.set(name, text.trimEnd());
  return `${[introduction.trimEnd(), ...kept.values()].join("\n\n")}\n`;
}

/** Writes a section into a report, in place of its older one. */
export function writeReport(path: string, section: Section): void {
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  writeFileSync(path, mergeReport(before, section.name, sectionText(section, origin())));
}

/** Day, commit, machine, and how fast that is just now. */
function origin(): string {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--", "src") !== "";
  const commit = `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB`;
  const speed = `a signature check takes ${duration(signatureCheck())}`;
  return `_${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}, Node ${process.version}; ${speed}_`;
}
