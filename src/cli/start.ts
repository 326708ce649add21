import { setFlagsFromString } from "node:v8";
import type { Node } from "../node/node.ts";
import { keylet } from "../protocol/keylets.ts";
import { collectWhenIdle } from "./collectWhenIdle.ts";
import { type Configuration, readConfiguration, type StartOptions } from "./configuration.ts";
import { type DevelopmentAccount, developmentAccounts, genesisAccount } from "./developmentAccounts.ts";
import { endOnCrash } from "./endOnCrash.ts";
import { packageVersion } from "./packageVersion.ts";
import { type RunningServer, startServer } from "./startServer.ts";

/** The command `start`: runs until Ctrl-C, a signal or the command `stop`. */
export async function start(options: StartOptions): Promise<void> {
  // While young garbage is collected, this thread would wait for helpers, and where these get no core at once, all
  // requests wait with it: pauses of 100 ms and more on a busy machine. Alone it takes some milliseconds.
  setFlagsFromString("--no-parallel-scavenge");
  // Old garbage is looked for once the heap is 1.8 times what was alive (this is the percentage on top of it). Left to
  // itself the runtime waits until it is up to four times that, most of it left by closed ledgers. It costs other threads
  // some 70 ms more in 10,000 transactions.
  setFlagsFromString("--heap-growing-percent=80");
  let server: RunningServer | undefined;
  endOnCrash(() => server?.log);
  const configuration = await readConfiguration(options);
  server = await startServer(configuration);
  console.log(welcome(configuration, server));
  const stopCollecting = collectWhenIdle();
  const failure = await Promise.race([server.stopRequested, signalled()]);
  stopCollecting();
  await server.stop();
  if (failure === undefined) return;
  console.error(`Stopped, since the ledger cannot be written: ${failure.message}`);
  process.exitCode = 1;
}

/**
 * Fulfilled at the first signal. A later one ends the process at once; but not within a second, since npm passes a
 * Ctrl-C on that the terminal has sent us already.
 */
function signalled(): Promise<undefined> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const hear = () => {
      first ??= performance.now();
      if (performance.now() - first > 1000) process.exit(130);
      resolve(undefined);
    };
    process.on("SIGINT", hear);
    process.on("SIGTERM", hear);
  });
}

function welcome(configuration: Configuration, server: RunningServer): string {
  const { node, port, ports } = server;
  const { ledgerIndex } = node.ledgers.validated().header;
  const place = configuration.dataFolder ?? "memory only";
  const lines = [
    `xagd ${packageVersion()}: ledger ${ledgerIndex}, kept in ${place}, native currency ${node.settings.nativeCurrency}, ${closing(node)}`,
    ...ports.map(portLine),
    ...developmentLines(node),
    "",
    "Try:",
    `  ${firstCommand(node, port)}`,
    "Ctrl-C ends it.",
  ];
  return lines.join("\n");
}

/** `Listening on http://127.0.0.1:5005/ (JSON-RPC, REST) and ws://127.0.0.1:5005/ (WebSocket)`. */
function portLine({ port, protocols, admin }: RunningServer["ports"][number]): string {
  const addresses = [
    ...(protocols.includes("http") ? [`http://127.0.0.1:${port}/ (JSON-RPC, REST)`] : []),
    ...(protocols.includes("ws") ? [`ws://127.0.0.1:${port}/ (WebSocket)`] : []),
  ];
  return `Listening on ${addresses.join(" and ")}${admin ? "" : ", without administrators"}`;
}

function closing({ settings: { close } }: Node): string {
  if (close === "manual") return "ledgers close by ledger_accept";
  if (close === "instant") return "a ledger closes after each transaction";
  return `a ledger closes every ${close.every / 1000} s`;
}

/** The accounts whose seeds everybody knows, where this ledger has them. */
function developmentLines(node: Node): string[] {
  const accounts = developmentAccounts();
  if (!has(node, accounts[0]!)) return [];
  const { address, seed } = genesisAccount();
  return [
    "",
    "A development ledger: everybody knows these seeds.",
    `  genesis     ${address}  ${seed}`,
    ...accounts.map(
      (account, i) => `  account ${String(i + 1).padEnd(3)} ${account.address}  ${account.seed}`,
    ),
  ];
}

function firstCommand(node: Node, port: number): string {
  const [account] = developmentAccounts();
  const body = has(node, account!)
    ? `{"method": "account_info", "params": [{"account": "${account!.address}"}]}`
    : '{"method": "server_info", "params": [{}]}';
  return `curl -s http://127.0.0.1:${port}/ -d '${body}'`;
}

const has = (node: Node, { account }: DevelopmentAccount): boolean =>
  node.ledgers.validated().has(keylet.account(account));
