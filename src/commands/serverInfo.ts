import { defineCommand, optional } from "./command.ts";
import { flag } from "./kinds.ts";
import { serverFacts } from "./serverFacts.ts";

/** The state of the server, for people to read. */
export const serverInfo = defineCommand({
  name: "server_info",
  summary: "The state of the server, in a form for people.",
  request: { counters: optional(flag, false) },
  handle: ({ counters }, context) => ({ info: serverFacts(context, true, counters) }),
});
