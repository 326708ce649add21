import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller, Services } from "../../src/commands/context.ts";
import { createDispatcher, type Dispatcher } from "../../src/commands/dispatch.ts";
import { allCommands } from "../../src/commands/index.ts";
import type { JsonObject } from "../../src/commands/json.ts";
import { type RpcErrorToken, rpcErrors } from "../../src/commands/rpcErrors.ts";
import type { LogSeverity, ServerControl } from "../../src/commands/serverControl.ts";
import { createServices } from "../../src/commands/services.ts";
import type { Subscriber } from "../../src/commands/subscriptions/subscriber.ts";
import type { Node } from "../../src/node/node.ts";
import { encodeAddress } from "../../src/protocol/base58.ts";
import { PostingSubscribers } from "../../src/servers/urlSubscribers.ts";
import { type TestAccount, type TestTransaction, usd } from "./testLedger.ts";
import { rich, signedAs, startTestNode, type TestNodeOptions, testStart } from "./testNode.ts";

/** A server in a test: it never stops, and remembers what it was told. */
export function testServerControl(): ServerControl & { readonly said: string[] } {
  const said: string[] = [];
  const levels: Record<string, LogSeverity> = { base: "Info" };
  return {
    said,
    version: "0.0.0-test",
    hostName: "test-host",
    publicHostName: "WORD",
    nodePublicKey: "n9Ln69koVTmNDNpkrjs2RDLAp3559VWB9inDCxF4xUKbpQYiBxoS",
    publicSigning: false,
    networkId: 0,
    ports: [{ port: 5005, protocols: ["http", "ws"], admin: true }],
    unixMicroseconds: () => (testStart + 946_684_800) * 1_000_000 + 25,
    uptimeMicroseconds: () => 61_000_000,
    stop: () => void said.push("stop"),
    logLevels: () => levels,
    setLogLevel(severity, partition = "base") {
      levels[partition] = severity;
    },
    rotateLog: () => "The log file was closed and reopened.",
    counts: () => ({ memory_resident: 1 }),
  };
}

/** Commands over a ledger in memory that closes when told to. */
export interface TestCommands {
  readonly node: Node;
  readonly dispatcher: Dispatcher;
  readonly server: ReturnType<typeof testServerControl>;
  readonly pathRequests: Services["pathRequests"];
  readonly urlSubscribers: Services["urlSubscribers"];
  /** Mistakes of ours that commands met: none, unless the test is about them. */
  readonly faults: unknown[];
  /** Asks as an administrator in version 1, unless `caller` says otherwise. The reply is as a client parses it. */
  ask(command: string, params?: JsonObject, caller?: Partial<Caller>): Promise<JsonObject>;
  /** Submits a transaction that must succeed, with the sender's next sequence. */
  submit(fields: TestTransaction): Promise<JsonObject>;
  stop(): Promise<void>;
}

export async function startTestCommands(options: TestNodeOptions = {}): Promise<TestCommands> {
  const node = await startTestNode(options);
  const server = testServerControl();
  const faults: unknown[] = [];
  const services = createServices(node, server, new PostingSubscribers(() => {}));
  const dispatcher = createDispatcher({
    ...services,
    commands: allCommands,
    onFault: (_command, error) => void faults.push(error),
  });
  const ask: TestCommands["ask"] = async (command, params = {}, caller = {}) => {
    const asked = { role: "admin", apiVersion: 1, subscriber: undefined, ...caller } as const;
    const reply = await dispatcher.run({ ...params, command }, asked);
    return JSON.parse(JSON.stringify(reply)) as JsonObject;
  };
  return {
    node,
    dispatcher,
    server,
    pathRequests: services.pathRequests,
    urlSubscribers: services.urlSubscribers,
    faults,
    ask,
    async submit(fields) {
      const { id } = fields.Account as TestAccount;
      const transaction = signedAs({ Sequence: node.queue.nextSequence(id), ...fields });
      const { result } = await node.submit(transaction);
      expect(result, fields.TransactionType).toBe("tesSUCCESS");
      return { hash: transaction.hash };
    },
    async stop() {
      services.stop();
      await node.stop();
      expect(faults).toEqual([]);
    },
  };
}

/** What a subscriber in a test heard. */
export function testSubscriber(): Subscriber & { readonly heard: JsonObject[] } {
  const heard: JsonObject[] = [];
  return { heard, isUnlimited: false, send: (message) => void heard.push(JSON.parse(message) as JsonObject) };
}

/** Commands for all tests of one file. */
export function useTestCommands(prepare?: (commands: TestCommands) => Promise<void>): () => TestCommands {
  let commands: TestCommands;
  beforeAll(async () => {
    commands = await startTestCommands();
    await prepare?.(commands);
  });
  afterAll(() => commands.stop());
  return () => commands;
}

/** What is wrong with it, its parameters, the error's token, and the message where it is not the token's own. */
export type Refusal = readonly [what: string, params: JsonObject, token: RpcErrorToken, message?: string];

/** A test for each request that a command must refuse, in one version. */
export function refuses(
  command: string,
  commands: () => TestCommands,
  rows: readonly Refusal[],
  caller: Partial<Caller> = {},
): void {
  for (const [what, params, token, message] of rows) {
    test(`${command} refuses ${what}`, async () => {
      const kind: { readonly code?: number; readonly message?: string } = rpcErrors[token];
      const { error, error_code, error_message } = await commands().ask(command, params, caller);
      expect({ error, error_code, error_message }).toEqual({
        error: token,
        error_code: kind.code,
        error_message: message ?? kind.message,
      });
    });
  }
}

/** Ways of naming a ledger that there is not, which every command with a ledger must refuse. */
export const ledgerRefusals = (others: JsonObject = {}): readonly Refusal[] => [
  ["a ledger to come", { ...others, ledger_index: 999_999 }, "lgrNotFound", "ledgerNotFound"],
  ["a negative ledger index", { ...others, ledger_index: -1 }, "invalidParams", "ledgerIndexMalformed"],
  [
    "an unknown name of a ledger",
    { ...others, ledger_index: "latest" },
    "invalidParams",
    "ledgerIndexMalformed",
  ],
  ["a list as a ledger index", { ...others, ledger_index: [1] }, "internal"],
  ["an unknown hash", { ...others, ledger_hash: "A".repeat(64) }, "lgrNotFound", "ledgerNotFound"],
  ["a short hash", { ...others, ledger_hash: "ABCD" }, "invalidParams", "ledgerHashMalformed"],
  ["a number as a hash", { ...others, ledger_hash: 7 }, "invalidParams", "ledgerHashNotString"],
  ["an object as a ledger", { ...others, ledger: { a: 1 } }, "internal"],
];

/** A few accounts with something of every kind between them, in a closed ledger. */
export async function makeMarket({ submit, node }: TestCommands): Promise<void> {
  const { alice: issuer, bob: holder, carol: other } = rich;
  await submit({ TransactionType: "AccountSet", Account: issuer, SetFlag: 8, EmailHash: "AB".repeat(16) });
  await submit({ TransactionType: "TrustSet", Account: holder, LimitAmount: usd(1000, issuer) });
  await submit({ TransactionType: "TrustSet", Account: other, LimitAmount: usd(500, issuer) });
  await submit({
    TransactionType: "Payment",
    Account: issuer,
    Destination: holder.id,
    Amount: usd(100, issuer),
  });
  await submit({
    TransactionType: "OfferCreate",
    Account: holder,
    TakerPays: 5_000_000n,
    TakerGets: usd(10, issuer),
  });
  await submit({
    TransactionType: "OfferCreate",
    Account: other,
    TakerPays: usd(10, issuer),
    TakerGets: 4_000_000n,
  });
  await submit({ TransactionType: "TicketCreate", Account: holder, TicketCount: 2 });
  await submit({ TransactionType: "CheckCreate", Account: holder, Destination: other.id, SendMax: 1000n });
  await submit({ TransactionType: "DepositPreauth", Account: other, Authorize: issuer.id });
  await submit({ TransactionType: "AccountSet", Account: other, SetFlag: 9 });
  await submit({
    TransactionType: "PaymentChannelCreate",
    Account: holder,
    Destination: other.id,
    Amount: 9_000_000n,
    SettleDelay: 60,
    PublicKey: holder.publicKey,
  });
  await submit({
    TransactionType: "SignerListSet",
    Account: other,
    SignerQuorum: 1,
    SignerEntries: [{ SignerEntry: { Account: issuer.id, SignerWeight: 1 } }],
  });
  await node.closeLedger();
}

/** Addresses of the rich accounts by name. */
export const addresses = Object.fromEntries(
  Object.entries(rich).map(([name, { id }]) => [name, encodeAddress(id)]),
) as Record<keyof typeof rich, string>;
