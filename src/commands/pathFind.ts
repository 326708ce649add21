import { defineCommand, type Parameter } from "./command.ts";
import { member } from "./json.ts";
import { pathParameters } from "./pathFinding/parameters.ts";
import { parsePathRequest } from "./pathFinding/pathRequest.ts";
import { RpcError } from "./rpcErrors.ts";

const subcommand: Parameter<string> = {
  read(request, name) {
    const value = member(request, name);
    if (typeof value !== "string") throw new RpcError("invalidParams");
    return value;
  },
  document: (name) => ({ [name]: { schema: { enum: ["create", "close", "status"] }, required: true } }),
};

/** Looks for payment paths, again with every ledger, until told to stop. */
export const pathFind = defineCommand({
  name: "path_find",
  summary: "Searches for payment paths and keeps the connection informed of better ones.",
  request: { subcommand, ...pathParameters },

  handle({ subcommand: wanted }, context) {
    const { pathRequests, caller, request } = context;
    const { subscriber } = caller;
    if (subscriber === undefined) throw new RpcError("noEvents");
    switch (wanted) {
      case "create":
        return pathRequests.create(subscriber, () => parsePathRequest(request, context));
      case "close":
        return pathRequests.close(subscriber);
      case "status":
        return pathRequests.status(subscriber);
    }
    throw new RpcError("invalidParams");
  },
});
