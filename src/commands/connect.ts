import { defineCommand } from "./command.ts";

/** Asks for a connection to another server; this one makes none. */
export const connect = defineCommand({
  name: "connect",
  summary: "Connects to another server (never done here).",
  permission: "admin",
  request: {},
  handle: () => ({ message: "cannot connect in standalone mode" }),
});
