import { defineCommand } from "./command.ts";
import type { JsonObject } from "./json.ts";

/** Whether the server answers, and as whom it sees the caller. */
export const ping = defineCommand({
  name: "ping",
  summary: "An empty reply, with the caller's role if it is a special one.",
  request: {},

  handle(_input, { caller: { role, user, forwardedFor, subscriber } }) {
    const reply: JsonObject = role === "guest" ? {} : { role };
    if (role === "identified") {
      reply.username = user;
      reply.ip = forwardedFor;
    }
    if (role === "proxied") reply.ip = forwardedFor ?? "";
    if (subscriber?.isUnlimited) reply.unlimited = true;
    return reply;
  },
});
