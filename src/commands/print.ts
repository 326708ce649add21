import { defineCommand } from "./command.ts";

/** The inside of the server, for those who look for faults. */
export const print = defineCommand({
  name: "print",
  summary: "The server's inner state.",
  permission: "admin",
  request: {},
  handle: (_input, { server }) => ({ app: server.counts() }),
});
