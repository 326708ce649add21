import { z } from "zod";
import { isJsonObject, type JsonObject } from "../../../commands/json.ts";
import { decimalText } from "../decimalText.ts";
import { defineRoute } from "../route.ts";
import { hashText } from "../schemas/ledgerIdentity.ts";

const nativeAmount = z.string().meta({ description: "Whole units." });

const serverStatus = (native: string) =>
  z
    .strictObject({
      buildVersion: z.string(),
      completeLedgers: z.string().meta({ description: "The ledgers that are kept, as ranges." }),
      hostID: z.string(),
      ioLatencyMs: z.int(),
      lastClose: z.strictObject({ convergeTimeS: z.number(), proposers: z.int() }),
      loadFactor: z.number().meta({ description: "By how much transactions cost more than usual." }),
      peers: z.int(),
      pubkeyNode: z.string(),
      serverState: z.string(),
      validatedLedger: z.strictObject({
        age: z.int().meta({ description: "Seconds since it closed." }),
        [`baseFee${native}`]: nativeAmount,
        hash: hashText,
        [`reserveBase${native}`]: nativeAmount,
        [`reserveIncrement${native}`]: nativeAmount,
        ledgerVersion: z.int(),
      }),
      validationQuorum: z.int(),
      uptime: z.int().meta({ description: "Seconds." }),
    })
    .meta({ id: "ServerStatus", description: "A server that keeps the ledger." });

/** GET /servers/info. @param native the native currency's code, which names fields */
export const serversInfo = (native: string) =>
  defineRoute({
    method: "GET",
    path: "/servers/info",
    operationId: "getServersInfo",
    tag: "Meta",
    summary: "The state of the server and its last validated ledger",
    reply: z
      .strictObject({ server_version: z.string(), ledger_servers: z.array(serverStatus(native)) })
      .meta({ id: "ServersInfo" }),
    refusals: [],
    async handle(_input, rest) {
      const { info } = await rest.call({ command: "server_info" });
      return {
        body: { server_version: rest.version, ledger_servers: [statusJson(objectOf(info), native)] },
      };
    },
  });

function statusJson(info: JsonObject, native: string): JsonObject {
  const lastClose = objectOf(info.last_close);
  const ledger = objectOf(info.validated_ledger);
  const own = native.toLowerCase();
  return {
    buildVersion: info.build_version,
    completeLedgers: info.complete_ledgers,
    hostID: info.hostid,
    ioLatencyMs: info.io_latency_ms,
    lastClose: { convergeTimeS: lastClose.converge_time_s, proposers: lastClose.proposers },
    loadFactor: info.load_factor,
    peers: info.peers,
    pubkeyNode: info.pubkey_node,
    serverState: info.server_state,
    validatedLedger: {
      age: ledger.age,
      [`baseFee${native}`]: decimalText(Number(ledger[`base_fee_${own}`])),
      hash: ledger.hash,
      [`reserveBase${native}`]: decimalText(Number(ledger[`reserve_base_${own}`])),
      [`reserveIncrement${native}`]: decimalText(Number(ledger[`reserve_inc_${own}`])),
      ledgerVersion: ledger.seq,
    },
    validationQuorum: info.validation_quorum,
    uptime: info.uptime,
  };
}

const objectOf = (value: JsonObject[string]): JsonObject => (isJsonObject(value) ? value : {});
