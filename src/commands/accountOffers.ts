import { amountToText } from "../protocol/amounts/amountText.ts";
import { amountFromQuality } from "../protocol/amounts/quality.ts";
import { encodeAddress } from "../protocol/base58.ts";
import { qualityOf } from "../protocol/keylets.ts";
import type { Offer } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../protocol/types.ts";
import { existingAccount } from "./accounts.ts";
import { defineCommand, optional, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { hash256FromText, strictText } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { visitOwned } from "./ownedEntries.ts";
import { accountListRange, limit } from "./paging.ts";
import { amountJson } from "./present.ts";
import { RpcError } from "./rpcErrors.ts";
import { manyRows, ownsMuch } from "./weight.ts";

/** The offers that an account has in order books. */
export const accountOffers = defineCommand({
  name: "account_offers",
  summary: "An account's offers that are not yet taken.",
  request: {
    ledger: ledgerSelector,
    account: required(existingAccount),
    limit: limit(accountListRange),
    marker: optional(strictText),
  },
  source: "chosen ledger",
  // Lines and whatever else stands among the offers is gone over too.
  isHeavy: ({ ledger, account, limit: rows }) => rows > manyRows || ownsMuch(ledger, account),

  handle({ ledger, account, limit: rows, marker }, context) {
    const offers: JsonObject[] = [];
    let wanted = rows + 1;
    let resume: { after: string; page: bigint } | undefined;
    if (marker !== undefined) {
      const offer = markedOffer(marker, account, context);
      offers.push(offerJson(offer, context));
      resume = { after: offer.index, page: offer.OwnerNode };
      wanted = rows;
    }
    const found: Readonly<Offer>[] = [];
    const isKnown = visitOwned(ledger, account, resume, wanted, (entry) => {
      if (entry.LedgerEntryType !== "Offer") return false;
      found.push(entry);
      return true;
    });
    if (!isKnown) throw new RpcError("invalidParams");

    const next = found.length === wanted ? found.pop() : undefined;
    for (const offer of found) offers.push(offerJson(offer, context));
    return {
      account: encodeAddress(account),
      offers,
      ...ledgerFields(ledger),
      ...(next !== undefined && { limit: rows, marker: next.index }),
    };
  },
});

/** The marker is the first offer of this page. */
function markedOffer(marker: string, account: AccountID, { ledger }: CommandContext): Readonly<Offer> {
  const key = hash256FromText(marker);
  const offer = key === undefined ? undefined : ledger!.read<Offer>({ type: "Offer", key });
  if (offer?.Account !== account) throw new RpcError("invalidParams");
  return offer;
}

const offerJson = (offer: Readonly<Offer>, context: CommandContext): JsonObject => ({
  taker_pays: amountJson(offer.TakerPays, context),
  taker_gets: amountJson(offer.TakerGets, context),
  seq: offer.Sequence,
  flags: offer.Flags,
  quality: amountToText(amountFromQuality(qualityOf(offer.BookDirectory))),
  ...(offer.Expiration !== undefined && { expiration: offer.Expiration }),
});
