import { type DevelopmentAccount, developmentAccounts } from "../../../src/cli/developmentAccounts.ts";
import type { JsonObject } from "../../../src/commands/json.ts";
import { deriveKeyPair, type KeyPair } from "../../../src/crypto/keyPair.ts";
import { parseFamilySeed } from "../../../src/crypto/seed.ts";
import { signTransaction } from "../../../src/crypto/signTransaction.ts";
import { CodecError } from "../../../src/protocol/codec/codecError.ts";
import { decodeObject } from "../../../src/protocol/codec/decodeObject.ts";
import { bytesToHex, hexToBytes } from "../../../src/protocol/hex.ts";
import type { LedgerEntry } from "../../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, SerializedObject } from "../../../src/protocol/types.ts";
import { Random } from "../random.ts";
import { type Attack, inParallel } from "./attack.ts";
import type { AttackedServer } from "./attackedServer.ts";
import { breakHex } from "./brokenText.ts";
import { HostileTransactions, type HostileWorld } from "./hostileTransactions.ts";

interface Sender extends DevelopmentAccount {
  readonly keyPair: KeyPair;
  sequence: number;
}

const currency = (code: string): string =>
  `${"0".repeat(24)}${Buffer.from(code).toString("hex")}${"0".repeat(10)}`;

async function senders(server: AttackedServer): Promise<Sender[]> {
  return Promise.all(
    developmentAccounts().map(async (account) => {
      const { account_data } = await server.ask("account_info", { account: account.address });
      const sequence = Number((account_data as JsonObject | undefined)?.Sequence ?? 0);
      return { ...account, keyPair: deriveKeyPair(parseFamilySeed(account.seed)!, "secp256k1"), sequence };
    }),
  );
}

/** Entries of the open ledger, decoded from what anybody can ask for. */
async function entriesOf(server: AttackedServer): Promise<Readonly<LedgerEntry>[]> {
  const { state } = await server.ask("ledger_data", { binary: true, limit: 400 });
  return ((state ?? []) as JsonObject[])
    .map(({ data, index }) => ({
      ...decodeObject<LedgerEntry>(hexToBytes(String(data))),
      index: String(index),
    }))
    .filter(({ LedgerEntryType }) => LedgerEntryType !== "DirectoryNode");
}

/** What transactions are thought up for now. */
async function worldOf(server: AttackedServer, people: readonly Sender[]): Promise<HostileWorld> {
  const entries = await entriesOf(server);
  const { ledger } = await server.ask("ledger", { ledger_index: "closed" });
  const { ledger_index, close_time } = ledger as JsonObject;
  const sequences = new Map(people.map((sender) => [sender.account, sender]));
  return {
    accounts: people.map(({ account }) => account),
    publicKeys: people.map(({ keyPair }) => keyPair.publicKey),
    currencies: [currency("USD"), currency("EUR")],
    keys: entries.map(({ index }) => index),
    entries,
    ledgerIndex: Number(ledger_index),
    closeTime: Number(close_time),
    nextSequence: (account: AccountID) => sequences.get(account)?.sequence ?? 1,
  };
}

function signed(tx: SerializedObject, sender: Sender): string | undefined {
  try {
    if (tx.SigningPubKey === "") return bytesToHex(signTransaction(tx, sender.keyPair).blob);
    return bytesToHex(
      signTransaction({ ...tx, SigningPubKey: sender.keyPair.publicKey }, sender.keyPair).blob,
    );
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/** Signed transactions with odd fields, whole ones and wounded ones, submitted and tried, with ledgers closing. */
export const oddTransactions: Attack = async ({ server, random: all, size }) => {
  for (let ledger = 0; ledger < 2 * size; ledger++) {
    const people = await senders(server);
    const world = await worldOf(server, people);
    await inParallel(all, 60, 4, async (random) => {
      const sender = random.pick(people);
      const blob = signed(new HostileTransactions(random, world).next(sender.account), sender);
      if (blob === undefined) return;
      const tx_blob = random.chance(0.2) ? breakHex(random, blob) : blob;
      const port = random.pick([server.port, server.publicPort]);
      if (random.chance(0.2)) await server.ask("simulate", { tx_blob }, port);
      const { applied } = await server.ask("submit", { tx_blob, fail_hard: random.chance(0.1) }, port);
      if (applied === true) sender.sequence++;
    });
    await server.ask("ledger_accept");
  }
  await server.ask("ledger", { ledger_index: "validated", full: true });
  await server.ask("ledger", {
    ledger_index: "validated",
    transactions: true,
    expand: true,
    owner_funds: true,
  });
};

/**
 * Several clients submit different payments with the same sequences, while others close ledgers. Of each sequence one
 * payment at most gets in; whatever was acknowledged is in a ledger when the queue is empty.
 */
export const conflicts: Attack = async ({ server, random: all, size }) => {
  const people = (await senders(server)).slice(0, 5);
  const acknowledged = new Map<string, Sender>();
  let isOver = false;
  const closing = (async () => {
    while (!isOver) await server.ask("ledger_accept");
  })();
  await Promise.all(
    people.flatMap((sender) =>
      Array.from({ length: 3 }, async (_, rival) => {
        const random = new Random(all.bits());
        for (let next = 0; next < 8 * size; next++) {
          const tx = {
            TransactionType: "Payment",
            Account: sender.account,
            Destination: random.pick(people.filter((other) => other !== sender)).account,
            Amount: BigInt(1 + rival),
            Sequence: sender.sequence + next,
            Fee: 10n,
            Flags: 0,
          };
          const { blob, hash } = signTransaction(tx, sender.keyPair);
          const { engine_result } = await server.ask("submit", { tx_blob: bytesToHex(blob) });
          if (engine_result === "tesSUCCESS" || engine_result === "terQUEUED") acknowledged.set(hash, sender);
        }
      }),
    ),
  );
  isOver = true;
  await closing;
  for (let ledger = 0; ledger < 4; ledger++) await server.ask("ledger_accept");
  const used = new Map<string, string>();
  for (const [hash, sender] of acknowledged) {
    const { validated, Sequence } = await server.ask("tx", { transaction: hash });
    if (validated !== true) server.judge.note(`acknowledged, and in no ledger: ${hash}`);
    const place = `${sender.address} ${Sequence}`;
    if (used.has(place)) server.judge.note(`used twice: ${place}, by ${hash} and ${used.get(place)}`);
    used.set(place, hash);
  }
  if (acknowledged.size === 0) server.judge.note("no payment among rivals got in");
  await checkChain(server);
};

/** Each ledger names its parent's hash. */
async function checkChain(server: AttackedServer): Promise<void> {
  const { ledger: newest } = await server.ask("ledger", { ledger_index: "validated" });
  const last = Number((newest as JsonObject).ledger_index);
  let expected = (newest as JsonObject).ledger_hash;
  for (let index = last; index > Math.max(2, last - 30); index--) {
    const { ledger } = await server.ask("ledger", { ledger_index: index });
    if (ledger === undefined) return; // history was deleted
    const { ledger_hash, parent_hash } = ledger as JsonObject;
    if (ledger_hash !== expected) server.judge.note(`ledger ${index} is not the parent of ${index + 1}`);
    expected = parent_hash;
  }
}
