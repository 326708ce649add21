import { z } from "zod";
import { defineRoute } from "../route.ts";

export const apiDocs = defineRoute({
  method: "GET",
  path: "/apiDocs",
  operationId: "getApiDocs",
  tag: "Meta",
  summary: "This interface as an OpenAPI 3.1 document",
  reply: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
  refusals: [],
  // It only changes with the server, but that may be at any time.
  handle: (_input, rest) => ({ body: rest.document(), freshness: "validated" }),
});
