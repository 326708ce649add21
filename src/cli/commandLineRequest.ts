import type { JsonObject } from "../commands/json.ts";
import { RpcError } from "../commands/rpcErrors.ts";
import type { CommandLineForm } from "./commandLineForm.ts";
import { commandLineForms, otherForm } from "./commandLineForms.ts";

/** What is posted to the server: `params` has one request, or for json2 each of several. */
export interface CommandLineRequest {
  readonly method: string;
  readonly params: readonly JsonObject[];
}

/** How a command reads its arguments. Any command may be asked for: the server decides whether it knows it. */
export const formOf = (command: string): CommandLineForm =>
  Object.hasOwn(commandLineForms, command) ? commandLineForms[command]! : otherForm;

/**
 * The request that a command line stands for.
 * @throws RpcError for a wrong number of arguments or one that cannot be read
 */
export function requestFromArguments(command: string, args: readonly string[]): CommandLineRequest {
  const form = formOf(command);
  if (args.length < form.least || args.length > form.most) throw new RpcError("badSyntax");
  const request = form.request(args);
  if (Array.isArray(request)) return { method: command, params: request as readonly JsonObject[] };
  const params = request as JsonObject;
  // `json` and `json2` say the command in the request itself.
  return { method: typeof params.method === "string" ? params.method : command, params: [params] };
}
