import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defaultNodeSettings, type NodeSettings } from "../node/settings.ts";
import {
  type AddressList,
  allProtocols,
  loopback,
  nobody,
  type PortAccess,
  type Protocol,
} from "../servers/access.ts";
import type { SigningAccount } from "../servers/signing/signingService.ts";
import { ConfigurationError } from "./configurationError.ts";
import type { ConfigurationFile } from "./configurationFile.ts";
import type { SnapshotDocument } from "./firstLedgerFiles.ts";
import { queueSettings } from "./queueSettings.ts";
import {
  expectedClosePolicy,
  expectedNativeCode,
  inMemory,
  mostReaders,
  parseClosePolicy,
  parseNativeCode,
} from "./settingText.ts";

/** Everything that `start` is told. */
export interface Configuration {
  /** The folder that the ledger lives in; undefined keeps it in memory only. */
  readonly dataFolder: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  /** A second port, where nobody is an administrator. */
  readonly publicPort: number | undefined;
  /** What the first port speaks. */
  readonly protocols: readonly Protocol[];
  /** Ports beyond the first and the public one. */
  readonly morePorts: readonly MorePort[];
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
  /** Threads that answer queries of closed ledgers that take long; for ledgers on disk. */
  readonly readers: number;
  readonly node: NodeSettings;
  readonly log: { readonly level: LogLevel; readonly file: string | undefined };
}

/** A further port; nobody is an administrator there unless it says so. */
export interface MorePort extends PortAccess {
  readonly port: number;
  readonly protocols: readonly Protocol[];
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
  readonly readers?: string | undefined;
}

/**
 * Reads the configuration file, if there is one, and puts the options over it.
 * @throws ConfigurationError naming the key or option
 */
export async function readConfiguration(options: StartOptions): Promise<Configuration> {
  const file = await settingsOf(options.config);
  const server = file.server ?? {};
  const data = options.data ?? file.data ?? "data";
  const dataFolder = data === inMemory ? undefined : resolve(data);
  const logFile = pathOf(file.log?.file ?? (dataFolder && resolve(dataFolder, "xagd.log")));
  const baseFee = dropsOption("--base-fee", options.baseFee) ?? file.fees?.base_fee;
  const nativeCode =
    checkedOption("--native", parseNativeCode, expectedNativeCode, options.native) ?? file.native_currency;
  return {
    dataFolder,
    port: portOption("--port", options.port) ?? server.port ?? 5005,
    publicPort: portOption("--public-port", options.publicPort) ?? server.public_port,
    protocols: server.protocols ?? allProtocols,
    morePorts: (server.ports ?? []).map((more) => ({
      port: more.port,
      protocols: more.protocols ?? allProtocols,
      admin: more.admin ?? nobody,
      secureGateway: more.secure_gateway ?? nobody,
    })),
    publicSigning: options.publicSigning ?? server.public_signing ?? false,
    admin: server.admin ?? loopback,
    secureGateway: server.secure_gateway ?? nobody,
    signing: (file.signing ?? []).map(({ key_type: keyType, ...account }) => ({ ...account, keyType })),
    genesisFile: pathOf(options.genesis ?? file.genesis),
    snapshotFile: pathOf(options.snapshot ?? file.snapshot),
    nativeCurrency: nativeCode,
    readers: readersOption(options.readers) ?? file.readers ?? availableParallelism() - 1,
    node: {
      ...defaultNodeSettings,
      networkId: file.network_id ?? defaultNodeSettings.networkId,
      nativeCurrency: nativeCode ?? defaultNodeSettings.nativeCurrency,
      close:
        checkedOption("--close", parseClosePolicy, expectedClosePolicy, options.close) ??
        file.close ??
        defaultNodeSettings.close,
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
      cacheBytes: file.cache_mb === undefined ? defaultNodeSettings.cacheBytes : file.cache_mb * 2 ** 20,
      historyLedgers: typeof file.ledger_history === "number" ? file.ledger_history : undefined,
    },
    log: { level: file.log?.level ?? (logFile === undefined ? "warn" : "info"), file: logFile },
  };
}

/** What reads the file is loaded where there is one only: it takes as long as a tenth of the whole start. */
async function settingsOf(config: string | undefined): Promise<ConfigurationFile> {
  if (config === undefined) return {};
  const { readConfigurationFile } = await import("./configurationFile.ts");
  return readConfigurationFile(config);
}

const pathOf = (path: string | undefined) => (path === undefined ? undefined : resolve(path));

function checkedOption<T>(
  option: string,
  parse: (text: string) => T | undefined,
  expected: string,
  text: string | undefined,
): T | undefined {
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === undefined) throw new ConfigurationError(`${option}: ${expected}`);
  return value;
}

function readersOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}$/.test(text) || Number(text) > mostReaders) {
    throw new ConfigurationError(`--readers: expected a number of threads, 0 to ${mostReaders}`);
  }
  return Number(text);
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
