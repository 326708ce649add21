import type { JsonValue } from "../commands/json.ts";
import { RpcError } from "../commands/rpcErrors.ts";
import {
  accountItems,
  accountPair,
  accountTransactions,
  asTheyAre,
  type CommandLineForm,
  counted,
  events,
  isJsonText,
  ledgerByHashOrIndex,
  nothing,
  signed,
} from "./commandLineForm.ts";
import {
  accountPublicKey,
  channel,
  channelAmount,
  currencyAndIssuer,
  integer,
  json,
  jsonObject,
  ledgerFields,
  nodePublicKey,
  unsigned,
} from "./formArguments.ts";
import { bookLimit, gatewayBalances, isVeto, jsonRpc2, shards } from "./formRequests.ts";

/**
 * Every command that the reference's command line knows, with its arguments.
 *
 * Source: RPCCall.cpp, and the usage text of Main.cpp.
 */
export const commandLineForms: Readonly<Record<string, CommandLineForm>> = {
  account_channels: accountPair("destination_account", 3),
  account_currencies: accountItems(3),
  account_info: accountItems(3),
  account_lines: accountPair("peer", 5),
  account_objects: accountItems(5),
  account_offers: accountItems(4),
  account_tx: accountTransactions(["binary", "count", "descending"], 8),
  book_offers: {
    usage: "<taker_pays> <taker_gets> [<taker> [<ledger> [<limit> [<proof> [<marker>]]]]]",
    least: 2,
    most: 7,
    request: ([pays, gets, issuer, ledger, limit, proof, marker]) => ({
      taker_pays: currencyAndIssuer(pays!),
      taker_gets: currencyAndIssuer(gets!),
      ...(issuer !== undefined && { issuer }),
      ...(ledger !== undefined && ledgerFields(ledger)),
      ...bookLimit(limit, proof),
      ...(proof !== undefined && integer(proof) !== 0 && { proof: true }),
      ...(marker !== undefined && { marker }),
    }),
  },
  can_delete: {
    usage: "[<ledger_index>|<ledger_hash>|now|always|never]",
    least: 0,
    most: 1,
    request: ([until]) =>
      until === undefined ? {} : { can_delete: /^\d*$/.test(until) ? unsigned(until) : until },
  },
  channel_authorize: {
    usage: "<secret> [<key_type>] <channel_id> <drops>",
    least: 3,
    most: 4,
    secretAt: 0,
    lacksSecret: (args) => args.length === 2,
    request(args) {
      const [drops, id, keyType] = args.toReversed();
      const [secret] = args;
      if (args.length === 4 && keyType !== "secp256k1" && keyType !== "ed25519")
        throw new RpcError("badKeyType");
      return {
        ...(args.length === 4 ? { passphrase: secret, key_type: keyType } : { secret }),
        channel_id: channel(id!).toUpperCase(),
        amount: channelAmount(drops!),
      };
    },
  },
  channel_verify: {
    usage: "<public_key> <channel_id> <drops> <signature>",
    least: 4,
    most: 4,
    request([key, id, drops, signature]) {
      const public_key = accountPublicKey(key!);
      channel(id!);
      return { public_key, channel_id: id, amount: channelAmount(drops!), signature };
    },
  },
  connect: {
    usage: "<ip> [<port>]",
    least: 1,
    most: 2,
    request: ([ip, port]) => ({ ip, ...(port !== undefined && { port: unsigned(port) }) }),
  },
  consensus_info: nothing,
  crawl_shards: { ...nothing, most: 2 },
  deposit_authorized: {
    usage: "<source_account> <destination_account> [<ledger>]",
    least: 2,
    most: 3,
    request: ([source_account, destination_account, ledger]) => ({
      source_account,
      destination_account,
      ...(ledger !== undefined && ledgerFields(ledger)),
    }),
  },
  download_shard: {
    usage: "[[<index> <url>]]",
    least: 2,
    most: Number.POSITIVE_INFINITY,
    request: (args) => ({ shards: shards(args) }),
  },
  feature: {
    usage: "[<feature> [accept|reject]]",
    least: 0,
    most: 2,
    request: ([feature, vote]) => ({
      ...(feature !== undefined && { feature }),
      ...(vote !== undefined && { vetoed: isVeto(vote) }),
    }),
  },
  fetch_info: {
    usage: "[clear]",
    least: 0,
    most: 1,
    request: ([what]) => (what === undefined ? {} : { [what]: true }),
  },
  gateway_balances: {
    usage: "[<ledger>] <issuer> [<hotwallet> ...]",
    least: 1,
    most: Number.POSITIVE_INFINITY,
    request: gatewayBalances,
  },
  get_counts: {
    usage: "[<min_count>]",
    least: 0,
    most: 1,
    request: ([count]) => (count === undefined ? {} : { min_count: unsigned(count) }),
  },
  internal: {
    usage: "<command> [<argument> ...]",
    least: 1,
    most: Number.POSITIVE_INFINITY,
    request: ([internal_command, ...params]) => ({ internal_command, params }),
  },
  json: {
    usage: "<method> <json>",
    least: 2,
    most: 2,
    request: ([method, params]) => ({ ...jsonObject(params!), method }),
  },
  json2: { usage: "<json>", least: 1, most: 1, request: ([text]) => jsonRpc2(json(text!)) },
  ledger: {
    usage: "[<id>|current|closed|validated] [full|tx]",
    least: 0,
    most: 2,
    request: ([ledger, what]) => ({
      ...(ledger !== undefined && ledgerFields(ledger)),
      ...(what === "full" && { full: true }),
      ...(what === "tx" && { transactions: true, expand: true }),
    }),
  },
  ledger_accept: nothing,
  ledger_closed: nothing,
  ledger_current: nothing,
  ledger_header: ledgerByHashOrIndex,
  ledger_request: ledgerByHashOrIndex,
  log_level: {
    usage: "[[<partition>] <severity>]",
    least: 0,
    most: 2,
    request(args) {
      if (args.length === 0) return {};
      const [severity, partition] = args.toReversed();
      return { severity, ...(partition !== undefined && { partition }) };
    },
  },
  logrotate: nothing,
  manifest: {
    usage: "<node_public_key>",
    least: 1,
    most: 1,
    request: ([key]) => ({ public_key: nodePublicKey(key!) }),
  },
  nodetoshard_status: nothing,
  owner_info: accountItems(3),
  path_find: events,
  peer_reservations_add: {
    usage: "<public_key> [<description>]",
    least: 1,
    most: 2,
    request: ([public_key, description]) => ({
      public_key,
      ...(description !== undefined && { description }),
    }),
  },
  peer_reservations_del: {
    usage: "<public_key>",
    least: 1,
    most: 1,
    request: ([public_key]) => ({ public_key }),
  },
  peer_reservations_list: nothing,
  peers: nothing,
  ping: nothing,
  print: { ...nothing, most: 1 },
  random: nothing,
  ripple_path_find: {
    usage: "<json> [<ledger>]",
    least: 1,
    most: 2,
    request: ([request, ledger]) => ({
      ...jsonObject(request!),
      ...(ledger !== undefined && ledgerFields(ledger)),
    }),
  },
  server_info: counted,
  server_state: counted,
  sign: signed,
  sign_for: {
    usage: "<signer_address> <secret> <tx_json> [offline]",
    least: 3,
    most: 4,
    secretAt: 1,
    lacksSecret: ([, second]) => isJsonText(second),
    request: ([signer, ...args]) => ({ account: signer, ...signed.request(args) }),
  },
  stop: nothing,
  submit: {
    ...signed,
    usage: "<tx_blob>|<secret> <tx_json>",
    least: 1,
    request: (args) => (args.length === 1 ? { tx_blob: args[0] } : signed.request(args)),
  },
  submit_multisigned: {
    usage: "<tx_json>",
    least: 1,
    most: 1,
    request: ([transaction]) => ({ tx_json: json(transaction!) }),
  },
  subscribe: events,
  transaction_entry: {
    usage: "<tx_hash> <ledger>",
    least: 2,
    most: 2,
    request([tx_hash, ledger]) {
      const fields = ledgerFields(ledger!);
      if (tx_hash!.length !== 64 || fields.ledger_index === 0) throw new RpcError("invalidParams");
      return { tx_hash, ...fields };
    },
  },
  tx: {
    usage: "<tx_hash> [binary] [<min_ledger> <max_ledger>]",
    least: 1,
    most: 4,
    request([transaction, ...rest]) {
      const isFlagged = rest.length === 1 || rest.length === 3;
      const [min_ledger, max_ledger] = isFlagged ? rest.slice(1) : rest;
      return {
        transaction,
        ...(isFlagged && rest[0] === "binary" && { binary: true }),
        ...(max_ledger !== undefined && { min_ledger, max_ledger }),
      };
    },
  },
  tx_account: accountTransactions(["binary", "count", "forward"], 7),
  tx_history: { usage: "<index>", least: 1, most: 1, request: ([start]) => ({ start: unsigned(start!) }) },
  unl_list: nothing,
  unsubscribe: events,
  validation_create: {
    usage: "[<secret>]",
    least: 0,
    most: 1,
    secretAt: 0,
    request: ([secret]) => (secret === undefined ? {} : { secret }),
  },
  validator_info: nothing,
  version: nothing,
  wallet_propose: {
    usage: "[<passphrase>]",
    least: 0,
    most: 1,
    secretAt: 0,
    request: ([passphrase]) => (passphrase === undefined ? {} : { passphrase }),
  },
};

/**
 * Commands without a form: `name=value` pairs, each value JSON or else text; and as in the reference, arguments
 * of another shape go along as a list.
 */
export const otherForm: CommandLineForm = {
  usage: "[<name>=<value> ...]",
  least: 0,
  most: Number.POSITIVE_INFINITY,
  request(args) {
    const pairs = args.map((arg) => /^([a-z]\w*)=(.*)$/s.exec(arg));
    if (pairs.length === 0 || pairs.includes(null)) return asTheyAre(args);
    return Object.fromEntries(pairs.map((pair) => [pair![1]!, jsonOrText(pair![2]!)]));
  },
};

function jsonOrText(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
