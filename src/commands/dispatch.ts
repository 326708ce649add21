import type { Command } from "./command.ts";
import { type Caller, type CommandContext, isPrivileged, type Services } from "./context.ts";
import { hasMember, type JsonObject } from "./json.ts";
import { Inconvertible, textOf } from "./looseJson.ts";
import { RpcError } from "./rpcErrors.ts";

/** A command's reply: its result, or an error (then it has the member `error`). */
export type Reply = JsonObject;

/** Whether a reply is a refusal. */
export const isErrorReply = (reply: Reply): boolean => reply.error !== undefined;

/** Commands that may be under way at once before callers who are not privileged are told to come back later. */
const maxUnderWay = 500;

/** Finds and runs commands: where all transports meet. */
export interface Dispatcher {
  /**
   * Runs the command that the request names. Answers directly where the command needs no waiting. Never throws
   * and never rejects: whatever goes wrong is an error reply.
   * @param request its parameters, with the name as `command` or `method`
   */
  run(request: JsonObject, caller: Caller): Reply | Promise<Reply>;
  /** The command with this name in this API version. */
  find(name: string, apiVersion: number): Command | undefined;
}

/** What a dispatcher is made of. */
export interface DispatcherOptions extends Services {
  readonly commands: Iterable<Command>;
  /** Told of errors that are nobody's but ours, with the command's name; never with a request. */
  onFault(command: string, error: unknown): void;
}

/** Makes a dispatcher for these commands over these services. */
export function createDispatcher({ commands, onFault, ...services }: DispatcherOptions): Dispatcher {
  const byName = new Map<string, Command[]>();
  for (const command of commands) {
    const others = byName.get(command.name);
    if (others === undefined) byName.set(command.name, [command]);
    else others.push(command);
  }
  const find = (name: string, apiVersion: number): Command | undefined =>
    byName.get(name)?.find(({ apiVersions }) => apiVersions?.includes(apiVersion) !== false);

  const failed = (name: string, error: unknown): Reply => {
    if (error instanceof RpcError) return error.toReply();
    if (!(error instanceof Inconvertible)) onFault(name, error);
    return new RpcError("internal").toReply();
  };

  let underWay = 0;
  const settled = async (name: string, reply: Promise<Reply>): Promise<Reply> => {
    underWay++;
    try {
      return await reply;
    } catch (error) {
      return failed(name, error);
    } finally {
      underWay--;
    }
  };

  return {
    find,
    run(request, caller) {
      let name = "";
      try {
        if (underWay > maxUnderWay && !isPrivileged(caller.role)) throw new RpcError("tooBusy");
        name = commandName(request);
        const command = find(name, caller.apiVersion);
        if (command === undefined) throw new RpcError("unknownCmd");
        if (command.permission === "admin" && caller.role !== "admin") throw new RpcError("noPermission");
        const context: CommandContext = {
          ...services,
          request,
          caller,
          apiVersion: caller.apiVersion,
          ledger: undefined,
        };
        const reply = command.run(context);
        return reply instanceof Promise ? settled(name, reply) : reply;
      } catch (error) {
        return failed(name, error);
      }
    },
  };
}

function commandName(request: JsonObject): string {
  const hasCommand = hasMember(request, "command");
  const hasMethod = hasMember(request, "method");
  if (!hasCommand && !hasMethod) throw new RpcError("commandMissing");
  const name = textOf(hasCommand ? request.command : request.method);
  if (hasCommand && hasMethod && textOf(request.method) !== name) throw new RpcError("unknownCmd");
  return name;
}
