import type { JsonObject } from "../commands/json.ts";
import { RpcError } from "../commands/rpcErrors.ts";
import { account, address, integer, json, ledgerFields } from "./formArguments.ts";

/** How a command's arguments become a request, in the reference's way. */
export interface CommandLineForm {
  /** The arguments, for the help. */
  readonly usage: string;
  /** How many there may be. */
  readonly least: number;
  readonly most: number;
  /** The place of an argument that is a secret. */
  readonly secretAt?: number;
  /** The secret was left out of these arguments: it is to be asked for. */
  readonly lacksSecret?: (args: readonly string[]) => boolean;
  /** @throws RpcError */
  readonly request: (args: readonly string[]) => JsonObject | readonly JsonObject[];
}

/** Whether an argument is a JSON object rather than a word; for commands that take either. */
export const isJsonText = (text: string | undefined): boolean => text?.trimStart().startsWith("{") ?? false;

/** No arguments of its own: whatever is there goes along as a list. */
export const asTheyAre = (args: readonly string[]): JsonObject => (args.length > 0 ? { params: args } : {});

export const nothing: CommandLineForm = { usage: "", least: 0, most: 0, request: asTheyAre };

export const events: CommandLineForm = {
  usage: "",
  least: 0,
  most: Number.POSITIVE_INFINITY,
  request() {
    throw new RpcError("noEvents");
  },
};

/** `<account> [<ledger>] [strict]`; the most arguments differ, and those beyond two mean nothing. */
export const accountItems = (most: number): CommandLineForm => ({
  usage: "<account> [<ledger>] [strict]",
  least: 1,
  most,
  request(args) {
    const isStrict = args.length >= 2 && args.at(-1) === "strict";
    const rest = isStrict ? args.slice(0, -1) : args;
    const [owner, ledger] = rest as [string, ...string[]];
    return {
      account: account(owner),
      ...(isStrict && { strict: 1 }),
      ...(rest.length === 2 && ledgerFields(ledger!)),
    };
  },
});

/** `<account> [<other account>|"" [<ledger>]]`. */
export const accountPair = (other: string, most: number): CommandLineForm => ({
  usage: `<account> [<${other}>|"" [<ledger>]]`,
  least: 1,
  most,
  request: ([owner, peer, ledger]) => ({
    account: account(owner!),
    ...(peer && { [other]: account(peer) }),
    ...(ledger !== undefined && ledgerFields(ledger)),
  }),
});

/**
 * The form of account_tx and its kin.
 * @param flags words that may stand at the end, each a parameter that becomes true
 * @param most how many arguments there may be
 */
export const accountTransactions = (flags: readonly string[], most: number): CommandLineForm => ({
  usage: `<account> [<ledger>|<ledger_min> <ledger_max> [<limit> [<offset>]]] ${flags.map((flag) => `[${flag}]`).join(" ")}`,
  least: 1,
  most,
  request(args) {
    const rest = [...args];
    const request: JsonObject = { account: address(args[0]!) };
    while (rest.length >= 2 && flags.includes(rest.at(-1)!)) request[rest.pop()!] = true;
    const [, first, last, limit, offset] = rest;
    if (first === undefined) return request;
    if (last === undefined) return { ...request, ...ledgerFields(first) };
    const [least, most] = [integer(first), integer(last)];
    if (most !== -1 && most < least) throw new RpcError("lgrIdxsInvalid");
    return {
      ...request,
      ledger_index_min: least,
      ledger_index_max: most,
      ...(limit !== undefined && { limit: integer(limit) }),
      ...(offset !== undefined && flags.includes("descending") && { offset: integer(offset) }),
    };
  },
});

/** `<secret> <tx_json> [offline]`, or for submit a single blob. */
export const signed: CommandLineForm = {
  usage: "<secret> <tx_json> [offline]",
  least: 2,
  most: 3,
  secretAt: 0,
  lacksSecret: ([first]) => isJsonText(first),
  request([secret, transaction, offline]) {
    if (offline !== undefined && offline !== "offline") throw new RpcError("invalidParams");
    return {
      secret,
      tx_json: json(transaction!),
      ...(offline !== undefined && { offline: true }),
    };
  },
};

export const counted: CommandLineForm = {
  usage: "[counters]",
  least: 0,
  most: 1,
  request: ([what]) => (what === "counters" ? { counters: true } : {}),
};

export const ledgerByHashOrIndex: CommandLineForm = {
  usage: "<ledger_hash>|<ledger_index>",
  least: 1,
  most: 1,
  request: ([ledger]) => {
    const { ledger_hash, ledger_index } = ledgerFields(ledger!);
    // A ledger's name asks for ledger 0: only the ledger command knows names.
    return ledger_hash === undefined
      ? { ledger_index: typeof ledger_index === "number" ? ledger_index : 0 }
      : { ledger_hash };
  },
};
