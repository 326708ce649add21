import { defineCommand, optional } from "./command.ts";
import { flag } from "./kinds.ts";

/** Ledgers that are being fetched from other servers: none. */
export const fetchInfo = defineCommand({
  name: "fetch_info",
  summary: "Ledgers that are being fetched from other servers.",
  permission: "admin",
  request: { clear: optional(flag, false) },
  handle: ({ clear }) => ({ ...(clear && { clear: true }), info: {} }),
});
