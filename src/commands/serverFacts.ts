import { ledgerEpoch } from "../node/clock.ts";
import type { LoadFees } from "../node/queueView.ts";
import type { Drops } from "../protocol/types.ts";
import { type CommandContext, isAdmin } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { nativeNamed } from "./nativeNames.ts";
import { momentForPeople } from "./times.ts";
import { type ReplyForms, replyForms } from "./versions/replyForms.ts";

/** How long the reference's rounds of consensus take when a server is alone; clients expect a figure. */
const convergeMilliseconds = 100;
const dropsPerUnit = 1_000_000;
/** An age beyond this is no age but a clock gone wrong. */
const highestAge = 1_000_000;

/** What server_info (for people) and server_state (for programs) tell. Source: NetworkOPs.cpp, getServerInfo. */
export function serverFacts(context: CommandContext, forPeople: boolean, counters: boolean): JsonObject {
  const { node, server } = context;
  const forms = replyForms[context.apiVersion];
  const uptime = server.uptimeMicroseconds();
  const facts: JsonObject = {
    build_version: server.version,
    complete_ledgers: node.ledgers.completeText(),
    io_latency_ms: 1,
    jq_trans_overflow: "0",
    last_close: {
      proposers: 0,
      ...(forPeople
        ? { converge_time_s: convergeMilliseconds / 1000 }
        : { converge_time: convergeMilliseconds }),
    },
    peer_disconnects: "0",
    peer_disconnects_resources: "0",
    peers: 0,
    pubkey_node: server.nodePublicKey,
    server_state: "full",
    server_state_duration_us: String(uptime),
    state_accounting: stateAccounting(uptime, forms),
    time: momentForPeople(server.unixMicroseconds()),
    uptime: Math.floor(uptime / 1_000_000),
    validated_ledger: forPeople ? ledgerForPeople(context) : ledgerForPrograms(context),
    validation_quorum: 0,
    ...(forPeople && { hostid: isAdmin(context) ? server.hostName : server.publicHostName }),
    ...loadFacts(node.queue.loadFees(), forPeople, isAdmin(context)),
  };
  if (isAdmin(context)) {
    facts.load = { job_types: [], threads: 1 };
    facts.node_size = "small";
    facts.pubkey_validator = "none";
    if (forPeople) facts.validator_list = { count: 0, expiration: "unknown", status: "unknown" };
    else facts.validator_list_expires = 0;
  }
  if (counters) facts.counters = server.counts();
  return Object.assign(facts, forms.moreServerFacts(context));
}

/** Alone, a server is full from the start. */
function stateAccounting(uptime: number, { transitions }: ReplyForms): JsonObject {
  const states = ["connected", "disconnected", "full", "syncing", "tracking"];
  return Object.fromEntries(
    states.map((state) => {
      const isFull = state === "full";
      return [state, { duration_us: String(isFull ? uptime : 0), transitions: transitions(isFull ? 1 : 0) }];
    }),
  );
}

function ledgerForPeople(context: CommandContext): JsonObject {
  const { node, server } = context;
  const ledger = node.ledgers.validated();
  const now = Math.floor(server.unixMicroseconds() / 1_000_000) - ledgerEpoch;
  const age = Math.max(0, now - ledger.header.closeTime);
  const units = (drops: Drops): number => Number(drops) / dropsPerUnit;
  return {
    age: age < highestAge ? age : 0,
    ...nativeNamed("base_fee", units(ledger.fees.base), context),
    hash: ledger.hash,
    ...nativeNamed("reserve_base", units(ledger.fees.reserveBase), context),
    ...nativeNamed("reserve_inc", units(ledger.fees.reserveIncrement), context),
    seq: ledger.ledgerIndex,
  };
}

function ledgerForPrograms({ node }: CommandContext): JsonObject {
  const ledger = node.ledgers.validated();
  return {
    base_fee: Number(ledger.fees.base),
    close_time: ledger.header.closeTime,
    hash: ledger.hash,
    reserve_base: Number(ledger.fees.reserveBase),
    reserve_inc: Number(ledger.fees.reserveIncrement),
    seq: ledger.ledgerIndex,
  };
}

/** Fees under load: relative to the usual for people, in 256ths for programs. */
function loadFacts(fees: LoadFees, forPeople: boolean, admin: boolean): JsonObject {
  if (!forPeople) {
    return {
      load_base: fees.loadBase,
      load_factor: Number(fees.loadFactor),
      load_factor_server: fees.loadFactorServer,
      load_factor_fee_escalation: Number(fees.feeEscalation),
      load_factor_fee_queue: Number(fees.feeQueue),
      load_factor_fee_reference: Number(fees.feeReference),
    };
  }
  const relative = (level: bigint): number => Number(level) / Number(fees.feeReference);
  const escalated = (fees.feeEscalation * BigInt(fees.loadBase)) / fees.feeReference;
  const showsEscalation =
    fees.feeEscalation !== fees.feeReference && (admin || escalated !== fees.loadFactor);
  return {
    load_factor: Number(fees.loadFactor) / fees.loadBase,
    ...(BigInt(fees.loadFactorServer) !== fees.loadFactor && {
      load_factor_server: fees.loadFactorServer / fees.loadBase,
    }),
    ...(showsEscalation && { load_factor_fee_escalation: relative(fees.feeEscalation) }),
    ...(fees.feeQueue !== fees.feeReference && { load_factor_fee_queue: relative(fees.feeQueue) }),
  };
}
