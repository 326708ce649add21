import { join } from "node:path";
import { importSnapshot } from "../../src/node/firstLedger.ts";
import { defaultGenesis, defaultTotalDrops, genesisEntries } from "../../src/node/genesis.ts";
import { issuedAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { noAccount } from "../../src/protocol/amounts/issue.ts";
import { encodeObject } from "../../src/protocol/codec/encodeObject.ts";
import { lsfDefaultRipple, lsfHighReserve, lsfLowReserve } from "../../src/protocol/flags.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type {
  AccountRoot,
  DirectoryNode,
  LedgerEntry,
  RippleState,
} from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Drops } from "../../src/protocol/types.ts";
import { type LedgerHeader, withLedgerHash } from "../../src/state/ledgerHeader.ts";
import type { StateEntry } from "../../src/state/ledgerStore.ts";
import { newEntry, zeroHash } from "../../src/state/newEntry.ts";
import { StateTree } from "../../src/state/tree/stateTree.ts";
import { openLmdbLedgerStore } from "../../src/storage/lmdb/lmdbLedgerStore.ts";
import { fastFolder, removeFolder } from "./temporaryFolder.ts";
import { usd } from "./transactions.ts";

/** An account that issues, and those that hold what it issues. */
export interface Issuer {
  readonly id: AccountID;
  readonly holders: readonly AccountID[];
}

/** A first ledger that would take too long to make by transactions. */
export interface WorldPlan {
  readonly accounts: readonly AccountID[];
  /** Among the accounts; an account holds of one of them at most. */
  readonly issuers: readonly Issuer[];
}

/** The balance that every account of a world begins with: a tenth of all there is, for ten million accounts. */
const balance: Drops = 1_000_000_000n;
/** What a holder begins with, of 10^9 that it would take. */
const held = 1_000_000n;
const limit = 1_000_000_000n;
const entriesPerPage = 32;
const ledgerIndex = 1000;
/** Seconds since 2000-01-01, in 2021: servers take the later of this and their own time. */
const closeTime = 680_000_000;

/** Makes a data folder whose ledger is this world: in a fast folder, which `toDisk` moves, unless one is given. */
export const makeWorld = (plan: WorldPlan, folder = fastFolder()): Promise<string> =>
  storeWorld(worldEntries(plan), folder);

/** Makes a data folder whose ledger has these entries. */
export async function storeWorld(entries: StateEntry[], folder = fastFolder()): Promise<string> {
  // As they come in a snapshot of a ledger: rising keys are written many times as fast.
  entries.sort((a, b) => (a.key < b.key ? -1 : 1));
  try {
    // Nothing here need outlive a crash of the machine.
    const store = await openLmdbLedgerStore(join(folder, "ledger"), { sync: false });
    try {
      await store.setSetting("native_currency", "XRP");
      await importSnapshot(store, headerOf(entries), entries);
    } finally {
      await store.close();
    }
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
  return folder;
}

function worldEntries({ accounts, issuers }: WorldPlan): StateEntry[] {
  const entries: StateEntry[] = [];
  const add = (entry: LedgerEntry) => {
    entries.push({ key: entry.index, bytes: encodeObject(entry) });
  };
  const given = balance * BigInt(accounts.length);
  for (const entry of genesisEntries({ ...defaultGenesis, totalDrops: defaultTotalDrops - given }))
    add(entry);
  const issuing = new Set(issuers.map(({ id }) => id));
  const holding = new Set(issuers.flatMap(({ holders }) => holders));
  for (const account of accounts) {
    add({
      ...newEntry<AccountRoot>(keylet.account(account), {
        Account: account,
        Balance: balance,
        Sequence: 1,
        OwnerCount: holding.has(account) ? 1 : 0,
        Flags: issuing.has(account) ? lsfDefaultRipple : 0,
      }),
      PreviousTxnID: zeroHash,
    });
  }
  for (const issuer of issuers) for (const entry of linesOf(issuer)) add(entry);
  return entries;
}

/** The issuer's trust lines, as their holders made them, and the directories that lead to them. */
function* linesOf({ id, holders }: Issuer): Generator<LedgerEntry> {
  const keys: string[] = [];
  for (const [i, holder] of holders.entries()) {
    const { key } = keylet.line(id, holder, usd);
    const page = BigInt(Math.floor(i / entriesPerPage));
    yield trustLine(id, holder, page);
    yield newEntry<DirectoryNode>(keylet.ownerDirectory(holder), {
      Owner: holder,
      RootIndex: keylet.ownerDirectory(holder).key,
      Indexes: [key],
    });
    keys.push(key);
  }
  yield* directoryPages(id, keys);
}

function trustLine(issuer: AccountID, holder: AccountID, issuersPage: bigint): RippleState {
  const isLow = holder < issuer;
  const of = (units: bigint, account: AccountID) =>
    issuedAmount(units, 0, { currency: usd, issuer: account });
  return newEntry<RippleState>(keylet.line(issuer, holder, usd), {
    Balance: of(isLow ? held : -held, noAccount),
    LowLimit: isLow ? of(limit, holder) : of(0n, issuer),
    HighLimit: isLow ? of(0n, issuer) : of(limit, holder),
    LowNode: isLow ? 0n : issuersPage,
    HighNode: isLow ? issuersPage : 0n,
    Flags: isLow ? lsfLowReserve : lsfHighReserve,
  });
}

/** An owner directory with these keys, page by page as transactions would have filled it. */
function* directoryPages(owner: AccountID, keys: readonly string[]): Generator<DirectoryNode> {
  const { key: root } = keylet.ownerDirectory(owner);
  const last = Math.ceil(keys.length / entriesPerPage) - 1;
  for (let page = 0; page <= last; page++) {
    const previous = page === 0 ? last : page - 1;
    yield newEntry<DirectoryNode>(keylet.directoryPage(root, BigInt(page)), {
      Owner: owner,
      RootIndex: root,
      Indexes: keys.slice(page * entriesPerPage, (page + 1) * entriesPerPage).sort(),
      IndexNext: page === last ? undefined : BigInt(page + 1),
      IndexPrevious: previous === 0 ? undefined : BigInt(previous),
    });
  }
}

function headerOf(entries: readonly StateEntry[]): LedgerHeader {
  const nothing = { treePage: () => undefined, has: () => false, firstKeyUnder: () => undefined };
  const { root } = new StateTree(nothing).update(entries);
  return withLedgerHash({
    ledgerIndex,
    parentHash: zeroHash,
    accountHash: root,
    transactionHash: zeroHash,
    totalDrops: defaultTotalDrops,
    closeTime,
    parentCloseTime: closeTime - 10,
    closeTimeResolution: 10,
    closeFlags: 0,
  });
}
