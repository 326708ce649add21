import { accountHolds } from "../engine/trust/accountFunds.ts";
import { isGlobalFrozen } from "../engine/trust/freeze.ts";
import { transferRate } from "../engine/trust/transferRate.ts";
import { amountToText } from "../protocol/amounts/amountText.ts";
import {
  compareAmounts,
  isNegative,
  minAmount,
  multiply,
  subtractAmounts,
} from "../protocol/amounts/arithmetic.ts";
import { issueOf, zeroOf } from "../protocol/amounts/issue.ts";
import { amountFromQuality } from "../protocol/amounts/quality.ts";
import { divideByRate, multiplyByRate, parityRate } from "../protocol/amounts/rate.ts";
import { keylet, qualityNext, qualityOf } from "../protocol/keylets.ts";
import type { Offer } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount } from "../protocol/types.ts";
import { dirEntries } from "../state/directory.ts";
import type { ReadView } from "../state/view.ts";
import type { Book } from "./books.ts";
import type { JsonObject } from "./json.ts";
import { amountJson, entryJson, type Naming } from "./present.ts";

/**
 * The first offers of a book, best first, each with what its owner can actually give. An owner's funds are
 * shared out among its offers in their order. Source: NetworkOPs.cpp, getBookPage.
 * @param taker whose own issue costs no transfer fee
 */
export function bookPage(
  view: ReadView,
  book: Book,
  taker: AccountID,
  limit: number,
  naming: Naming,
): JsonObject[] {
  const { gets } = book;
  const isFrozen = isGlobalFrozen(view, gets.issuer) || isGlobalFrozen(view, book.pays.issuer);
  const rate = transferRate(view, gets.issuer);
  const fundsLeft = new Map<AccountID, Amount>();
  const page: JsonObject[] = [];

  for (const offer of offersOf(view, book, limit)) {
    const owner = offer.Account;
    const known = owner === gets.issuer || isFrozen ? undefined : fundsLeft.get(owner);
    const funds = known ?? fundsOf(view, offer, book, isFrozen);
    const paysFee = rate !== parityRate && taker !== gets.issuer && owner !== gets.issuer;
    const spendable = paysFee ? divideByRate(funds, rate) : funds;
    const directoryRate = amountFromQuality(qualityOf(offer.BookDirectory));
    const isFunded = compareAmounts(spendable, offer.TakerGets) >= 0;
    const given = isFunded ? offer.TakerGets : spendable;
    const ownerPays = paysFee ? minAmount(funds, multiplyByRate(given, rate)) : given;
    fundsLeft.set(owner, subtractAmounts(funds, ownerPays));

    const json = entryJson(offer, naming);
    if (!isFunded) {
      const taken = multiply(given, directoryRate, issueOf(offer.TakerPays));
      json.taker_gets_funded = amountJson(given, naming);
      json.taker_pays_funded = amountJson(minAmount(offer.TakerPays, taken), naming);
    }
    json.quality = amountToText(directoryRate);
    if (known === undefined) json.owner_funds = amountToText(funds);
    page.push(json);
  }
  return page;
}

/** What the owner of an offer has of what it offers. */
function fundsOf(
  view: ReadView,
  { Account: owner, TakerGets }: Readonly<Offer>,
  { gets }: Book,
  isFrozen: boolean,
): Amount {
  if (owner === gets.issuer) return TakerGets;
  // Offers of others count as unfunded while either side of the book is frozen as a whole.
  if (isFrozen) return zeroOf(gets);
  const held = accountHolds(view, owner, gets, "zeroIfFrozen");
  return isNegative(held) ? zeroOf(gets) : held;
}

/** The offers of a book by quality, and by age within one; at most `limit`. */
export function* offersOf(view: ReadView, { pays, gets }: Book, limit: number): Generator<Readonly<Offer>> {
  const base = keylet.bookBase(pays, gets).key;
  const end = qualityNext(base);
  let left = limit;
  for (let key = view.successor(base, end); key !== undefined; key = view.successor(key, end)) {
    for (const index of dirEntries(view, { type: "DirectoryNode", key })) {
      if (left-- <= 0) return;
      const offer = view.read<Offer>({ type: "Offer", key: index });
      if (offer !== undefined) yield offer;
    }
  }
}
