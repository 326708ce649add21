import { LedgerNotKept } from "../state/ledgerStore.ts";
import type { Command } from "./command.ts";
import { type Caller, type CommandContext, isPrivileged, type Services } from "./context.ts";
import { hasMember, type JsonObject } from "./json.ts";
import { Inconvertible, textOf } from "./looseJson.ts";
import type { KnownLedgers, ReaderCaller, Readers } from "./readers.ts";
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
  /** Who answers what takes long, where there is anybody. */
  readonly readers?: Readers | undefined;
  /** Told of errors that are nobody's but ours, with the command's name; never with a request. */
  onFault(command: string, error: unknown): void;
}

/** Makes a dispatcher for these commands over these services. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { commands, readers, onFault, ...services } = options;
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
    // An administrator may delete history under a command that waits.
    if (error instanceof LedgerNotKept) return new RpcError("lgrNotFound").toReply();
    if (!(error instanceof Inconvertible)) onFault(name, error);
    return new RpcError("internal").toReply();
  };

  const answer = (command: Command, context: CommandContext): Reply | Promise<Reply> => {
    const input = command.read(context);
    const elsewhere =
      readers !== undefined && context.caller.takesParts === true && isForReaders(command, input, context)
        ? readers.answer(context.request, callerOf(context), knownLedgers(context), command.isLong)
        : undefined;
    if (elsewhere === undefined) return command.answer(input, context);
    return elsewhere.then((reply) => reply ?? command.answer(input, context));
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
          request,
          caller,
          apiVersion: caller.apiVersion,
          ledger: undefined,
          // Last, as the README says: before the others it would cost more than all else that is done here.
          ...services,
        };
        const reply = answer(command, context);
        return reply instanceof Promise ? settled(name, reply) : reply;
      } catch (error) {
        return failed(name, error);
      }
    },
  };
}

/** Whether somebody else could make this reply, and should. */
const isForReaders = ({ source, isHeavy }: Command, input: unknown, { ledger }: CommandContext): boolean =>
  (source === "closed ledgers" || (source === "chosen ledger" && ledger?.open === false)) && isHeavy(input);

const callerOf = ({ caller: { role, apiVersion } }: CommandContext): ReaderCaller => ({ role, apiVersion });

function knownLedgers({ node: { ledgers } }: CommandContext): KnownLedgers {
  const { ledgerIndex: last, ledgerHash: hash } = ledgers.closed().header;
  return { first: ledgers.complete()[0]?.first ?? last, last, hash };
}

function commandName(request: JsonObject): string {
  const hasCommand = hasMember(request, "command");
  const hasMethod = hasMember(request, "method");
  if (!hasCommand && !hasMethod) throw new RpcError("commandMissing");
  const name = textOf(hasCommand ? request.command : request.method);
  if (hasCommand && hasMethod && textOf(request.method) !== name) throw new RpcError("unknownCmd");
  return name;
}
