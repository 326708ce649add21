import { defineCommand, optional } from "./command.ts";
import { flag } from "./kinds.ts";
import { serverFacts } from "./serverFacts.ts";

/** The state of the server, for programs to read. */
export const serverState = defineCommand({
  name: "server_state",
  summary: "The state of the server, in a form for programs.",
  request: { counters: optional(flag, false) },
  handle: ({ counters }, context) => ({ state: serverFacts(context, false, counters) }),
});
