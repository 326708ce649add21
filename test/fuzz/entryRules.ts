import { hasFlag, lsfHighReserve, lsfLowReserve } from "../../src/protocol/flags.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { LedgerEntry } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Drops, Hash256 } from "../../src/protocol/types.ts";

/** Where entries must be listed and in whose count they are: told from the protocol, not from the engine's code. */

/** Whose signer list has which key: the entry does not say. */
export type SignerListOwners = ReadonlyMap<Hash256, AccountID>;

function ownerOf(signerList: Hash256, owners: SignerListOwners): AccountID {
  const owner = owners.get(signerList);
  if (owner === undefined) throw new Error(`signer list ${signerList} is nobody's`);
  return owner;
}

/** The accounts whose owner count has this entry, once for each unit. */
export function countedOwners(entry: Readonly<LedgerEntry>, signerLists: SignerListOwners): AccountID[] {
  switch (entry.LedgerEntryType) {
    case "Offer":
    case "Ticket":
    case "Check":
    case "Escrow":
    case "PayChannel":
    case "DepositPreauth":
      return [entry.Account];
    case "SignerList":
      return [ownerOf(entry.index, signerLists)];
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
export function listings(entry: Readonly<LedgerEntry>, signerLists: SignerListOwners): Listing[] {
  const owned = (account: AccountID, page: bigint | undefined): Listing => ({
    root: keylet.ownerDirectory(account).key,
    page: page ?? 0n,
  });
  switch (entry.LedgerEntryType) {
    case "Offer":
      return [owned(entry.Account, entry.OwnerNode), { root: entry.BookDirectory, page: entry.BookNode }];
    case "Ticket":
    case "DepositPreauth":
      return [owned(entry.Account, entry.OwnerNode)];
    case "SignerList":
      return [owned(ownerOf(entry.index, signerLists), entry.OwnerNode)];
    case "Check":
    case "Escrow":
    case "PayChannel": {
      const own = owned(entry.Account, entry.OwnerNode);
      // What one sends to oneself is listed once; DestinationNode may be left out then.
      if (entry.Destination === entry.Account) return [own];
      return [own, owned(entry.Destination, entry.DestinationNode)];
    }
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

/** The drops that an entry holds. */
export function dropsIn(entry: Readonly<LedgerEntry> | undefined): Drops {
  switch (entry?.LedgerEntryType) {
    case "AccountRoot":
      return entry.Balance;
    case "Escrow":
      return entry.Amount;
    case "PayChannel":
      return entry.Amount - entry.Balance;
    default:
      return 0n;
  }
}
