import { hasFlag, lsfHighReserve, lsfLowReserve } from "../../src/protocol/flags.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { LedgerEntry } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256 } from "../../src/protocol/types.ts";

/** Where entries must be listed and in whose count they are: told from the protocol, not from the engine's code. */

/** The accounts whose owner count has this entry, each once; entries that a market does not make are left out. */
export function countedOwners(entry: Readonly<LedgerEntry>): AccountID[] {
  switch (entry.LedgerEntryType) {
    case "Offer":
    case "Ticket":
      return [entry.Account];
    case "RippleState": {
      const owners: AccountID[] = [];
      if (hasFlag(entry.Flags, lsfLowReserve)) owners.push(issuerOf(entry.LowLimit));
      if (hasFlag(entry.Flags, lsfHighReserve)) owners.push(issuerOf(entry.HighLimit));
      return owners;
    }
    default:
      return [];
  }
}

export interface Listing {
  /** Key of the directory's root. */
  readonly root: Hash256;
  readonly page: bigint;
}

/** The directory pages that must list this entry. */
export function listings(entry: Readonly<LedgerEntry>): Listing[] {
  const owned = (account: AccountID, page: bigint | undefined): Listing => ({
    root: keylet.ownerDirectory(account).key,
    page: page ?? 0n,
  });
  switch (entry.LedgerEntryType) {
    case "Offer":
      return [owned(entry.Account, entry.OwnerNode), { root: entry.BookDirectory, page: entry.BookNode }];
    case "Ticket":
      return [owned(entry.Account, entry.OwnerNode)];
    case "RippleState":
      return [
        owned(issuerOf(entry.LowLimit), entry.LowNode),
        owned(issuerOf(entry.HighLimit), entry.HighNode),
      ];
    default:
      return [];
  }
}

export function issuerOf(amount: Amount): AccountID {
  if (typeof amount === "bigint") throw new Error("drops have no issuer");
  return amount.issuer;
}
