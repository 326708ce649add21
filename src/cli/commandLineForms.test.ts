import { describe, expect, test } from "vitest";
import recorded from "../../test/vectors/cli/commandLineForms.json" with { type: "json" };
import type { JsonObject } from "../commands/json.ts";
import { RpcError } from "../commands/rpcErrors.ts";
import { commandLineForms } from "./commandLineForms.ts";
import { requestFromArguments } from "./commandLineRequest.ts";

interface Row {
  args: string[];
  method?: string;
  params?: JsonObject;
  batch?: JsonObject[];
  error?: string;
  message?: string;
  throws?: boolean;
}

/** Arguments and what the reference makes of them; its own tests' table. */
describe("the reference's forms", () => {
  for (const row of recorded as Row[]) {
    const [command, ...args] = row.args as [string, ...string[]];
    test(row.args.join(" "), () => {
      if (row.error === undefined && !row.throws) {
        const { method, params } = requestFromArguments(command, args);
        expect({ method, params }).toEqual({ method: row.method, params: row.batch ?? [row.params] });
        return;
      }
      const error = errorOf(() => requestFromArguments(command, args));
      // Where the reference falls over, here the argument is named.
      expect(error.token).toBe(row.error ?? "invalidParams");
      if (row.message !== undefined) expect(error.message).toBe(row.message);
    });
  }

  test("each form has a row", () => {
    const covered = new Set((recorded as Row[]).map(({ args }) => args[0]));
    const missing = Object.keys(commandLineForms).filter((name) => !covered.has(name));
    expect(missing).toEqual([
      "crawl_shards",
      "ledger_accept",
      "manifest",
      "peer_reservations_list",
      "validator_info",
    ]);
  });
});

describe("forms of our own", () => {
  const rows: [string, JsonObject][] = [
    [
      "ledger_entry account_root=rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
      { account_root: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh" },
    ],
    ["ledger_data ledger_index=5 binary=true", { ledger_index: 5, binary: true }],
    ["noripple_check", {}],
    ["ledger_data validated", { params: ["validated"] }],
    [
      "book_offers USD/rIssuer XRP rTaker current 10",
      {
        taker_pays: { currency: "USD", issuer: "rIssuer" },
        taker_gets: { currency: "XRP" },
        issuer: "rTaker",
        ledger_index: "current",
        limit: 10,
      },
    ],
    [
      "manifest n9MXXueo837zYH36DvMc13BwHcqtfAWNJY5czWVbp7uYTj7x17TH",
      { public_key: "n9MXXueo837zYH36DvMc13BwHcqtfAWNJY5czWVbp7uYTj7x17TH" },
    ],
    ["tx HASH binary 5 10", { transaction: "HASH", binary: true, min_ledger: "5", max_ledger: "10" }],
    ["tx HASH 5 10", { transaction: "HASH", min_ledger: "5", max_ledger: "10" }],
  ];
  for (const [line, params] of rows) {
    test(line, () => {
      const [command, ...args] = line.split(" ") as [string, ...string[]];
      expect(requestFromArguments(command, args)).toEqual({ method: command, params: [params] });
    });
  }
});

function errorOf(work: () => unknown): RpcError {
  try {
    work();
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
  throw new Error("expected an RpcError");
}
