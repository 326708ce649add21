import { z } from "zod";
import { address, party } from "./address.ts";
import { hash256 } from "./ledgerChoice.ts";

const uint32 = z.int().min(0).max(0xffff_ffff);
const positive = z.int().min(1).max(0xffff_ffff);

export const decimal = z
  .string()
  .regex(/^\d{1,32}(\.\d{1,32})?([eE][+-]?\d{1,2})?$/, "not a decimal number")
  .meta({ examples: ["1"] });
const nativeUnits = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, "not a number of whole units");

/** `drops`, the native code, three characters, or 40 hexadecimal digits. */
export const currency = z
  .string()
  .regex(/^(drops|[0-9A-Fa-f]{40}|[A-Za-z0-9?!@#$%^&*<>(){}[\]|]{3})$/, "not a currency")
  .meta({
    id: "Currency",
    examples: ["drops"],
    description:
      "A currency code: three characters, or 40 hexadecimal digits. The native currency's own code is for whole units of it, `drops` for millionths.",
  });

export const amount = z
  .strictObject({ value: decimal, currency, issuer: address.optional() })
  .meta({ id: "Amount", description: "An amount; the native currency has no issuer." });
export type AmountInput = z.output<typeof amount>;

export const paymentOrder = z
  .strictObject({
    source_address: party,
    source_amount: amount.optional().meta({
      description:
        "The most that the payment may cost, fee aside; without an issuer, of whoever the sender has it. Not needed to pay the native currency with itself.",
    }),
    source_tag: uint32.optional(),
    destination_address: party,
    destination_amount: amount.meta({
      description: "What is to arrive; without an issuer, of whoever the receiver trusts.",
    }),
    destination_tag: uint32.optional(),
    invoice_id: hash256.optional(),
    paths: z
      .array(z.array(z.looseObject({})))
      .optional()
      .meta({ description: "Paths as `ripple_path_find` gives them." }),
    partial_payment: z.boolean().optional().meta({ description: "Whether less may arrive." }),
    no_direct_ripple: z.boolean().optional().meta({ description: "Only over the given paths." }),
  })
  .meta({ id: "PaymentOrder" });

export const instructions = z
  .strictObject({
    fee: nativeUnits.optional().meta({ description: "The fee, in whole units." }),
    maxFee: nativeUnits.optional().meta({
      description: "Refuse to pay more than this, in whole units, where the fee is left to the server.",
    }),
    maxLedgerVersion: positive
      .optional()
      .meta({ description: "The last ledger that the transaction may be in." }),
    maxLedgerVersionOffset: positive
      .max(1_000_000)
      .optional()
      .meta({ description: "The same, counted from the last validated ledger. Default: 20." }),
    sequence: uint32.optional(),
  })
  .meta({
    id: "Instructions",
    description: "How to carry out a transaction. What is left out, the server chooses.",
  });
export type Instructions = z.output<typeof instructions>;

export const signedTransaction = z
  .union([
    z.strictObject({ signedTransaction: z.string().min(1), fail_hard: z.boolean().optional() }),
    z.strictObject({ tx_blob: z.string().min(1), fail_hard: z.boolean().optional() }),
  ])
  .meta({ id: "SignedTransaction", description: "A signed transaction, serialized, in hexadecimal digits." });
