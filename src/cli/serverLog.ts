import { dirname } from "node:path";
import pino, { type Logger } from "pino";
import type { LogSeverity } from "../commands/serverControl.ts";
import type { LogLevel } from "./configuration.ts";
import { makeFolder } from "./makeFolder.ts";
import { redactLine } from "./redactLine.ts";

/** The log: JSON lines, each with the part of the server that it comes from, secrets masked. */
export interface ServerLog {
  /** The logger of one part of the server; levels are set for each. */
  partition(name: string): Logger;
  /** By partition; `base` is what partitions without a level of their own have. */
  levels(): Record<string, LogSeverity>;
  setLevel(severity: LogSeverity, partition?: string): void;
  /** Opens the file anew, for whoever has moved it away. Says what was done. */
  rotate(): string;
  /** Writes what is pending. */
  close(): void;
}

const levelOf: Readonly<Record<LogSeverity, LogLevel>> = {
  Trace: "trace",
  Debug: "debug",
  Info: "info",
  Warning: "warn",
  Error: "error",
  Fatal: "fatal",
};
const severityOf = Object.fromEntries(
  Object.entries(levelOf).map(([severity, level]) => [level, severity]),
) as Record<string, LogSeverity>;

/**
 * @param file path, or undefined for standard error
 * @throws ConfigurationError where its folder cannot be made
 */
export function openServerLog({ level, file }: { level: LogLevel; file: string | undefined }): ServerLog {
  if (file !== undefined) makeFolder(dirname(file), "the log");
  // Synchronous: the log is thin, and the last line before a crash is the one that matters.
  const destination = pino.destination({ dest: file ?? 2, mkdir: true, sync: true });
  const base = pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void destination.write(redactLine(line)) },
  );
  const partitions = new Map<string, Logger>();
  return {
    partition(name) {
      const known = partitions.get(name);
      if (known !== undefined) return known;
      const logger = base.child({ partition: name });
      partitions.set(name, logger);
      return logger;
    },
    levels() {
      const levels: Record<string, LogSeverity> = { base: severityOf[base.level]! };
      for (const [name, logger] of partitions) levels[name] = severityOf[logger.level]!;
      return levels;
    },
    setLevel(severity, partition) {
      const wanted = levelOf[severity];
      if (partition !== undefined && partition.toLowerCase() !== "base") {
        this.partition(partition).level = wanted;
        return;
      }
      base.level = wanted;
      for (const logger of partitions.values()) logger.level = wanted;
    },
    rotate() {
      if (file === undefined) return "The log goes to standard error: there is no file to close.";
      destination.reopen();
      return "The log file was closed and reopened.";
    },
    close() {
      destination.flushSync();
      destination.end();
    },
  };
}
