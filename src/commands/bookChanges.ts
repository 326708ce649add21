import type { Ledger, LedgerTransaction } from "../node/ledger.ts";
import { amountToText } from "../protocol/amounts/amountText.ts";
import {
  addAmounts,
  compareAmounts,
  divide,
  isNegative,
  isZero,
  negate,
  subtractAmounts,
} from "../protocol/amounts/arithmetic.ts";
import { issueOf, noIssue } from "../protocol/amounts/issue.ts";
import { encodeAddress } from "../protocol/base58.ts";
import type { Amount } from "../protocol/types.ts";
import { affectedNodes } from "./affectedNodes.ts";
import { defineCommand } from "./command.ts";
import type { JsonObject } from "./json.ts";
import { ledgerSelector } from "./ledgerSelector.ts";
import { currencyJson, type Naming } from "./present.ts";

/** Trade between two kinds of money within one ledger. Rates are of the first in terms of the second. */
interface Trade {
  volumeA: Amount;
  volumeB: Amount;
  high: Amount;
  low: Amount;
  readonly open: Amount;
  close: Amount;
}

/** What was traded in one ledger, by pairs of money. */
export const bookChanges = defineCommand({
  name: "book_changes",
  summary: "Volumes and rates of all that was traded in a ledger.",
  request: { ledger: ledgerSelector },
  source: "chosen ledger",
  isHeavy: ({ ledger }) => ledger.transactionCount() > 100,
  handle: ({ ledger }, context) => bookChangesJson(ledger, context),
});

/** The reply of book_changes, which is also the message of the stream of that name. */
export function bookChangesJson(ledger: Ledger, naming: Naming): JsonObject {
  const trades = new Map<string, Trade>();
  for (const transaction of ledger.transactions()) addTrades(transaction, trades, naming);
  return {
    type: "bookChanges",
    ledger_index: ledger.ledgerIndex,
    ledger_hash: ledger.hash,
    ledger_time: ledger.header.closeTime,
    validated: ledger.isValidated,
    changes: [...trades]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, trade]) => ({
        currency_a: shownIssue(trade.volumeA, naming),
        currency_b: shownIssue(trade.volumeB, naming),
        volume_a: amountToText(trade.volumeA),
        volume_b: amountToText(trade.volumeB),
        high: amountToText(trade.high),
        low: amountToText(trade.low),
        open: amountToText(trade.open),
        close: amountToText(trade.close),
      })),
  };
}

interface OfferFields {
  readonly TakerGets?: Amount;
  readonly TakerPays?: Amount;
  readonly Sequence?: number;
}

function addTrades(transaction: LedgerTransaction, trades: Map<string, Trade>, naming: Naming): void {
  const { OfferSequence: cancelled } = transaction.tx as { OfferSequence?: number };
  for (const { change, type, finalFields, previousFields } of affectedNodes(transaction)) {
    if (type !== "Offer" || change === "CreatedNode") continue;
    const after = finalFields as OfferFields | undefined;
    const before = previousFields as OfferFields | undefined;
    // An offer that went without a trace of what it was before was not traded but removed.
    if (after?.TakerGets === undefined || after.TakerPays === undefined) continue;
    if (before?.TakerGets === undefined || before.TakerPays === undefined) continue;
    if (change === "DeletedNode" && cancelled !== undefined && after.Sequence === cancelled) continue;
    const gets = subtractAmounts(after.TakerGets, before.TakerGets);
    const pays = subtractAmounts(after.TakerPays, before.TakerPays);
    addTrade(gets, pays, trades, naming);
  }
}

function addTrade(gets: Amount, pays: Amount, trades: Map<string, Trade>, naming: Naming): void {
  const getsName = issueName(gets, naming);
  const paysName = issueName(pays, naming);
  // The native currency comes first, else the order of the names decides.
  const getsFirst = typeof gets === "bigint" || (typeof pays !== "bigint" && getsName < paysName);
  const [first, second] = getsFirst ? [gets, pays] : [pays, gets];
  if (isZero(second)) return;
  const rate = divide(first, second, noIssue);
  const volumeA = isNegative(first) ? negate(first) : first;
  const volumeB = isNegative(second) ? negate(second) : second;
  const key = getsFirst ? `${getsName}|${paysName}` : `${paysName}|${getsName}`;
  const trade = trades.get(key);
  if (trade === undefined) {
    trades.set(key, { volumeA, volumeB, high: rate, low: rate, open: rate, close: rate });
    return;
  }
  trade.volumeA = addAmounts(trade.volumeA, volumeA);
  trade.volumeB = addAmounts(trade.volumeB, volumeB);
  if (compareAmounts(trade.high, rate) < 0) trade.high = rate;
  if (compareAmounts(trade.low, rate) > 0) trade.low = rate;
  trade.close = rate;
}

function issueName(amount: Amount, naming: Naming): string {
  const { currency, issuer } = issueOf(amount);
  const code = currencyJson(currency, naming);
  return typeof amount === "bigint" ? code : `${encodeAddress(issuer)}/${code}`;
}

const shownIssue = (amount: Amount, naming: Naming): string =>
  typeof amount === "bigint" ? `${naming.node.settings.nativeCurrency}_drops` : issueName(amount, naming);
