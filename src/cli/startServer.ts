import { createDispatcher } from "../commands/dispatch.ts";
import { allCommands } from "../commands/index.ts";
import type { ServerControl } from "../commands/serverControl.ts";
import { createServices } from "../commands/services.ts";
import { createVerifierPool } from "../crypto/verifierPool.ts";
import type { Node } from "../node/node.ts";
import { allProtocols, nobody, type PortAccess, type Protocol } from "../servers/access.ts";
import { type RunningHttpServer, startHttpServer } from "../servers/httpServer.ts";
import { lazyRest } from "../servers/rest/lazyRest.ts";
import { PostingSubscribers } from "../servers/urlSubscribers.ts";
import type { Configuration } from "./configuration.ts";
import { ConfigurationError } from "./configurationError.ts";
import { connectionLimit } from "./connectionLimit.ts";
import { nodePublicKey } from "./nodeKey.ts";
import { openNode, storeFolder } from "./openNode.ts";
import { createReaderPool } from "./readers/readerPool.ts";
import { createServerControl } from "./serverControl.ts";
import { openServerLog, type ServerLog } from "./serverLog.ts";
import { createSigning } from "./signing.ts";

/** A ledger that runs and is served. */
export interface RunningServer {
  readonly node: Node;
  readonly port: number;
  readonly publicPort: number | undefined;
  readonly log: ServerLog;
  /** All ports, these two and further ones. */
  readonly ports: ServerControl["ports"];
  /** Fulfilled when somebody asks for the end: the `stop` command, or a disk that fails (then with the error). */
  readonly stopRequested: Promise<Error | undefined>;
  /** Finishes what is under way, closes the ports and the data folder. */
  stop(): Promise<void>;
}

/** Only this machine reaches the ports: whoever serves others puts a gateway before them. */
const host = "127.0.0.1";

/** What is to be undone at the end, or where the start does not succeed; last first. */
type Undo = () => Promise<void> | void;

/**
 * Starts everything: the log, the ledger in its folder, the commands, the ports.
 * @throws ConfigurationError
 */
export async function startServer(configuration: Configuration): Promise<RunningServer> {
  const undo: Undo[] = [];
  const stop = async () => {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  };
  try {
    return await startParts(configuration, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  configuration: Configuration,
  undo: Undo[],
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const { dataFolder, publicSigning, readers: readerThreads } = configuration;
  const log = openServerLog(configuration.log);
  undo.push(() => {
    log.partition("Server").info("stopped");
    log.close();
  });
  let requestStop!: (failure: Error | undefined) => void;
  const stopRequested = new Promise<Error | undefined>((resolve) => {
    requestStop = resolve;
  });

  const verifier = createVerifierPool({
    onWorkerFailure: (err) =>
      log.partition("Verifier").error({ err }, "a thread that checks signatures ended"),
  });
  undo.push(() => verifier.close());
  const { node, store } = await openNode(configuration, verifier, log, (err) => {
    log.partition("Ledger").fatal({ err }, "the ledger cannot be written");
    requestStop(err);
  });
  undo.push(() => node.stop());

  const ports: ServerControl["ports"][number][] = [];
  const control = createServerControl({
    publicKey: nodePublicKey(dataFolder),
    publicSigning,
    networkId: configuration.node.networkId,
    ports,
    log,
    verifier,
    stop: () => requestStop(undefined),
  });
  const urlSubscribers = new PostingSubscribers((url, err) => {
    log.partition("Subscriptions").warn({ url, err }, "a subscriber's URL cannot be reached");
  });
  undo.push(() => urlSubscribers.close());
  const services = createServices(node, control, urlSubscribers);
  undo.push(() => services.stop());
  const readers =
    dataFolder === undefined
      ? undefined
      : createReaderPool({
          threads: readerThreads,
          folder: storeFolder(dataFolder),
          node: node.settings,
          hurry: () => store.hurry(),
          onThreadFailure: (err) => log.partition("Readers").error({ err }, "a reader thread ended"),
          onFault: (command, err) =>
            log.partition("RPC").error({ command, err }, "a command met a mistake of ours"),
        });
  undo.push(() => readers?.close());
  const dispatcher = createDispatcher({
    ...services,
    commands: allCommands,
    readers,
    onFault: (command, err) =>
      log.partition("RPC").error({ command, err }, "a command met a mistake of ours"),
  });

  const { service: signing, faucet } = createSigning(configuration.signing, node);
  undo.push(() => signing.close());
  const rest = lazyRest({
    dispatcher,
    node,
    version: control.version,
    signing,
    faucet,
    onFault: (route, err) => log.partition("REST").error({ route, err }, "a route met a mistake of ours"),
  });
  undo.push(() => rest.close());

  const connections = connectionLimit();
  const portCount = 1 + (configuration.publicPort === undefined ? 0 : 1) + configuration.morePorts.length;
  const listen = async (
    option: string,
    port: number,
    access: PortAccess,
    protocols: readonly Protocol[] = allProtocols,
  ): Promise<RunningHttpServer> => {
    const server = await startHttpServer({
      dispatcher,
      maxConnections: connections === undefined ? undefined : Math.floor(connections / portCount),
      access,
      protocols,
      host,
      port,
      rest: rest.handle,
      onSubscriberEnd: (subscriber) => {
        services.subscriptions.removeSubscriber(subscriber);
        services.pathRequests.removeSubscriber(subscriber);
      },
      onFault: (err) =>
        log.partition("RPC").error({ err }, "a reply met a mistake of ours while it was sent"),
    }).catch((error: unknown) => {
      throw portError(option, port, error);
    });
    undo.push(() => server.close());
    ports.push({ port: server.port, protocols, admin: access.admin.length > 0 });
    return server;
  };
  const { admin, secureGateway } = configuration;
  const main = await listen("--port", configuration.port, { admin, secureGateway }, configuration.protocols);
  const other =
    configuration.publicPort === undefined
      ? undefined
      : await listen("--public-port", configuration.publicPort, { admin: nobody, secureGateway });
  for (const { port, protocols, ...access } of configuration.morePorts) {
    await listen("server.ports", port, access, protocols);
  }
  log.partition("Server").info({ ports, ledger: node.ledgers.validated().header.ledgerIndex }, "started");
  return { node, port: main.port, publicPort: other?.port, ports, log, stopRequested, stop };
}

function portError(option: string, port: number, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new ConfigurationError(`${option}: port ${port} is in use already`);
  if (code === "EACCES") return new ConfigurationError(`${option}: port ${port} is not allowed to this user`);
  return error instanceof Error ? error : new Error(String(error));
}
