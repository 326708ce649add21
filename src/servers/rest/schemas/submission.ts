import { z } from "zod";
import { ledgerIndex } from "./ledgerIdentity.ts";
import { transactionJson } from "./ledgerObjects.ts";

const blob = z
  .string()
  .regex(/^([0-9A-F]{2})+$/)
  .meta({ description: "The transaction as it is signed." });

/** What `submit` answers. */
export const submission = z
  .strictObject({
    engine_result: z
      .string()
      .meta({ description: "Preliminary until the transaction is in a validated ledger." }),
    engine_result_code: z.int(),
    engine_result_message: z.string(),
    tx_blob: blob,
    tx_json: transactionJson,
    accepted: z.boolean().meta({ description: "One of the next four is true: it may yet succeed." }),
    applied: z.boolean().meta({ description: "It is in the open ledger." }),
    broadcast: z.boolean(),
    kept: z.boolean().meta({ description: "It is tried again later." }),
    queued: z.boolean(),
    account_sequence_available: z.int().optional(),
    account_sequence_next: z.int().optional(),
    open_ledger_cost: z.string().optional().meta({ description: "Drops." }),
    validated_ledger_index: ledgerIndex.optional(),
  })
  .meta({ id: "Submission" });

/** A transaction that was completed, and signed for those who showed the account's token, but not submitted. */
export const prepared = z
  .strictObject({
    tx_json: transactionJson,
    tx_blob: blob.optional(),
    min_ledger: ledgerIndex.meta({ description: "The last validated ledger." }),
    max_ledger: ledgerIndex.meta({ description: "The last ledger that it may be in." }),
  })
  .meta({ id: "PreparedTransaction" });
