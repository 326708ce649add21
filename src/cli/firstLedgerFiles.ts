import { readFileSync } from "node:fs";
import { z } from "zod";
import { defaultGenesis, defaultTotalDrops, type Genesis, wellKnownAccount } from "../node/genesis.ts";
import { amendmentNames } from "../protocol/amendments.ts";
import { decodeAddress } from "../protocol/base58.ts";
import { hexToBytes } from "../protocol/hex.ts";
import type { LedgerHeader } from "../state/ledgerHeader.ts";
import type { StateEntry } from "../state/ledgerStore.ts";
import { amendmentId } from "../state/rules.ts";
import { ConfigurationError } from "./configurationError.ts";

// The files that say how a new ledger begins.

const drops = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,18}$/)]).transform(BigInt);
const hash256 = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/, "expected 64 hexadecimal digits")
  .transform((text) => text.toUpperCase());
const uint32 = z.coerce.number().int().min(0).max(0xffff_ffff);

const address = z.string().transform((text, context) => {
  const account = decodeAddress(text);
  if (account !== undefined) return account;
  context.addIssue("expected an address");
  return z.NEVER;
});

const amendment = z.string().transform((text, context) => {
  const name = amendmentNames.find((known) => known === text);
  if (name !== undefined) return amendmentId(name);
  if (hash256.safeParse(text).success) return text.toUpperCase();
  context.addIssue("expected an amendment's name or id");
  return z.NEVER;
});

const genesisFile = z.strictObject({
  total_drops: drops.optional(),
  main_account: address.optional(),
  accounts: z.array(z.strictObject({ address, balance: drops })).optional(),
  amendments: z.array(amendment).optional(),
  fees: z.strictObject({ base_fee: drops, reserve_base: drops, reserve_increment: drops }).optional(),
});

/**
 * A genesis file: `{total_drops, main_account, accounts: [{address, balance}], amendments, fees: {base_fee,
 * reserve_base, reserve_increment}}`, amounts in drops. What it leaves out is as without a file.
 * @throws ConfigurationError naming the member
 */
export function readGenesisFile(path: string): Genesis {
  const file = readJson("genesis", path, genesisFile);
  return {
    totalDrops: file.total_drops ?? defaultTotalDrops,
    mainAccount: file.main_account ?? wellKnownAccount,
    accounts: (file.accounts ?? []).map(({ address: account, balance }) => ({ account, balance })),
    amendments: file.amendments ?? defaultGenesis.amendments,
    fees: file.fees && {
      base: file.fees.base_fee,
      reserveBase: file.fees.reserve_base,
      reserveIncrement: file.fees.reserve_increment,
    },
  };
}

/** Members as `ledger` shows them, whichever way numbers are written; other members are not looked at. */
const snapshotFile = z.object({
  ledger: z.object({
    ledger_index: uint32,
    ledger_hash: hash256,
    parent_hash: hash256,
    account_hash: hash256,
    transaction_hash: hash256,
    total_coins: drops,
    close_time: uint32,
    parent_close_time: uint32,
    close_time_resolution: z.coerce.number().int().min(0).max(255),
    close_flags: z.coerce.number().int().min(0).max(255),
  }),
  state: z.array(z.object({ index: hash256, data: z.string().regex(/^(?:[0-9A-Fa-f]{2})+$/) })),
});

/** A whole ledger as JSON: its header and every entry, serialized. */
export type SnapshotDocument = z.input<typeof snapshotFile>;

/** A whole ledger, to begin with. */
export interface Snapshot {
  readonly header: LedgerHeader;
  readonly entries: StateEntry[];
}

/**
 * A snapshot file: `{ledger: header, state: [{index, data}]}`, the header as the recordings have it.
 * @throws ConfigurationError naming the member
 */
export const readSnapshotFile = (path: string): Snapshot =>
  toSnapshot(readJson("snapshot", path, snapshotFile));

/** As {@link readSnapshotFile}, of a document that is at hand. @throws ConfigurationError naming the member */
export const snapshotFrom = (document: SnapshotDocument): Snapshot =>
  toSnapshot(checked("the snapshot", document, snapshotFile));

function toSnapshot({ ledger, state }: z.output<typeof snapshotFile>): Snapshot {
  const header: LedgerHeader = {
    ledgerIndex: ledger.ledger_index,
    ledgerHash: ledger.ledger_hash,
    parentHash: ledger.parent_hash,
    accountHash: ledger.account_hash,
    transactionHash: ledger.transaction_hash,
    totalDrops: ledger.total_coins,
    closeTime: ledger.close_time,
    parentCloseTime: ledger.parent_close_time,
    closeTimeResolution: ledger.close_time_resolution,
    closeFlags: ledger.close_flags,
  };
  return { header, entries: state.map(({ index, data }) => ({ key: index, bytes: hexToBytes(data) })) };
}

function readJson<T>(what: string, path: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ConfigurationError(`${what} file ${path}: ${(error as Error).message}`);
  }
  return checked(`${what} file ${path}`, value, schema);
}

function checked<T>(what: string, value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new ConfigurationError(`${what}: ${issues.slice(0, 5).join("\n")}`);
}
