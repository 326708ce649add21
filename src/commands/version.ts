import { defineCommand } from "./command.ts";

/** The API versions that this server speaks. */
export const version = defineCommand({
  name: "version",
  summary: "The API versions spoken here.",
  request: {},
  handle: (_input, { apiVersion }) =>
    apiVersion === 1
      ? { version: { first: "1.0.0", good: "1.0.0", last: "1.0.0" } }
      : { version: { first: 1, last: 2 } },
});
