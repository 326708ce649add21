import { z } from "zod";
import { defineRoute } from "../route.ts";

export const ping = defineRoute({
  method: "GET",
  path: "/ping",
  operationId: "getPing",
  tag: "Meta",
  summary: "Whether the server answers",
  reply: z.strictObject({}),
  refusals: [],
  handle: () => ({ body: {} }),
});
