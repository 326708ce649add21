import { defineCommand } from "./command.ts";

/** The listed validators: none. */
export const unlList = defineCommand({
  name: "unl_list",
  summary: "The validators that are listed, and whether they are trusted.",
  permission: "admin",
  request: {},
  handle: () => ({ unl: null }),
});
