import { parseArgs } from "node:util";

export interface Options {
  /** Kinds of work; empty for all. */
  readonly kinds: readonly string[];
  /** A server that is measured in place of ours. */
  readonly url: URL | undefined;
  /** Its process, where it runs on this machine. */
  readonly pid: number | undefined;
  readonly connections: number;
  /** Of the market. */
  readonly accounts: number;
  /** In a ledger of the market. */
  readonly transactions: number;
  /** For each query. */
  readonly seconds: number;
  /** Also what takes much longer. */
  readonly long: boolean;
  /** Where figures are written; undefined for nowhere. */
  readonly output: string | undefined;
  /** A folder for profiles of the market's kinds. */
  readonly profiles: string | undefined;
  /** Arguments for the server's Node. */
  readonly nodeArguments: readonly string[];
}

export const usage = `npm run bench -- [options] [kind…]

  --url URL            measure this server in place of a new one (standalone, genesis account still rich,
                       queue open for as many transactions as there are in a ledger: see README.md)
  --pid N              its process, for processor time and memory
  --accounts N         accounts of the market (4000)
  --transactions N     payments in each of its ledgers (12000)
  --connections N      connections that are kept busy (16)
  --seconds N          time for each query (4)
  --long               also 10 million accounts, 100,000 ledgers, and the parts by themselves
  --output FILE        where figures go (bench/results.md; nowhere with --url or --no-output)
  --profiles FOLDER    also profiles of what the server's main thread does, a .cpuprofile for each kind on the market
  --node ARGUMENT      for the server's Node, repeatable: --node=--trace-gc
`;

/** Reads a command line. Throws with a message for the user. */
export function readOptions(args: readonly string[], defaultOutput: string): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: "string" },
      pid: { type: "string" },
      accounts: { type: "string", default: "4000" },
      transactions: { type: "string", default: "12000" },
      connections: { type: "string", default: "16" },
      seconds: { type: "string", default: "4" },
      long: { type: "boolean", default: false },
      output: { type: "string" },
      "no-output": { type: "boolean", default: false },
      profiles: { type: "string" },
      node: { type: "string", multiple: true, default: [] },
    },
  });
  const whole = (name: "accounts" | "transactions" | "connections" | "seconds"): number => {
    const value = Number(values[name]);
    if (!(value > 0) || (name !== "seconds" && !Number.isInteger(value))) {
      throw new Error(`--${name}: expected a number above 0`);
    }
    return value;
  };
  const writesByDefault = values.url === undefined && !values["no-output"];
  return {
    kinds: positionals,
    url: values.url === undefined ? undefined : new URL(values.url),
    pid: values.pid === undefined ? undefined : Number(values.pid),
    connections: whole("connections"),
    accounts: whole("accounts"),
    transactions: whole("transactions"),
    seconds: whole("seconds"),
    long: values.long,
    output: values.output ?? (writesByDefault ? defaultOutput : undefined),
    profiles: values.profiles,
    nodeArguments: values.node,
  };
}
