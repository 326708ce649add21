import { z } from "zod";
import { hashText, ledgerIndex } from "./ledgerIdentity.ts";

// Objects of the ledger as commands show them: the fields that are always there, and whatever else there is.

const address = z.string().regex(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/);
const uint32 = z.int().min(0).max(0xffff_ffff);

/** Drops as text, or an issued amount. */
export const ledgerAmount = z
  .union([
    z.string().regex(/^-?\d+$/),
    z.strictObject({ currency: z.string(), issuer: address, value: z.string() }),
  ])
  .meta({ id: "LedgerAmount", description: "Drops of the native currency as text, or an issued amount." });

export const ledgerEntry = z
  .looseObject({ LedgerEntryType: z.string(), Flags: uint32, index: hashText })
  .meta({ id: "LedgerEntry", description: "An entry of the ledger." });

export const accountRoot = z
  .looseObject({
    LedgerEntryType: z.literal("AccountRoot"),
    Account: address,
    Balance: z.string().meta({ description: "Drops." }),
    Flags: uint32,
    OwnerCount: uint32,
    Sequence: uint32,
    PreviousTxnID: hashText,
    PreviousTxnLgrSeq: uint32,
    index: hashText,
  })
  .meta({ id: "AccountRoot", description: "An account's entry." });

const transactionFields = {
  TransactionType: z.string(),
  Account: address,
  Fee: z.string().meta({ description: "Drops." }),
  Sequence: uint32,
};

const metadata = z
  .looseObject({
    TransactionIndex: z.int(),
    TransactionResult: z.string(),
    AffectedNodes: z.array(z.looseObject({})),
  })
  .meta({ id: "Metadata", description: "What a transaction changed." });

export const transaction = z
  .looseObject({
    ...transactionFields,
    hash: hashText,
    ledger_index: ledgerIndex.optional().meta({ description: "The ledger that it is in." }),
    date: z.int().optional().meta({ description: "That ledger's close time, in seconds since 2000-01-01." }),
    meta: metadata.optional(),
    validated: z.boolean().meta({ description: "True where the outcome is final." }),
  })
  .meta({ id: "Transaction", description: "A transaction, and what became of it." });

/** A transaction that may not be signed yet. */
export const transactionJson = z
  .looseObject({ ...transactionFields, hash: hashText.optional() })
  .meta({ id: "TransactionJson", description: "A transaction's fields." });
