import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { developmentAccounts } from "../../src/cli/developmentAccounts.ts";
import { deriveKeyPair, type KeyPair } from "../../src/crypto/keyPair.ts";
import { parseFamilySeed } from "../../src/crypto/seed.ts";
import { signTransaction } from "../../src/crypto/signTransaction.ts";
import { bytesToHex } from "../../src/protocol/hex.ts";
import type { AccountID, Hash256 } from "../../src/protocol/types.ts";
import { KillableServer } from "./killableServer.ts";

/** What a run came to. */
export interface CrashReport {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly ledgers: number;
}

/** So few transactions a ledger that many of them wait in the queue when the server is killed. */
const settings = `
[transaction_queue]
minimum_txn_in_ledger_standalone = 10
minimum_queue_size = 2000
maximum_txn_per_account = 100
`;
const closeEvery = "150ms";
const fee = 10n;
/** An acknowledged transaction must be in a closed ledger after so long, whatever happened. */
const patienceMilliseconds = 30_000;

/**
 * Kills a server again and again while clients submit, and starts it again on what it left.
 * @param seed decides when it is killed
 * @throws Error when an acknowledged transaction is lost, one is applied twice, or hashes do not chain
 */
export async function crashTest(rounds: number, seed: number): Promise<CrashReport> {
  const folder = await mkdtemp(join(tmpdir(), "xagd-crash-"));
  try {
    const configuration = join(folder, "xagd.toml");
    await writeFile(configuration, settings);
    const options = ["--data", join(folder, "data"), "--close", closeEvery, "--config", configuration];
    const random = randomNumbers(seed);
    const clients = developmentAccounts().map(({ account, seed: text }, i, all) => {
      const keyPair = deriveKeyPair(parseFamilySeed(text)!, "secp256k1");
      return new Client(account, keyPair, all[(i + 1) % all.length]!.account);
    });
    for (let round = 0; round < rounds; round++) {
      const server = await KillableServer.start(...options);
      await allInLedgers(server, clients);
      const working = clients.map((client) => client.submitUntilGone(server));
      await milliseconds(50 + 1000 * random());
      await server.kill();
      await Promise.all(working);
    }
    const server = await KillableServer.start(...options);
    await allInLedgers(server, clients);
    const ledgers = await checkChain(server, clients);
    await server.kill();
    return {
      rounds,
      acknowledged: clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
      ledgers,
    };
  } finally {
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
}

/** Submits one payment after the other, each until it is accepted. */
class Client {
  /** Hashes of all that the server said it had. */
  readonly acknowledged = new Set<Hash256>();
  /** Of these, those that no closed ledger was seen to have. */
  readonly pending = new Set<Hash256>();
  readonly account: AccountID;
  private readonly keyPair: KeyPair;
  private readonly destination: AccountID;
  private sequence = 1;

  constructor(account: AccountID, keyPair: KeyPair, destination: AccountID) {
    this.account = account;
    this.keyPair = keyPair;
    this.destination = destination;
  }

  async submitUntilGone(server: KillableServer): Promise<void> {
    for (;;) {
      const { blob, hash } = this.nextPayment();
      let result: Record<string, unknown>;
      try {
        result = await server.call("submit", { tx_blob: bytesToHex(blob) });
      } catch {
        return; // killed: whether it has this one is open, so the same one is submitted again
      }
      const { engine_result } = result;
      if (engine_result === "tesSUCCESS" || engine_result === "terQUEUED") {
        this.acknowledged.add(hash);
        this.pending.add(hash);
        this.sequence++;
      } else if (engine_result === "tefPAST_SEQ" || engine_result === "tefALREADY") {
        this.sequence++; // it went through when we did not hear the answer
      } else if (typeof engine_result === "string" && engine_result.startsWith("tel")) {
        await milliseconds(20); // no room in the queue just now
      } else {
        throw new Error(`submit answered ${JSON.stringify(result)}`);
      }
    }
  }

  private nextPayment() {
    const tx = {
      TransactionType: "Payment",
      Flags: 0,
      Account: this.account,
      Destination: this.destination,
      Amount: 1000n,
      Fee: fee,
      Sequence: this.sequence,
    };
    return signTransaction(tx, this.keyPair);
  }
}

/** Waits until closed ledgers have everything that was acknowledged. */
async function allInLedgers(server: KillableServer, clients: readonly Client[]): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds;
  for (const { pending } of clients) {
    for (const transaction of pending) {
      while ((await server.call("tx", { transaction })).validated !== true) {
        if (Date.now() > deadline) throw new Error(`${transaction} was acknowledged, and is lost`);
        await milliseconds(50);
      }
      pending.delete(transaction);
    }
  }
}

/** Reads every closed ledger: each names its parent, no transaction is in two, and only fees are gone. */
async function checkChain(server: KillableServer, clients: readonly Client[]): Promise<number> {
  const { ledger_index: last } = await server.call("ledger_closed");
  const seen = new Set<string>();
  let parentHash: string | undefined;
  let count = 0;
  for (let ledger_index = 2; ledger_index <= Number(last); ledger_index++) {
    const { ledger } = (await server.call("ledger", { ledger_index, transactions: true })) as {
      ledger: { ledger_hash: string; parent_hash: string; transactions: string[]; total_coins: string };
    };
    if (parentHash !== undefined && ledger.parent_hash !== parentHash) {
      throw new Error(
        `ledger ${ledger_index} names ${ledger.parent_hash} as its parent, which is ${parentHash}`,
      );
    }
    parentHash = ledger.ledger_hash;
    for (const hash of ledger.transactions) {
      if (seen.has(hash)) throw new Error(`${hash} is in a second ledger: ${ledger_index}`);
      seen.add(hash);
    }
    count += ledger.transactions.length;
    const expected = 100_000_000_000_000_000n - fee * BigInt(count);
    if (BigInt(ledger.total_coins) !== expected) {
      throw new Error(`ledger ${ledger_index} has ${ledger.total_coins} drops, not ${expected}`);
    }
  }
  for (const { acknowledged } of clients) {
    for (const hash of acknowledged) if (!seen.has(hash)) throw new Error(`no ledger has ${hash}`);
  }
  return Number(last) - 1;
}

const milliseconds = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/** Numbers from 0 to 1 that a seed decides. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
