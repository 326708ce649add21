import type { JsonSchema } from "../commands/command.ts";
import type { JsonValue } from "../commands/json.ts";
import { commandLineForms, otherForm } from "./commandLineForms.ts";
import { formOf } from "./commandLineRequest.ts";
import { secretVariable } from "./secretInput.ts";

/** All commands and their arguments, for the help of the program. */
export function listOfCommands(): string {
  const lines = Object.entries(commandLineForms).map(([name, { usage }]) => `  ${name} ${usage}`.trimEnd());
  return `
Commands and their arguments:
${lines.join("\n")}
  any other command ${otherForm.usage}

xagd <command> --help tells more of a command, and its parameters in JSON.
A secret that is left out, or given as -, is taken from the variable ${secretVariable} or asked for.
The exit code is 0, or the code of the error.`;
}

/** How a command is called. */
export const usageOf = (command: string): string => `xagd ${command} ${formOf(command).usage}`.trimEnd();

/** What a command does, how it is called, and its parameters. Undefined where the server has no such command. */
export async function helpOf(command: string): Promise<string | undefined> {
  // Only help needs what commands are made of: it takes longer to load than all the rest.
  const { allCommands } = await import("../commands/index.ts");
  const declared = allCommands.findLast(({ name }) => name === command);
  if (declared === undefined) {
    return Object.hasOwn(commandLineForms, command) ? `Usage: ${usageOf(command)}\n` : undefined;
  }
  const lines = [`Usage: ${usageOf(command)}`, "", declared.summary];
  if (declared.permission === "admin") lines.push("For administrators.");
  const parameters = parametersOf(declared.requestSchema());
  if (parameters.length > 0) {
    lines.push("", `In JSON, as in xagd json ${command} '{…}':`, ...parameters.map((line) => `  ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly JsonValue[];
  readonly anyOf?: readonly ParameterSchema[];
  readonly default?: JsonValue;
  readonly description?: string;
}

function parametersOf(schema: JsonSchema): string[] {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, ParameterSchema>>;
    readonly required?: readonly string[];
  };
  const width = Math.max(0, ...Object.keys(properties).map(({ length }) => length));
  return Object.entries(properties).map(([name, parameter]) => {
    const notes = [kindOf(parameter)];
    if (required.includes(name)) notes.push("required");
    if (parameter.default !== undefined) notes.push(`default: ${parameter.default}`);
    if (parameter.description !== undefined) notes.push(parameter.description);
    return `${name.padEnd(width)}  ${notes.filter((note) => note !== "").join(", ")}`.trimEnd();
  });
}

function kindOf({ type, enum: choices, anyOf }: ParameterSchema): string {
  if (choices !== undefined) return choices.join(" | ");
  return anyOf === undefined ? (type ?? "") : anyOf.map(kindOf).join(" | ");
}
