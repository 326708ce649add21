import { defineCommand } from "./command.ts";

/** Closes and reopens the log file, after somebody has moved it away. */
export const logrotate = defineCommand({
  name: "logrotate",
  summary: "Closes and reopens the log file.",
  permission: "admin",
  request: {},
  handle: (_input, { server }) => ({ message: server.rotateLog() }),
});
