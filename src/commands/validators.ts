import { defineCommand } from "./command.ts";

/** The validators that this server trusts: none, since it validates alone. */
export const validators = defineCommand({
  name: "validators",
  summary: "The trusted validators.",
  permission: "admin",
  request: {},
  handle: () => ({
    local_static_keys: [],
    publisher_lists: [],
    signing_keys: {},
    trusted_validator_keys: [],
    validation_quorum: 0,
    validator_list: { count: 0, expiration: "unknown", status: "unknown" },
  }),
});
