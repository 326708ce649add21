import { hostname } from "node:os";
import type { ServerControl } from "../commands/serverControl.ts";
import { wordFor } from "../crypto/rfc1751.ts";
import type { VerifierPool } from "../crypto/verifierPool.ts";
import { encodeNodePublicKey } from "../protocol/base58.ts";
import { hexToBytes } from "../protocol/hex.ts";
import type { Hex } from "../protocol/types.ts";
import { packageVersion } from "./packageVersion.ts";
import type { ServerLog } from "./serverLog.ts";

/** What the commands about the server itself stand on. */
export interface ServerControlParts {
  readonly publicKey: Hex;
  readonly publicSigning: boolean;
  readonly networkId: number;
  /** Filled once the ports listen. */
  readonly ports: ServerControl["ports"];
  readonly log: ServerLog;
  readonly verifier: VerifierPool;
  stop(): void;
}

/** Joins what commands ask of the server to the process, its log and its clocks. Uptime counts from this call. */
export function createServerControl(parts: ServerControlParts): ServerControl {
  const { publicKey, publicSigning, networkId, ports, log, verifier, stop } = parts;
  const started = performance.now();
  return {
    version: packageVersion(),
    hostName: hostname(),
    publicHostName: wordFor(hexToBytes(publicKey)),
    nodePublicKey: encodeNodePublicKey(publicKey),
    publicSigning,
    networkId,
    ports,
    uptimeMicroseconds: () => Math.round((performance.now() - started) * 1000),
    unixMicroseconds: () => Math.round((performance.timeOrigin + performance.now()) * 1000),
    stop,
    logLevels: () => log.levels(),
    setLogLevel: (severity, partition) => log.setLevel(severity, partition),
    rotateLog: () => log.rotate(),
    counts() {
      const { rss, heapUsed, external } = process.memoryUsage();
      const { here, onThreads } = verifier.counts;
      return {
        memory_resident: rss,
        memory_heap: heapUsed,
        memory_external: external,
        signatures_checked: here + onThreads,
        signatures_checked_on_threads: onThreads,
      };
    },
  };
}
