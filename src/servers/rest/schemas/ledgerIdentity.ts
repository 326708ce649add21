import { z } from "zod";

export const hashText = z.string().regex(/^[0-9A-F]{64}$/);
export const ledgerIndex = z.int().min(0).max(0xffff_ffff);

/** Which ledger a reply is about: a closed one, or the open one. */
export const ledgerIdentity = {
  ledger_hash: hashText.optional(),
  ledger_index: ledgerIndex.optional().meta({ description: "Where the ledger is closed." }),
  ledger_current_index: ledgerIndex.optional().meta({ description: "Where the ledger is still open." }),
  validated: z.boolean().meta({ description: "True where the ledger is final." }),
};

/** Beside the rows of a page. */
export const paging = {
  limit: z.int().optional().meta({ description: "Rows asked for; there where there is another page." }),
  marker: z.string().optional().meta({ description: "Where the next page goes on; absent on the last." }),
};
