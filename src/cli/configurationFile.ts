import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { allProtocols } from "../servers/access.ts";
import { ConfigurationError } from "./configurationError.ts";
import {
  expectedClosePolicy,
  expectedNativeCode,
  inMemory,
  mostReaders,
  parseClosePolicy,
  parseNativeCode,
} from "./settingText.ts";

// What a configuration file may say. Names are the reference's where it has the setting.

const integer = (least: number, most: number) => z.int().min(least).max(most);
const portNumber = integer(0, 65_535);
const percent = integer(0, 0xffff_ffff);
const count = integer(0, 0xffff_ffff);

/** Drops: a whole number, or its digits as text. */
const drops = z
  .union([z.int().nonnegative(), z.bigint().nonnegative(), z.string().regex(/^\d{1,18}$/)])
  .transform(BigInt);

const closePolicy = z.string().transform((text, context) => {
  const policy = parseClosePolicy(text);
  if (policy !== undefined) return policy;
  context.addIssue(expectedClosePolicy);
  return z.NEVER;
});

const nativeCurrency = z.string().refine((text) => parseNativeCode(text) !== undefined, expectedNativeCode);

const addresses = z.array(z.string());
const protocols = z.array(z.enum(allProtocols)).min(1);

const transactionQueue = z.strictObject({
  ledgers_in_queue: count.optional(),
  minimum_queue_size: count.optional(),
  retry_sequence_percent: percent.optional(),
  minimum_escalation_multiplier: z.int().nonnegative().optional(),
  minimum_txn_in_ledger: count.optional(),
  minimum_txn_in_ledger_standalone: count.optional(),
  target_txn_in_ledger: count.optional(),
  maximum_txn_in_ledger: count.optional(),
  normal_consensus_increase_percent: percent.optional(),
  slow_consensus_decrease_percent: percent.optional(),
  maximum_txn_per_account: count.optional(),
  minimum_last_ledger_buffer: count.optional(),
});

/** Below this, a close would read the same tree pages from the disk again and again. */
const leastCacheMegabytes = 8;

const configurationFile = z.strictObject({
  data: z.string().min(1).optional(),
  close: closePolicy.optional(),
  native_currency: nativeCurrency.optional(),
  network_id: integer(0, 0xffff_ffff).optional(),
  genesis: z.string().min(1).optional(),
  snapshot: z.string().min(1).optional(),
  readers: integer(0, mostReaders).optional(),
  cache_mb: integer(leastCacheMegabytes, 1 << 20).optional(),
  ledger_history: z.union([z.literal("full"), integer(256, 0xffff_ffff)]).optional(),
  server: z
    .strictObject({
      port: portNumber.optional(),
      public_port: portNumber.optional(),
      public_signing: z.boolean().optional(),
      protocols: protocols.optional(),
      admin: addresses.optional(),
      secure_gateway: addresses.optional(),
      ports: z
        .array(
          z.strictObject({
            port: portNumber,
            protocols: protocols.optional(),
            admin: addresses.optional(),
            secure_gateway: addresses.optional(),
          }),
        )
        .optional(),
    })
    .optional(),
  signing: z
    .array(
      z.strictObject({
        address: z.string(),
        seed: z.string(),
        key_type: z.enum(["secp256k1", "ed25519"]).optional(),
        token: z.string(),
      }),
    )
    .optional(),
  fees: z
    .strictObject({
      base_fee: drops.optional(),
      reserve_base: drops.optional(),
      reserve_increment: drops.optional(),
    })
    .optional(),
  voting: z
    .strictObject({
      reference_fee: drops.optional(),
      account_reserve: drops.optional(),
      owner_reserve: drops.optional(),
    })
    .optional(),
  transaction_queue: transactionQueue.optional(),
  log: z
    .strictObject({
      level: z.enum(["trace", "debug", "info", "warn", "error", "fatal"]).optional(),
      file: z.string().min(1).optional(),
    })
    .optional(),
});

export type ConfigurationFile = z.infer<typeof configurationFile>;
export type TransactionQueueSection = z.infer<typeof transactionQueue>;

/**
 * The file's settings; its relative paths are relative to its folder, and come back absolute.
 * @throws ConfigurationError naming the key
 */
export function readConfigurationFile(path: string): ConfigurationFile {
  const folder = dirname(resolve(path));
  const settings = checkConfiguration(parseToml(path));
  const within = (relative: string | undefined) =>
    relative === undefined ? undefined : resolve(folder, relative);
  return {
    ...settings,
    data: settings.data === inMemory ? inMemory : within(settings.data),
    genesis: within(settings.genesis),
    snapshot: within(settings.snapshot),
    log: settings.log && { ...settings.log, file: within(settings.log.file) },
  };
}

function parseToml(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigurationError(`--config: ${(error as Error).message}`);
  }
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (error instanceof TomlError) {
      // The message goes on with the lines themselves, and there may be a secret in them.
      const [reason] = error.message.split("\n");
      throw new ConfigurationError(`--config: ${path}:${error.line}:${error.column}: ${reason}`);
    }
    throw error;
  }
}

function checkConfiguration(value: unknown): ConfigurationFile {
  const checked = configurationFile.safeParse(value);
  if (checked.success) return checked.data;
  throw new ConfigurationError(checked.error.issues.map(issueText).join("\n"));
}

/** `transaction_queue.ledgers_in_queue: Invalid input: expected number, received string`. */
function issueText({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}
