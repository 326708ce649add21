import { defineCommand, optional } from "./command.ts";
import { text } from "./kinds.ts";
import { RpcError } from "./rpcErrors.ts";
import type { LogSeverity } from "./serverControl.ts";

/** What the levels may be called. */
const severities: Readonly<Record<string, LogSeverity>> = {
  trace: "Trace",
  debug: "Debug",
  info: "Info",
  information: "Info",
  warn: "Warning",
  warning: "Warning",
  warnings: "Warning",
  error: "Error",
  errors: "Error",
  fatal: "Fatal",
  fatals: "Fatal",
};

/** Shows or sets how much the server logs. */
export const logLevel = defineCommand({
  name: "log_level",
  summary: "Shows or sets the severity from which on the server logs.",
  permission: "admin",
  request: { severity: optional(text), partition: optional(text) },

  handle({ severity: name, partition }, { server }) {
    if (name === undefined) return { levels: { ...server.logLevels() } };
    const severity = Object.hasOwn(severities, name.toLowerCase())
      ? severities[name.toLowerCase()]
      : undefined;
    if (severity === undefined) throw new RpcError("invalidParams");
    server.setLogLevel(severity, partition?.toLowerCase() === "base" ? undefined : partition);
    return {};
  },
});
