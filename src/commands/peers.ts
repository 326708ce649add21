import { defineCommand } from "./command.ts";

/** The servers that this one is connected to: none. */
export const peers = defineCommand({
  name: "peers",
  summary: "The servers that this one is connected to.",
  permission: "admin",
  request: {},
  handle: () => ({ peers: [], cluster: {} }),
});
