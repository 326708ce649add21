import { issueOf } from "../../src/protocol/amounts/issue.ts";
import { keylet, qualityOf } from "../../src/protocol/keylets.ts";
import type { LedgerEntry, Offer } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Drops, Hash256 } from "../../src/protocol/types.ts";
import { countedOwners, dropsIn, listings, type SignerListOwners } from "./entryRules.ts";
import { exact } from "./exact.ts";

/** Looks at a whole ledger and says what does not hold together. */
export function scan(
  entries: ReadonlyMap<Hash256, Readonly<LedgerEntry>>,
  nativeTotal: Drops,
  signerLists: SignerListOwners,
): string[] {
  const problems: string[] = [];
  const counts = new Map<AccountID, number>();
  const tickets = new Map<AccountID, number>();
  const listed = new Set<string>();
  let drops = 0n;

  for (const [key, entry] of entries) {
    for (const owner of countedOwners(entry, signerLists)) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    for (const { root, page } of listings(entry, signerLists))
      listed.add(`${keylet.directoryPage(root, page).key} ${key}`);
    if (entry.LedgerEntryType === "Ticket") tickets.set(entry.Account, (tickets.get(entry.Account) ?? 0) + 1);
    drops += dropsIn(entry);
    if (entry.LedgerEntryType === "Offer") problems.push(...checkOffer(entry));
  }
  if (drops !== nativeTotal) problems.push(`there are ${drops} drops, there should be ${nativeTotal}`);

  let found = 0;
  for (const [key, entry] of entries) {
    if (entry.LedgerEntryType === "AccountRoot") {
      const owned = counts.get(entry.Account) ?? 0;
      if (entry.OwnerCount !== owned)
        problems.push(`${entry.Account} owns ${owned}, says ${entry.OwnerCount}`);
      if ((entry.TicketCount ?? 0) !== (tickets.get(entry.Account) ?? 0)) {
        problems.push(`${entry.Account} says that it has ${entry.TicketCount} tickets`);
      }
    } else if (entry.LedgerEntryType === "DirectoryNode") {
      for (const index of entry.Indexes) {
        found += 1;
        if (!listed.has(`${key} ${index}`))
          problems.push(`page ${key} lists ${index}, which does not say so`);
      }
    }
  }
  if (found !== listed.size)
    problems.push(`pages list ${found} entries, ${listed.size} say that they are listed`);
  return problems;
}

/** An offer stands in the book of its two issues and offers something. Its price is its directory's. */
function checkOffer(offer: Readonly<Offer>): string[] {
  const problems: string[] = [];
  const book = keylet.bookBase(issueOf(offer.TakerPays), issueOf(offer.TakerGets));
  if (keylet.quality(book, qualityOf(offer.BookDirectory)).key !== offer.BookDirectory) {
    problems.push(`offer ${offer.index} is in another book's directory`);
  }
  if (exact(offer.TakerPays) <= 0n || exact(offer.TakerGets) <= 0n) {
    problems.push(`offer ${offer.index} offers nothing`);
  }
  return problems;
}
