import type { CommandLineForm } from "./commandLineForm.ts";

/** Where a secret may come from, other than an argument that shells and process lists show. */
export interface SecretSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Asks the user, without an echo. */
  readonly ask: () => Promise<string>;
}

export const secretVariable = "XAGD_SECRET";

/**
 * The arguments with their secret in place: where it is left out, or a lone `-` stands for it, it comes from the
 * environment or from the user.
 */
export async function withSecret(
  form: CommandLineForm,
  args: readonly string[],
  source: SecretSource,
): Promise<readonly string[]> {
  const { secretAt, lacksSecret } = form;
  if (secretAt === undefined) return args;
  const isPlaceHeld = args[secretAt] === "-";
  if (!isPlaceHeld && !lacksSecret?.(args)) return args;
  const secret = source.environment[secretVariable] ?? (await source.ask());
  return args.toSpliced(secretAt, isPlaceHeld ? 1 : 0, secret);
}

/** Asks on standard error and reads a line: typed without an echo, or from a pipe. */
export async function askSecret(
  input: NodeJS.ReadStream = process.stdin,
  prompt: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  if (input.isTTY) prompt.write("Secret: ");
  if (input.isTTY) input.setRawMode(true);
  let line = "";
  try {
    for await (const chunk of input.setEncoding("utf8")) {
      for (const character of chunk as string) {
        if (character === "\n" || character === "\r") return line;
        if (input.isTTY && character === "\u0003") throw new Error("Interrupted");
        if (input.isTTY && (character === "\u007f" || character === "\b")) line = line.slice(0, -1);
        else line += character;
      }
    }
    return line;
  } finally {
    if (input.isTTY) {
      input.setRawMode(false);
      prompt.write("\n");
    }
    input.destroy();
  }
}
