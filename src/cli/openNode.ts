import { join } from "node:path";
import type { VerifierPool } from "../crypto/verifierPool.ts";
import { openJournal } from "../log/journal.ts";
import { memoryLog } from "../log/memoryLog.ts";
import { importGenesis, importSnapshot } from "../node/firstLedger.ts";
import type { Node } from "../node/node.ts";
import type { FeeVote, NodeSettings } from "../node/settings.ts";
import { startStandaloneNode } from "../node/standaloneNode.ts";
import { systemClock } from "../node/systemClock.ts";
import type { TransactionLog } from "../node/transactionLog.ts";
import type { LedgerStore } from "../state/ledgerStore.ts";
import { openLmdbLedgerStore } from "../storage/lmdb/lmdbLedgerStore.ts";
import { memoryLedgerStore } from "../storage/memoryLedgerStore.ts";
import type { Configuration } from "./configuration.ts";
import { ConfigurationError } from "./configurationError.ts";
import { developmentGenesis } from "./developmentAccounts.ts";
import { makeFolder } from "./makeFolder.ts";
import type { ServerLog } from "./serverLog.ts";

/** Under this name the store remembers the native currency's code: it is in every reply, so it must not change. */
const nativeCurrencySetting = "native_currency";

/** What the node runs on, opened and with a ledger in it. */
interface Foundation {
  readonly store: LedgerStore;
  readonly log: TransactionLog;
}

/** A node, and the store that it writes: nobody else may. */
export interface OpenNode {
  readonly node: Node;
  readonly store: Pick<LedgerStore, "hurry">;
}

/**
 * Joins the ports to their adapters: opens the data folder, or memory, makes the first ledger where there is none
 * yet, and starts the node on it. Stopping the node closes them.
 */
export async function openNode(
  configuration: Configuration,
  verifier: VerifierPool,
  serverLog: ServerLog,
  onFailure: (error: Error) => void,
): Promise<OpenNode> {
  const { store, log } = await openFoundation(configuration.dataFolder);
  try {
    if (store.range === undefined) await makeFirstLedger(store, configuration);
    const settings = await settledSettings(store, configuration);
    const logger = serverLog.partition("Ledger");
    const node = await startStandaloneNode({
      settings,
      store,
      log,
      clock: systemClock,
      verifier,
      onFault: ({ hash }, { result }) =>
        logger.error({ hash, result }, "a transaction met a mistake of ours"),
      onListenerFault: (err) => logger.error({ err }, "telling of an event met a mistake of ours"),
      onFailure,
    });
    return { node, store };
  } catch (error) {
    await log.close();
    await store.close();
    throw error;
  }
}

/** Where in the data folder the closed ledgers are. */
export const storeFolder = (dataFolder: string): string => join(dataFolder, "ledger");

async function openFoundation(dataFolder: string | undefined): Promise<Foundation> {
  if (dataFolder === undefined) return { store: memoryLedgerStore(), log: memoryLog() };
  makeFolder(dataFolder, "--data");
  // The journal first: its lock keeps a second server out of the folder.
  const log = await openJournal(join(dataFolder, "journal"));
  try {
    return { log, store: await openLmdbLedgerStore(storeFolder(dataFolder)) };
  } catch (error) {
    await log.close();
    throw error;
  }
}

async function makeFirstLedger(store: LedgerStore, configuration: Configuration): Promise<void> {
  const { genesisFile, snapshotFile, snapshot: document } = configuration;
  if (document === undefined && snapshotFile === undefined && genesisFile === undefined) {
    await importGenesis(store, developmentGenesis(), systemClock.seconds());
    return;
  }
  // What reads the files is loaded where there are any only, as with the configuration's.
  const { readGenesisFile, readSnapshotFile, snapshotFrom } = await import("./firstLedgerFiles.ts");
  if (document !== undefined || snapshotFile !== undefined) {
    const { header, entries } =
      document === undefined ? readSnapshotFile(snapshotFile!) : snapshotFrom(document);
    await importSnapshot(store, header, entries);
    return;
  }
  await importGenesis(store, readGenesisFile(genesisFile!), systemClock.seconds());
}

/** The node's settings, with the native currency that the ledger was begun with. */
async function settledSettings(store: LedgerStore, configuration: Configuration): Promise<NodeSettings> {
  const { node, nativeCurrency: wanted } = configuration;
  const kept = store.setting(nativeCurrencySetting);
  if (kept === undefined) await store.setSetting(nativeCurrencySetting, node.nativeCurrency);
  if (kept !== undefined && wanted !== undefined && wanted !== kept) {
    throw new ConfigurationError(`--native: this ledger's native currency is ${kept}, not ${wanted}`);
  }
  const nativeCurrency = kept ?? node.nativeCurrency;
  return nativeCurrency === "XRP"
    ? { ...node, nativeCurrency, feeVote: withReferenceVote(node.feeVote) }
    : { ...node, nativeCurrency };
}

/**
 * A ledger whose native currency is XRP votes at flag ledgers as the reference does where nobody configured otherwise.
 * Any other ledger keeps the fees that it has.
 */
const withReferenceVote = ({ baseFee, reserveBase, reserveIncrement }: FeeVote): FeeVote => ({
  baseFee: baseFee ?? 10n,
  reserveBase: reserveBase ?? 20_000_000n,
  reserveIncrement: reserveIncrement ?? 5_000_000n,
});
