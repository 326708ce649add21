import { defineCommand } from "./command.ts";
import { RpcError } from "./rpcErrors.ts";

/** This server's identity as a validator: it has none. */
export const validatorInfo = defineCommand({
  name: "validator_info",
  summary: "This server's identity as a validator.",
  permission: "admin",
  request: {},

  handle() {
    throw new RpcError("invalidParams", "not a validator");
  },
});
