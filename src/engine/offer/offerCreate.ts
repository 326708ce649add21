import { equalAmounts, isPositive, isZero, signum } from "../../protocol/amounts/arithmetic.ts";
import { isNative, issueOf, issuerOf, nativeAccount, sameIssue } from "../../protocol/amounts/issue.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { getRate, maxTickSize } from "../../protocol/amounts/quality.ts";
import { badCurrency } from "../../protocol/currency.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { amount, optional, required, uint32 } from "../../protocol/fieldKinds.ts";
import {
  hasFlag,
  lsfPassive,
  lsfSell,
  tfFillOrKill,
  tfImmediateOrCancel,
  tfPassive,
  tfSell,
} from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Offer } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount } from "../../protocol/types.ts";
import { dirAppend } from "../../state/directory.ts";
import { newEntry } from "../../state/newEntry.ts";
import { Sandbox } from "../../state/sandbox.ts";
import { accountReserve, type ReadView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { hasOnlyFlags, isLegalAmount, sequenceOrTicket } from "../commonChecks.ts";
import { hasExpired } from "../expiration.ts";
import { addToOwnerDirectory } from "../ownerDirectory.ts";
import { type ApplyContext, defineTransaction, type TransactionOf } from "../transaction.ts";
import { accountFunds } from "../trust/accountFunds.ts";
import { requireAuth } from "../trust/authorization.ts";
import { isGlobalFrozen } from "../trust/freeze.ts";
import { crossOffers } from "./crossOffers.ts";
import { deleteOffer } from "./deleteOffer.ts";
import { roundToTick, tickSizeOf } from "./tickSize.ts";

const format = {
  TakerPays: required(amount),
  TakerGets: required(amount),
  Expiration: optional(uint32),
  OfferSequence: optional(uint32),
} as const;
type OfferCreate = TransactionOf<typeof format>;

/**
 * Offers one kind of money for another. What the books hold at this price or a better one is taken at once; what
 * remains is placed in the book, at the price that was asked at first. Source: the reference's CreateOffer.cpp.
 */
export const offerCreate = defineTransaction({
  type: "OfferCreate",
  code: 7,
  format,

  consequences: ({ TakerGets }) => (isNative(TakerGets) ? { potentialSpend: TakerGets } : {}),

  preflight({ tx }) {
    if (!hasOnlyFlags(tx, tfPassive | tfImmediateOrCancel | tfFillOrKill | tfSell)) return "temINVALID_FLAG";
    if (hasFlag(tx.Flags, tfImmediateOrCancel) && hasFlag(tx.Flags, tfFillOrKill)) return "temINVALID_FLAG";
    if (tx.Expiration === 0) return "temBAD_EXPIRATION";
    if (tx.OfferSequence === 0) return "temBAD_SEQUENCE";

    const { TakerPays: pays, TakerGets: gets } = tx;
    if (!isLegalAmount(pays) || !isLegalAmount(gets)) return "temBAD_AMOUNT";
    if (isNative(pays) && isNative(gets)) return "temBAD_OFFER";
    if (!isPositive(pays) || !isPositive(gets)) return "temBAD_OFFER";
    if (sameIssue(issueOf(pays), issueOf(gets))) return "temREDUNDANT";
    for (const side of [pays, gets]) if (issueOf(side).currency === badCurrency) return "temBAD_CURRENCY";
    for (const side of [pays, gets]) {
      if (isNative(side) !== (issuerOf(side) === nativeAccount)) return "temBAD_ISSUER";
    }
    return "tesSUCCESS";
  },

  preclaim({ tx, view, flags }) {
    const { Account: account, TakerPays: pays, TakerGets: gets } = tx;
    const creator = view.read(keylet.account(account));
    if (creator === undefined) return "terNO_ACCOUNT";
    if (isGlobalFrozen(view, issuerOf(pays)) || isGlobalFrozen(view, issuerOf(gets))) return "tecFROZEN";
    if (!isPositive(accountFunds(view, account, gets, "zeroIfFrozen"))) return "tecUNFUNDED_OFFER";
    if (tx.OfferSequence !== undefined && creator.Sequence <= tx.OfferSequence) return "temBAD_SEQUENCE";
    if (hasExpired(tx.Expiration, view.parentCloseTime)) return "tecEXPIRED";
    return isNative(pays) ? "tesSUCCESS" : mayHold(view, account, pays, flags.retry);
  },

  apply(context) {
    const { view } = context;
    // The offer at work, and a ledger where only the dead offers met on the way are gone: for an offer that is
    // to be filled or killed, and is killed.
    const placed = new Sandbox(view);
    const killed = new Sandbox(view);
    const { result, kill } = createOffer(context, placed, killed);
    (kill ? killed : placed).applyTo(view);
    return result;
  },
});

/** Whether the account may come to hold an issued amount: its issuer is there and, if it must, has agreed. */
function mayHold(view: ReadView, account: AccountID, asset: IssuedAmount, retry: boolean): EngineResult {
  if (!view.has(keylet.account(asset.issuer))) return retry ? "terNO_ACCOUNT" : "tecNO_ISSUER";
  const allowed = requireAuth(view, asset, account);
  // While it may be retried, the line or the authorization may still come.
  if (!retry || allowed === "tesSUCCESS") return allowed;
  return allowed === "tecNO_LINE" ? "terNO_LINE" : "terNO_AUTH";
}

interface Outcome {
  readonly result: EngineResult;
  /** Nothing of the offer may stay. */
  readonly kill?: boolean;
}

function createOffer(context: ApplyContext<OfferCreate>, view: Sandbox, killed: Sandbox): Outcome {
  const { tx, priorBalance } = context;
  const account = tx.Account;
  let { TakerPays: pays, TakerGets: gets } = tx;
  // The offer is placed at its first price, whatever crossing and its rounding do to the amounts.
  let rate = getRate(gets, pays);

  if (tx.OfferSequence !== undefined) {
    const replaced = view.peek(keylet.offer(account, tx.OfferSequence));
    const result = replaced === undefined ? "tesSUCCESS" : deleteOffer(view, replaced);
    if (result !== "tesSUCCESS") return { result };
  }
  if (hasExpired(tx.Expiration, view.parentCloseTime)) return { result: "tecEXPIRED" };

  const isSale = hasFlag(tx.Flags, tfSell);
  const tickSize = tickSizeOf(view, pays, gets);
  if (tickSize < maxTickSize) {
    ({ pays, gets } = roundToTick(pays, gets, tickSize, isSale));
    if (isZero(pays) || isZero(gets)) return { result: "tesSUCCESS" };
    rate = getRate(gets, pays);
  }

  const crossed = crossOffers({ account, flags: tx.Flags ?? 0, give: gets, take: pays }, view, killed);
  if (crossed.result !== "tesSUCCESS") return { result: crossed.result };
  const tookSome = !equalAmounts(crossed.give, gets) || !equalAmounts(crossed.take, pays);
  if (signum(crossed.give) < 0 || signum(crossed.take) < 0) return { result: "tefINTERNAL" };
  if (isZero(crossed.give) || isZero(crossed.take)) return { result: "tesSUCCESS" };

  if (hasFlag(tx.Flags, tfFillOrKill)) return { result: "tecKILLED", kill: true };
  if (hasFlag(tx.Flags, tfImmediateOrCancel)) return { result: "tesSUCCESS" };

  const creator = view.peek(keylet.account(account));
  if (creator === undefined) return { result: "tefINTERNAL", kill: true };
  // Without the reserve for one more object, what was crossed stands, but nothing is placed.
  if (priorBalance < accountReserve(view.fees, creator.OwnerCount + 1)) {
    return { result: tookSome ? "tesSUCCESS" : "tecINSUF_RESERVE_OFFER" };
  }
  return { result: placeOffer(tx, view, crossed.take, crossed.give, rate) };
}

/** Puts an offer into its owner's directory and its book. */
function placeOffer(tx: OfferCreate, view: Sandbox, pays: Amount, gets: Amount, rate: bigint): EngineResult {
  const account = tx.Account;
  const sequence = sequenceOrTicket(tx);
  const offerKey = keylet.offer(account, sequence);

  const ownerNode = addToOwnerDirectory(view, account, offerKey.key);
  if (ownerNode === undefined) return "tecDIR_FULL";
  adjustOwnerCount(view, view.peek(keylet.account(account))!, 1);

  const paysIssue = issueOf(pays);
  const getsIssue = issueOf(gets);
  const directory = keylet.quality(keylet.bookBase(paysIssue, getsIssue), rate);
  const bookNode = dirAppend(view, directory, offerKey.key, {
    TakerPaysCurrency: paysIssue.currency,
    TakerPaysIssuer: paysIssue.issuer,
    TakerGetsCurrency: getsIssue.currency,
    TakerGetsIssuer: getsIssue.issuer,
    ExchangeRate: rate,
  });
  if (bookNode === undefined) return "tecDIR_FULL";

  const passive = hasFlag(tx.Flags, tfPassive) ? lsfPassive : 0;
  const sell = hasFlag(tx.Flags, tfSell) ? lsfSell : 0;
  view.insert(
    newEntry<Offer>(offerKey, {
      Account: account,
      Sequence: sequence,
      BookDirectory: directory.key,
      TakerPays: pays,
      TakerGets: gets,
      OwnerNode: ownerNode,
      BookNode: bookNode,
      Expiration: tx.Expiration,
      Flags: passive | sell,
    }),
  );
  return "tesSUCCESS";
}
