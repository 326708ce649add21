import { readConfiguration } from "./cli/configuration.ts";
import type { TransactionQueueSection } from "./cli/configurationFile.ts";
import type { SnapshotDocument } from "./cli/firstLedgerFiles.ts";
import { queueSettings } from "./cli/queueSettings.ts";
import { startServer } from "./cli/startServer.ts";
import type { Node } from "./node/node.ts";
import type { SigningAccount } from "./servers/signing/signingService.ts";

/** How a ledger is started inside a program; every option has the default of `xagd start`, but for these two. */
export interface LedgerOptions {
  /** Folder of the ledger; by default it is kept in memory and gone afterwards. */
  readonly data?: string;
  /** Port for commands; by default any free one. */
  readonly port?: number;
  /** Second port, without administrators; 0 takes any free one. */
  readonly publicPort?: number;
  readonly publicSigning?: boolean;
  /** Accounts that the REST interface signs for, as `[[signing]]` in a configuration file. */
  readonly signing?: readonly SigningAccount[];
  /** `4s`, `500ms`, `instant` or `manual`. */
  readonly close?: string;
  /** Code of the native currency. */
  readonly native?: string;
  /** File that says how a new ledger begins. */
  readonly genesis?: string;
  /** A whole ledger to begin with. */
  readonly snapshot?: SnapshotDocument;
  /** Drops, in force while the ledger has no FeeSettings entry. */
  readonly baseFee?: bigint;
  readonly reserveBase?: bigint;
  readonly reserveIncrement?: bigint;
  /** As `[transaction_queue]` in a configuration file. */
  readonly transactionQueue?: TransactionQueueSection;
  /** A configuration file (TOML); the options here win over it. */
  readonly config?: string;
}

/** A ledger that runs in this process and answers on its ports. */
export interface RunningLedger {
  readonly node: Node;
  readonly adminUrl: string;
  /** The same as `adminUrl` where no public port was asked for. */
  readonly publicUrl: string;
  readonly webSocketUrl: string;
  /** Finishes what is under way and lets go of ports and folder. */
  stop(): Promise<void>;
}

/**
 * Starts a whole ledger, served: `const ledger = await startLedger()`.
 * @throws ConfigurationError naming the option
 */
export async function startLedger(options: LedgerOptions = {}): Promise<RunningLedger> {
  const text = (value: number | bigint | undefined) => value?.toString();
  const configuration = await readConfiguration({
    config: options.config,
    data: options.data ?? ":memory:",
    port: text(options.port ?? 0),
    publicPort: text(options.publicPort),
    publicSigning: options.publicSigning,
    close: options.close,
    native: options.native,
    genesis: options.genesis,
    baseFee: text(options.baseFee),
    reserveBase: text(options.reserveBase),
    reserveInc: text(options.reserveIncrement),
  });
  const { transactionQueue, snapshot } = options;
  const queue = transactionQueue === undefined ? configuration.node.queue : queueSettings(transactionQueue);
  const server = await startServer({
    ...configuration,
    signing: options.signing ?? configuration.signing,
    snapshot,
    node: { ...configuration.node, queue },
    // Standard output is the program's own.
    log: { ...configuration.log, level: options.config === undefined ? "error" : configuration.log.level },
  });
  const adminUrl = `http://127.0.0.1:${server.port}/`;
  return {
    node: server.node,
    adminUrl,
    publicUrl: server.publicPort === undefined ? adminUrl : `http://127.0.0.1:${server.publicPort}/`,
    webSocketUrl: `ws://127.0.0.1:${server.port}/`,
    stop: () => server.stop(),
  };
}
