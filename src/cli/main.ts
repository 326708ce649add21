import { Command } from "commander";
import { RpcError } from "../commands/rpcErrors.ts";
import { type CommandOutcome, callServer, refusal } from "./callServer.ts";
import { type ClientOptions, clientUrl } from "./clientUrl.ts";
import { helpOf, listOfCommands, usageOf } from "./commandHelp.ts";
import { formOf, requestFromArguments } from "./commandLineRequest.ts";
import type { StartOptions } from "./configuration.ts";
import { ConfigurationError } from "./configurationError.ts";
import { packageVersion } from "./packageVersion.ts";
import { askSecret, withSecret } from "./secretInput.ts";

/** Runs one command line, as `process.argv` has it. Sets the process's exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(argv);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

function program(): Command {
  const xagd: Command = new Command("xagd")
    .description(
      "A public ledger of accounts, a native currency and issued currencies, and the server that serves it.",
    )
    .version(packageVersion())
    .usage("[options] <command> [arguments...]")
    .helpCommand(false)
    .enablePositionalOptions()
    .passThroughOptions() // what follows a command is its own, -1 too
    .option("--url <address>", "server that commands go to (default: port 5005 of this machine)")
    .option("--port <number>", "its port, where it runs on this machine")
    .option("--config <file>", "configuration file that says the port")
    .option("--rpc_ip <address>", "as --url, in the reference's form: address[:port]")
    .option("--rpc_port <number>", "as --port")
    .argument("[command]", "a command of the server, or start")
    .argument("[arguments...]", "its arguments")
    .action(async (command: string | undefined, args: string[], options: ClientOptions) => {
      if (command === undefined) xagd.help({ error: true });
      const asked = helpWanted(command, args);
      if (asked === undefined) print(await runCommand(command, args, options));
      else await printHelp(xagd, asked);
    })
    .addHelpText("after", listOfCommands());
  xagd.addCommand(startCommand());
  return xagd;
}

function startCommand(): Command {
  return new Command("start")
    .description("Keep a ledger and serve it.")
    .option("--config <file>", "configuration file (TOML)")
    .option("--data <folder>", "folder of the ledger; :memory: keeps nothing (default: ./data)")
    .option("--port <number>", "port for commands, with administrators on this machine (default: 5005)")
    .option("--close <time>", "when ledgers close: 4s, 500ms, instant or manual (default: 4s)")
    .option("--native <code>", "code of the native currency (default: XAG)")
    .option("--genesis <file>", "how a new ledger begins")
    .option("--snapshot <file>", "start a new ledger from {ledger, state}")
    .option("--base-fee <drops>", "fee, while the ledger says none (default: 10)")
    .option("--reserve-base <drops>", "reserve of an account, likewise (default: 1000000)")
    .option("--reserve-inc <drops>", "reserve of each object owned, likewise (default: 200000)")
    .option("--public-port <number>", "a second port, without administrators")
    .option("--public-signing", "let everybody have transactions signed")
    .option("--readers <number>", "threads for queries that take long (default: all cores but one)")
    .action(async (options: StartOptions) => {
      const { start } = await import("./start.ts"); // commands need nothing of a server
      await start(options);
    });
}

/** The command that help is asked for, by `COMMAND --help` or `help COMMAND`; empty for the whole program. */
function helpWanted(command: string, args: readonly string[]): string | undefined {
  if (command === "help") return args[0] ?? "";
  return args.length === 1 && (args[0] === "--help" || args[0] === "-h") ? command : undefined;
}

async function printHelp(xagd: Command, command: string): Promise<void> {
  const part = xagd.commands.find((one) => one.name() === command);
  if (command === "" || part !== undefined) {
    (part ?? xagd).outputHelp();
    return;
  }
  const text = await helpOf(command);
  if (text === undefined)
    throw new ConfigurationError(`no such command: ${command}. xagd --help lists them.`);
  process.stdout.write(text);
}

async function runCommand(
  command: string,
  args: readonly string[],
  options: ClientOptions,
): Promise<CommandOutcome> {
  const url = await clientUrl(options);
  const source = { environment: process.env, ask: () => askSecret() };
  const complete = await withSecret(formOf(command), args, source);
  try {
    return await callServer(url, requestFromArguments(command, complete));
  } catch (error) {
    if (error instanceof RpcError) {
      if (error.token === "badSyntax") console.error(`Usage: ${usageOf(command)}`);
      return refusal(error);
    }
    throw error;
  }
}

function print({ output, exitCode }: CommandOutcome): void {
  process.stdout.write(`${JSON.stringify(output, undefined, 3)}\n`);
  process.exitCode = exitCode;
}
