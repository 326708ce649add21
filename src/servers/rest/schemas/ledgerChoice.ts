import { z } from "zod";
import { queryInteger } from "./query.ts";

/** A ledger as a request names it, in the words of commands, and whether it will always name the same one. */
export interface LedgerChoice {
  readonly parameters: { readonly ledger_index: number | string } | { readonly ledger_hash: string };
  readonly isFixed: boolean;
}

const hash256Text = /^[0-9A-Fa-f]{64}$/;

/** A hash of 64 hexadecimal digits. */
export const hash256 = z.string().regex(hash256Text, {
  abort: true,
  error: "not 64 hexadecimal digits",
});

const ledgerName = z
  .union([queryInteger(1), z.enum(["validated", "closed", "current"]), hash256], {
    error: "not a ledger's index or hash, nor validated, closed or current",
  })
  .meta({
    id: "LedgerChoice",
    description: "A ledger: its index, its hash, or a word for a recent one.",
  });

const choice = (name: number | string): LedgerChoice =>
  typeof name === "string" && hash256Text.test(name)
    ? { parameters: { ledger_hash: name }, isFixed: true }
    : { parameters: { ledger_index: name }, isFixed: typeof name === "number" };

/** A ledger that a request names. */
export const chosenLedger = ledgerName.transform(choice);

/** The same where only a closed one will do. */
export const chosenClosedLedger = z
  .union([queryInteger(1), z.enum(["validated", "closed"]), hash256], {
    error: "not a ledger's index or hash, nor validated or closed",
  })
  .transform(choice);

/** The ledger that a query is about: the open one, if it does not say. */
export const ledgerInQuery = ledgerName
  .optional()
  .meta({ description: "The ledger to look at; without it, the open one." })
  .transform((name) => choice(name ?? "current"));
