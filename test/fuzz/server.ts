import { developmentAccounts } from "../../src/cli/developmentAccounts.ts";
import { allCommands } from "../../src/commands/index.ts";
import type { JsonObject, JsonValue } from "../../src/commands/json.ts";
import type { Attack, AttackContext } from "./hostile/attack.ts";
import { AttackedServer } from "./hostile/attackedServer.ts";
import { guarded } from "./hostile/guarded.ts";
import { brokenDocuments, flood, oddCalls, oddHttp } from "./hostile/httpAttacks.ts";
import { conflicts, oddTransactions } from "./hostile/ledgerAttacks.ts";
import { type KnownValues, OddValues } from "./hostile/oddValues.ts";
import { oddRest } from "./hostile/restAttack.ts";
import { crowd, oddFrames, oddMessages } from "./hostile/webSocketAttacks.ts";
import { Random } from "./random.ts";

/** By name. */
export const attacks: Readonly<Record<string, Attack>> = {
  oddCalls,
  oddTransactions,
  brokenDocuments,
  oddHttp,
  oddRest,
  oddMessages,
  oddFrames,
  crowd,
  conflicts,
  flood,
};

export interface ServerFuzzOptions {
  readonly seed: number;
  /** How often each kind of attack is made. */
  readonly rounds: number;
  /** How much of everything an attack does: 1 for a second or less. */
  readonly size: number;
  /** Names of the attacks to make; default: all. */
  readonly only?: readonly string[] | undefined;
  /** Told after each attack. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

export interface ServerFuzzReport {
  readonly requests: number;
  readonly problems: readonly string[];
}

/**
 * Attacks a server in a process of its own in every way, and says what should not have been: a request without an
 * answer, an error that is not documented, a secret that came back, a mistake of ours in the log, a server that is
 * slow, grows without bound, or ends. What is sent is repeated by the seed; when it arrives is not.
 */
export async function runServerFuzz({
  seed,
  rounds,
  size,
  only,
  onProgress,
}: ServerFuzzOptions): Promise<ServerFuzzReport> {
  const random = new Random(seed);
  const server = await AttackedServer.start();
  try {
    const known = await knownValues(server);
    const context: AttackContext = {
      server,
      random,
      size,
      known,
      oddRequest: (own) => oddRequest(own, known),
    };
    for (let round = 0; round < rounds; round++) {
      for (const [name, attack] of Object.entries(attacks)) {
        if (only !== undefined && !only.includes(name)) continue;
        const started = performance.now();
        await attack(context);
        const took = Math.round(performance.now() - started);
        await server.checkUp(name);
        const waited = server.takeLongestWait(name);
        onProgress?.(
          `${name}: ${took} ms, others waited ${waited} ms at most, ${server.judge.problems.length} problems`,
        );
      }
    }
  } catch (error) {
    server.judge.note(`the attack itself failed: ${(error as Error).stack}`);
  }
  await server.stop();
  return { requests: server.requests, problems: server.judge.problems };
}

/** What ends the server, or changes what it logs, would hide its mistakes. */
const attackedCommands = allCommands.filter(({ name }) => !["stop", "log_level"].includes(name));

/** Who brings a seed to these gets it back, as is their purpose. */
const keyMakers = new Set(["validation_create", "wallet_propose"]);

/** A request of any command, made from what it says of its parameters. */
function oddRequest(random: Random, known: KnownValues): JsonObject & { command: string } {
  const { name, requestSchema } = random.pick(attackedCommands);
  const suited = keyMakers.has(name) ? { ...known, secret: known.passphrase! } : known;
  const values = new OddValues(random, suited, random.pick([0, 0.1, 0.3, 1]));
  return { ...values.members(requestSchema()), command: name };
}

/** Values that mean something to the server, by parameter. */
async function knownValues(server: AttackedServer): Promise<KnownValues> {
  const { passphrase, urlPassword, seed } = guarded;
  const addresses = developmentAccounts().map(({ address }) => address);
  const [issuer, holder, other] = addresses as [string, string, string];
  const { ledger_hash } = await server.ask("ledger_closed");
  const { state } = await server.ask("ledger_data", { binary: true });
  const keys = ((state ?? []) as { index: string }[]).map(({ index }) => index);
  const usd = { currency: "USD", issuer };
  const amounts: JsonValue[] = [
    "1000",
    { ...usd, value: "10" },
    { ...usd, value: "1e80" },
    { ...usd, value: "-1" },
  ];
  const payment = { TransactionType: "Payment", Account: holder, Destination: other, Amount: "1000" };
  return {
    account: addresses,
    source_account: addresses,
    destination_account: addresses,
    peer: addresses,
    taker: addresses,
    hotwallet: [holder, [holder, other]],
    accounts: [addresses, [issuer]],
    accounts_proposed: [[issuer]],
    ledger_index: ["current", "closed", "validated", 2, 3],
    ledger_hash: [ledger_hash ?? null],
    index: keys,
    marker: keys,
    address: addresses,
    ledger: ["validated", "current", 2],
    id: [ledger_hash ?? null],
    source: addresses,
    destination: addresses,
    amount: amounts,
    destination_amount: amounts,
    send_max: amounts,
    taker_pays: [usd, { currency: "XAG" }],
    taker_gets: [{ currency: "XAG" }, usd],
    currency: ["USD", "XAG"],
    issuer: [issuer],
    value: ["10"],
    tx_json: [
      payment,
      { ...payment, Amount: { ...usd, value: "1" } },
      { TransactionType: "AccountSet", Account: holder },
    ],
    offline: [true, false],
    subcommand: ["create", "close", "status"],
    binary: [true, false],
    limit: [10, 200, 400],
    secret: [passphrase, seed],
    passphrase: [passphrase],
    seed: [passphrase],
    seed_hex: [passphrase],
    url: ["http://127.0.0.1:1/", `http://x:${urlPassword}@127.0.0.1:1/`],
    url_password: [urlPassword],
    password: [urlPassword],
  };
}
