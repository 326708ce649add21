import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import type { z } from "zod";
import { defaultNodeSettings, type NodeSettings } from "../node/settings.ts";
import { type AddressList, loopback, nobody } from "../servers/access.ts";
import type { SigningAccount } from "../servers/signing/signingService.ts";
import { ConfigurationError } from "./configurationError.ts";
import {
  type ConfigurationFile,
  closePolicy,
  configurationFile,
  nativeCurrency,
} from "./configurationFile.ts";
import type { SnapshotDocument } from "./firstLedgerFiles.ts";
import { queueSettings } from "./queueSettings.ts";

/** Everything that `start` is told. */
export interface Configuration {
  /** The folder that the ledger lives in; undefined keeps it in memory only. */
  readonly dataFolder: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  /** A second port, where nobody is an administrator. */
  readonly publicPort: number | undefined;
  /** Whether `sign` and its kin are for everybody. */
  readonly publicSigning: boolean;
  /** Who is an administrator on the first port. */
  readonly admin: AddressList;
  readonly secureGateway: AddressList;
  /** The accounts that the REST interface signs for. */
  readonly signing: readonly SigningAccount[];
  readonly genesisFile: string | undefined;
  readonly snapshotFile: string | undefined;
  /** A snapshot at hand, in place of a file. */
  readonly snapshot?: SnapshotDocument | undefined;
  /** The native currency's code, where somebody said one: an existing ledger keeps the one it has. */
  readonly nativeCurrency: string | undefined;
  /** Which network this is, for clients that ask. */
  readonly networkId: number;
  readonly node: NodeSettings;
  readonly log: { readonly level: LogLevel; readonly file: string | undefined };
}

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal";

/** The options of `start` as they stand on the command line. They win over the file. */
export interface StartOptions {
  readonly config?: string | undefined;
  readonly data?: string | undefined;
  readonly port?: string | undefined;
  readonly close?: string | undefined;
  readonly native?: string | undefined;
  readonly genesis?: string | undefined;
  readonly snapshot?: string | undefined;
  readonly baseFee?: string | undefined;
  readonly reserveBase?: string | undefined;
  readonly reserveInc?: string | undefined;
  readonly publicPort?: string | undefined;
  readonly publicSigning?: boolean | undefined;
}

/** `--data` and `data` say this for a ledger that is gone when the server stops. */
const inMemory = ":memory:";

/**
 * Reads the configuration file, if there is one, and puts the options over it.
 * @throws ConfigurationError naming the key or option
 */
export function readConfiguration(options: StartOptions): Configuration {
  const file = options.config === undefined ? {} : readConfigurationFile(options.config);
  const server = file.server ?? {};
  const data = options.data ?? file.data ?? "data";
  const dataFolder = data === inMemory ? undefined : resolve(data);
  const logFile = pathOf(file.log?.file ?? (dataFolder && resolve(dataFolder, "xagd.log")));
  const baseFee = dropsOption("--base-fee", options.baseFee) ?? file.fees?.base_fee;
  const nativeCode = checkedOption("--native", nativeCurrency, options.native) ?? file.native_currency;
  return {
    dataFolder,
    port: portOption("--port", options.port) ?? server.port ?? 5005,
    publicPort: portOption("--public-port", options.publicPort) ?? server.public_port,
    publicSigning: options.publicSigning ?? server.public_signing ?? false,
    admin: server.admin ?? loopback,
    secureGateway: server.secure_gateway ?? nobody,
    signing: (file.signing ?? []).map(({ key_type: keyType, ...account }) => ({ ...account, keyType })),
    genesisFile: pathOf(options.genesis ?? file.genesis),
    snapshotFile: pathOf(options.snapshot ?? file.snapshot),
    nativeCurrency: nativeCode,
    networkId: file.network_id ?? 0,
    node: {
      ...defaultNodeSettings,
      nativeCurrency: nativeCode ?? defaultNodeSettings.nativeCurrency,
      close: checkedOption("--close", closePolicy, options.close) ?? file.close ?? defaultNodeSettings.close,
      baseFee: baseFee ?? defaultNodeSettings.baseFee,
      reserveBase:
        dropsOption("--reserve-base", options.reserveBase) ??
        file.fees?.reserve_base ??
        defaultNodeSettings.reserveBase,
      reserveIncrement:
        dropsOption("--reserve-inc", options.reserveInc) ??
        file.fees?.reserve_increment ??
        defaultNodeSettings.reserveIncrement,
      feeVote: {
        baseFee: file.voting?.reference_fee,
        reserveBase: file.voting?.account_reserve,
        reserveIncrement: file.voting?.owner_reserve,
      },
      queue: queueSettings(file.transaction_queue),
      historyLedgers: typeof file.ledger_history === "number" ? file.ledger_history : undefined,
    },
    log: {
      level: file.log?.level ?? "info",
      file:
        pathOf(file.log?.file) ?? (dataFolder === undefined ? undefined : resolve(dataFolder, "xagd.log")),
    },
  };
}

const pathOf = (path: string | undefined) => (path === undefined ? undefined : resolve(path));

/** The file's settings; its relative paths are relative to its folder, and come back absolute. */
export function readConfigurationFile(path: string): ConfigurationFile {
  const folder = dirname(resolve(path));
  const settings = checkConfiguration(parseToml(path));
  const within = (relative: string | undefined) =>
    relative === undefined ? undefined : resolve(folder, relative);
  return {
    ...settings,
    data: settings.data === inMemory ? inMemory : within(settings.data),
    genesis: within(settings.genesis),
    snapshot: within(settings.snapshot),
    log: settings.log && { ...settings.log, file: within(settings.log.file) },
  };
}

function parseToml(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigurationError(`--config: ${(error as Error).message}`);
  }
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (error instanceof TomlError) {
      // The message goes on with the lines themselves, and there may be a secret in them.
      const [reason] = error.message.split("\n");
      throw new ConfigurationError(`--config: ${path}:${error.line}:${error.column}: ${reason}`);
    }
    throw error;
  }
}

function checkConfiguration(value: unknown): ConfigurationFile {
  const checked = configurationFile.safeParse(value);
  if (checked.success) return checked.data;
  throw new ConfigurationError(checked.error.issues.map(issueText).join("\n"));
}

/** `transaction_queue.ledgers_in_queue: Invalid input: expected number, received string`. */
function issueText({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}

function checkedOption<T>(option: string, schema: z.ZodType<T>, text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  const checked = schema.safeParse(text);
  if (checked.success) return checked.data;
  throw new ConfigurationError(`${option}: ${checked.error.issues.map(({ message }) => message).join("; ")}`);
}

function portOption(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new ConfigurationError(`${option}: expected a port number, 0 to 65535`);
  }
  return Number(text);
}

function dropsOption(option: string, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,18}$/.test(text)) throw new ConfigurationError(`${option}: expected a number of drops`);
  return BigInt(text);
}
