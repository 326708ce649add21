import type { CommandContext } from "./context.ts";
import { hasMember, type JsonObject, type JsonValue, member } from "./json.ts";
import { missingField, RpcError, type RpcErrorToken } from "./rpcErrors.ts";

/** A fragment of JSON Schema, for documentation only. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A kind of value that a parameter can have. */
export interface Kind<T> {
  readonly schema: JsonSchema;
  /**
   * Checks and converts. `name` is the parameter's, for messages; `context` has what was read before, such as
   * the chosen ledger.
   * @throws RpcError
   */
  parse(value: JsonValue, name: string, context: CommandContext): T;
}

/** What is documented of one named parameter. */
export interface ParameterDocument {
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/**
 * One entry of a command's `request`: a parameter, or a group of parameters that make one value.
 * `T` is what the handler gets.
 */
export interface Parameter<T> {
  /** Its own check, made before any parameter is read. */
  checkPresence?(request: JsonObject, name: string): void;
  read(request: JsonObject, name: string, context: CommandContext): T;
  document(name: string): Readonly<Record<string, ParameterDocument>>;
}

interface RequiredOptions {
  /** Other names that the reference accepts, looked at in order. */
  readonly or?: readonly string[];
  /** The error instead of "Missing field 'x'.". */
  readonly missing?: RpcErrorToken;
  /**
   * `first` (the default): before any parameter is read. `in turn`: when the parameters before it are
   * read, as some commands choose their ledger first.
   */
  readonly checked?: "first" | "in turn";
}

/** A parameter that must be there (null counts as there). */
export function required<T>(kind: Kind<T>, options: RequiredOptions = {}): Parameter<T> {
  const { or = [], missing, checked = "first" } = options;
  const present = (request: JsonObject, name: string): string => {
    if (hasMember(request, name)) return name;
    const other = or.find((alternative) => hasMember(request, alternative));
    if (other !== undefined) return other;
    throw missing === undefined ? missingField(name) : new RpcError(missing);
  };
  return {
    ...(checked === "first" && { checkPresence: (request, name) => void present(request, name) }),
    read(request, name, context) {
      const used = present(request, name);
      return kind.parse(member(request, used) as JsonValue, used, context);
    },
    document: (name) => ({ [name]: { schema: kind.schema, required: true } }),
  };
}

/** A parameter that may be absent; then it is undefined, or `otherwise`. */
export function optional<T>(kind: Kind<T>): Parameter<T | undefined>;
export function optional<T, D>(kind: Kind<T>, otherwise: D): Parameter<T | D>;
export function optional<T, D>(kind: Kind<T>, otherwise?: D): Parameter<T | D | undefined> {
  const schema = otherwise === undefined ? kind.schema : { ...kind.schema, default: otherwise };
  return {
    read: (request, name, context) =>
      hasMember(request, name) ? kind.parse(request[name] as JsonValue, name, context) : otherwise,
    document: (name) => ({ [name]: { schema, required: false } }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a request holds parameters of every type; InputOf recovers each one
export type Request = Readonly<Record<string, Parameter<any>>>;

/** What a handler gets for a request. */
export type InputOf<R extends Request> = {
  readonly [K in keyof R]: R[K] extends Parameter<infer T> ? T : never;
};

/** Who may use a command. */
export type Permission = "user" | "admin";

/** What a command is declared with: see {@link defineCommand}. */
export interface CommandDefinition<R extends Request> {
  readonly name: string;
  /** One sentence, for the documentation. */
  readonly summary: string;
  /** Default: user. */
  readonly permission?: Permission;
  /** API versions that have it; default: all. Another definition may have the same name in other versions. */
  readonly apiVersions?: readonly number[];
  /** Parameters, in the order in which the reference checks them. */
  readonly request: R;
  /**
   * Says that the reply follows from the request, the caller's rights, and what the chosen ledger says (or all closed
   * ledgers), and from nothing else: so a reply about closed ledgers may be made on another thread.
   */
  readonly source?: Source;
  /**
   * Whether making the reply takes so long, half a millisecond or more, that another thread is worth the way. For
   * commands with a source; default: no.
   */
  isHeavy?(input: InputOf<R>): boolean;
  /** Whether what is heavy takes far longer than to start a thread; default: no. */
  readonly isLong?: boolean;
  handle(input: InputOf<R>, context: CommandContext): JsonObject | Promise<JsonObject>;
}

/** What a reply follows from. */
export type Source = "chosen ledger" | "closed ledgers";

/** A command ready to be run. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly apiVersions: readonly number[] | undefined;
  readonly source: Source | undefined;
  /** Checks the context's request; gives what it says. @throws RpcError */
  read(context: CommandContext): unknown;
  /** Whether another thread should answer this, as long as it is about closed ledgers. @param input what `read` gave */
  isHeavy(input: unknown): boolean;
  /** Whether it should wait for another thread even where none has started yet. */
  readonly isLong: boolean;
  /** @param input what `read` gave. @throws RpcError */
  answer(input: unknown, context: CommandContext): JsonObject | Promise<JsonObject>;
  /** Checks the context's request and answers it. @throws RpcError */
  run(context: CommandContext): JsonObject | Promise<JsonObject>;
  /** Its parameters as JSON Schema. */
  requestSchema(): JsonSchema;
}

/** Declares a command. See README.md for how one is added. */
export function defineCommand<const R extends Request>(definition: CommandDefinition<R>): Command {
  const { name, summary, permission = "user", apiVersions, request, source } = definition;
  const steps = Object.entries(request).map(([parameter, { checkPresence, read }]) => ({
    parameter,
    checkPresence,
    read,
  }));
  const presenceChecks = steps.filter(({ checkPresence }) => checkPresence !== undefined);
  const read = (context: CommandContext): InputOf<R> => {
    for (const { parameter, checkPresence } of presenceChecks) checkPresence!(context.request, parameter);
    const input: Record<string, unknown> = {};
    for (const step of steps) input[step.parameter] = step.read(context.request, step.parameter, context);
    return input as InputOf<R>;
  };
  return {
    name,
    summary,
    permission,
    apiVersions,
    source,
    read,
    isLong: definition.isLong === true,
    isHeavy: (input) => source !== undefined && definition.isHeavy?.(input as InputOf<R>) === true,
    answer: (input, context) => definition.handle(input as InputOf<R>, context),
    run: (context) => definition.handle(read(context), context),
    requestSchema: () => schemaOf(request),
  };
}

function schemaOf(request: Request): JsonSchema {
  const documents = Object.entries(request).flatMap(([name, parameter]) =>
    Object.entries(parameter.document(name)),
  );
  return {
    type: "object",
    properties: Object.fromEntries(documents.map(([name, { schema }]) => [name, schema])),
    required: documents.filter(([, { required: isRequired }]) => isRequired).map(([name]) => name),
  };
}
