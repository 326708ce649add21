import { z } from "zod";

// What a configuration file may say. Names are the reference's where it has the setting.

const integer = (least: number, most: number) => z.int().min(least).max(most);
const portNumber = integer(0, 65_535);
const percent = integer(0, 0xffff_ffff);
const count = integer(0, 0xffff_ffff);

/** Drops: a whole number, or its digits as text. */
const drops = z
  .union([z.int().nonnegative(), z.bigint().nonnegative(), z.string().regex(/^\d{1,18}$/)])
  .transform(BigInt);

/** `4s`, `500ms`, `instant` or `manual`. */
export const closePolicy = z.string().transform((text, context) => {
  if (text === "instant" || text === "manual") return text;
  const match = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text);
  const milliseconds = match === null ? 0 : Number(match[1]) * (match[2] === "s" ? 1000 : 1);
  if (milliseconds >= 1 && milliseconds <= 86_400_000) return { every: milliseconds };
  context.addIssue('expected a time such as "4s" or "500ms", "instant" or "manual"');
  return z.NEVER;
});

/** Three characters, as in any currency code; the protocol's own letters for a native amount are not forbidden. */
export const nativeCurrency = z.string().regex(/^[A-Z0-9]{3}$/, "expected three capital letters or digits");

const addresses = z.array(z.string());

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

export const configurationFile = z.strictObject({
  data: z.string().min(1).optional(),
  close: closePolicy.optional(),
  native_currency: nativeCurrency.optional(),
  network_id: integer(0, 0xffff_ffff).optional(),
  genesis: z.string().min(1).optional(),
  snapshot: z.string().min(1).optional(),
  ledger_history: z.union([z.literal("full"), integer(256, 0xffff_ffff)]).optional(),
  server: z
    .strictObject({
      port: portNumber.optional(),
      public_port: portNumber.optional(),
      public_signing: z.boolean().optional(),
      admin: addresses.optional(),
      secure_gateway: addresses.optional(),
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
