import { applyTransaction } from "../../src/engine/applyTransaction.ts";
import { parseTransaction } from "../../src/engine/signedTransaction.ts";
import { decodeObject } from "../../src/protocol/codec/decodeObject.ts";
import { encodeObject } from "../../src/protocol/codec/encodeObject.ts";
import { objectToJson } from "../../src/protocol/codec/json.ts";
import { bytesToHex, hexToBytes } from "../../src/protocol/hex.ts";
import { OpenView } from "../../src/state/openView.ts";
import { EntryMapView } from "../support/entryMapView.ts";
import type { Recording } from "./recording.ts";

/** The first thing that came out otherwise than recorded. */
export interface Difference {
  readonly step: number;
  readonly what: string;
}

/**
 * Applies the transactions of every closed ledger in the recorded order to the engine alone (no node, no store, no
 * trees), and compares results and metadata bytes: the shortest way from a difference to the rule behind it.
 */
export function replayEngine({ head, steps }: Recording): Difference | undefined {
  const { base_fee_drops, reserve_base_drops, reserve_inc_drops } = head.network;
  const state = EntryMapView.fromSerialized(
    {
      base: BigInt(base_fee_drops),
      units: base_fee_drops,
      reserveBase: BigInt(reserve_base_drops),
      reserveIncrement: BigInt(reserve_inc_drops),
    },
    head.genesis.state_after_ledger_2,
  );
  const blobs = new Map<string, string>();
  let parent = head.genesis.ledgers[1]!;

  for (const [step, recorded] of steps.entries()) {
    if (recorded.do === "submit") blobs.set(recorded.hash, recorded.tx_blob);
    if (recorded.do !== "close") continue;
    const view = new OpenView<never>(state, {
      ledgerIndex: Number(recorded.ledger.ledger_index),
      parentHash: parent.ledger_hash,
      parentCloseTime: parent.close_time,
      open: false,
      rules: state.rules,
      fees: state.fees,
    });
    for (const { hash, result, meta, tx_blob } of recorded.transactions) {
      const blob = tx_blob ?? blobs.get(hash);
      if (blob === undefined) return { step, what: `${hash} was never submitted` };
      const transaction = parseTransaction(hexToBytes(blob));
      const at = `${transaction.tx.TransactionType} ${hash}`;
      if (transaction.hash !== hash) return { step, what: `${at}: hash ${transaction.hash}` };
      const flags = { retry: false, failHard: false, dryRun: false };
      const outcome = applyTransaction(view as never, transaction, flags);
      if (outcome.result !== result) {
        const why = outcome.exception instanceof Error ? `\n${outcome.exception.stack}` : "";
        return {
          step,
          what: `${at}: ${outcome.result}, recorded ${result} ${outcome.violations ?? ""}${why}`,
        };
      }
      if (outcome.metadata === undefined) return { step, what: `${at}: not applied` };
      const made = bytesToHex(encodeObject(outcome.metadata));
      if (made !== meta) return { step, what: `${at}: metadata\n${differenceOf(made, meta)}` };
    }
    // Every ledger also writes its parent's hash into its skip list, which no transaction looks at.
    for (const [key, entry] of view.changes) {
      if (entry === null) state.delete(key);
      else state.put(entry);
    }
    parent = recorded.ledger;
  }
  return undefined;
}

function differenceOf(made: string, recorded: string): string {
  const lines = (hex: string) =>
    JSON.stringify(objectToJson(decodeObject(hexToBytes(hex)), { native: "XRP" }), null, 1).split("\n");
  const ours = lines(made);
  const theirs = lines(recorded);
  const missing = theirs.filter((line) => !ours.includes(line)).map((line) => `- ${line}`);
  const extra = ours.filter((line) => !theirs.includes(line)).map((line) => `+ ${line}`);
  return [...missing, ...extra].slice(0, 40).join("\n");
}
