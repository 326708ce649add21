import { defineCommand } from "./command.ts";
import { replyForms } from "./versions/replyForms.ts";

/** The API versions that this server speaks. */
export const version = defineCommand({
  name: "version",
  summary: "The API versions spoken here.",
  request: {},
  handle: (_input, { apiVersion }) => replyForms[apiVersion].spokenVersions,
});
