import { defineCommand } from "./command.ts";

/** Where lists of validators come from: nowhere. */
export const validatorListSites = defineCommand({
  name: "validator_list_sites",
  summary: "The sites that lists of validators are fetched from.",
  permission: "admin",
  request: {},
  handle: () => ({ validator_sites: [] }),
});
