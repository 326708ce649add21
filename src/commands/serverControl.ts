import type { JsonObject } from "./json.ts";

/** Log levels by the names that `log_level` uses. */
export type LogSeverity = "Trace" | "Debug" | "Info" | "Warning" | "Error" | "Fatal";

/** The process around the ledger, as commands see it. The command line provides it. */
export interface ServerControl {
  /** Shown as `build_version`. */
  readonly version: string;
  /** Shown to administrators as `hostid`. */
  readonly hostName: string;
  /** Shown to everybody else: a word that tells servers apart and nothing more. */
  readonly publicHostName: string;
  /** The server's own key, base58 `n…`. */
  readonly nodePublicKey: string;
  /** Whether callers who are not administrators may have things signed. */
  readonly publicSigning: boolean;
  /** Where this server listens. */
  readonly ports: readonly {
    readonly port: number;
    readonly protocols: readonly string[];
    readonly admin: boolean;
  }[];

  /** Shown as `network_id`. */
  readonly networkId: number;

  /** The time of day: microseconds since 1970. */
  unixMicroseconds(): number;
  /** Microseconds since the server started. */
  uptimeMicroseconds(): number;
  /** Begins to stop the server; returns at once. */
  stop(): void;
  /** Levels by partition; `base` is everything else's. */
  logLevels(): Readonly<Record<string, LogSeverity>>;
  /** Sets one partition's level, or everything's. */
  setLogLevel(severity: LogSeverity, partition?: string): void;
  /** Closes and reopens the log file; says what it did. */
  rotateLog(): string;
  /** Figures of the process: memory, cache sizes, counts of requests. */
  counts(): JsonObject;
}
