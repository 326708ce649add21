import { defineCommand } from "./command.ts";

/** Ends the server, after what is under way. */
export const stop = defineCommand({
  name: "stop",
  summary: "Stops the server.",
  permission: "admin",
  request: {},

  handle(_input, { server }) {
    server.stop();
    return { message: "ripple server stopping" };
  },
});
