import { defineCommand, optional } from "./command.ts";
import { unsigned } from "./kinds.ts";

/** Figures of the process. */
export const getCounts = defineCommand({
  name: "get_counts",
  summary: "Figures of the server's process: memory, caches, requests.",
  permission: "admin",
  request: { min_count: optional(unsigned, 10) },
  handle: (_input, { server }) => server.counts(),
});
