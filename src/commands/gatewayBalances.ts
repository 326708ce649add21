import { type Obligation, unitExponent } from "../node/derived/issuerTotals.ts";
import type { Ledger } from "../node/ledger.ts";
import { amountToText } from "../protocol/amounts/amountText.ts";
import { addAmounts, negate, signum } from "../protocol/amounts/arithmetic.ts";
import { AmountOverflow, issuedAmount, largestAmount } from "../protocol/amounts/canonicalAmount.ts";
import { currencyOf, issuerOf, zeroOf } from "../protocol/amounts/issue.ts";
import type { IssuedAmount } from "../protocol/amounts/issuedAmount.ts";
import { encodeAddress } from "../protocol/base58.ts";
import { hasFlag, lsfHighFreeze, lsfLowFreeze } from "../protocol/flags.ts";
import { keylet } from "../protocol/keylets.ts";
import type { LedgerEntry, RippleState } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Currency, Hash256, Issue } from "../protocol/types.ts";
import { accountFromKeyOrAddress, accountFromText } from "./accounts.ts";
import { defineCommand, optional, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import { isJsonArray, type JsonObject, type JsonValue } from "./json.ts";
import { anything, flag, text } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { ownedEntries } from "./ownedEntries.ts";
import { currencyJson } from "./present.ts";
import { RpcError } from "./rpcErrors.ts";
import { requestRules } from "./versions/requestRules.ts";

/** What an issuer owes, in sum and to its hot wallets, and what others owe it. */
export const gatewayBalances = defineCommand({
  name: "gateway_balances",
  summary: "An issuer's obligations, the balances of its hot wallets, and its assets.",
  request: {
    ledger: ledgerSelector,
    account: required(text, { or: ["ident"], checked: "in turn" }),
    strict: optional(flag, false),
    hotwallet: optional(anything, null),
  },

  handle({ ledger, account: name, strict, hotwallet }, context) {
    const account = accountFromText(name, strict);
    const identity = { account: encodeAddress(account), ...ledgerFields(ledger) };
    const { issuerMustExist, badHotWallet } = requestRules[context.apiVersion];
    if (issuerMustExist && !ledger.has(keylet.account(account))) {
      throw new RpcError("actNotFound", undefined, identity);
    }
    const hotWallets = hotWalletsOf(hotwallet);
    if (hotWallets === undefined) throw new RpcError(badHotWallet, undefined, identity);
    const { obligations, balances, frozen, assets } = sumsOf(account, hotWallets, context);
    return Object.assign(
      identity,
      obligations.size > 0 && {
        obligations: Object.fromEntries(
          [...obligations].map(([currency, sum]) => [currencyJson(currency, context), amountToText(sum)]),
        ),
      },
      balances.size > 0 && { balances: byPeer(balances, context) },
      frozen.size > 0 && { frozen_balances: byPeer(frozen, context) },
      assets.size > 0 && { assets: byPeer(assets, context) },
    );
  },
});

/** The accounts in `hotwallet`: one as text, or a list; null is none. Undefined where one of them is no account. */
function hotWalletsOf(value: JsonValue): ReadonlySet<AccountID> | undefined {
  const names = value === null ? [] : isJsonArray(value) ? value : [value];
  const accounts = new Set<AccountID>();
  for (const name of names) {
    const account = typeof name === "string" ? accountFromKeyOrAddress(name) : undefined;
    if (account === undefined) return undefined;
    accounts.add(account);
  }
  return accounts;
}

interface Sums {
  readonly obligations: Map<Currency, Amount>;
  readonly balances: Map<AccountID, Amount[]>;
  readonly frozen: Map<AccountID, Amount[]>;
  readonly assets: Map<AccountID, Amount[]>;
}

/** Up to this many lines are added up one by one where the reference's rounding on the way shows. */
const maxLinesWalked = 1000;

/**
 * From the sums that the ledger keeps: only lines that are listed one by one are read, so that the cost does not grow
 * with the number of the others.
 */
function sumsOf(account: AccountID, hotWallets: ReadonlySet<AccountID>, { ledger }: CommandContext): Sums {
  const sums: Sums = { obligations: new Map(), balances: new Map(), frozen: new Map(), assets: new Map() };
  const totals = ledger!.totals();
  const listed = [...totals.unusualLines(account)].map((key) => lineOf(ledger!.readKey(key)!, account));
  for (const [currency, { sum, lines }] of totals.obligations(account)) {
    let rest = { sum, lines };
    for (const peer of hotWallets) {
      const line = ledger!.read(keylet.line(account, peer, currency));
      const seen = line && lineOf(line, account);
      if (seen === undefined || seen.isFrozen || signum(seen.balance) >= 0) continue;
      listed.push(seen);
      rest = { sum: rest.sum - unitsOf(negate(seen.balance)), lines: rest.lines - 1 };
    }
    if (rest.lines > 0) {
      sums.obligations.set(currency, totalOf(rest, { currency, issuer: account }, hotWallets, ledger!));
    }
  }
  for (const { balance, peer, isFrozen } of listed.sort(byDirectory)) {
    // A positive balance is unusual: others owe the issuer.
    if (hotWallets.has(peer)) append(sums.balances, peer, negate(balance));
    else if (signum(balance) > 0) append(sums.assets, peer, balance);
    else if (isFrozen) append(sums.frozen, peer, negate(balance));
  }
  return sums;
}

/** A trust line as the account sees it. */
interface SeenLine {
  readonly key: Hash256;
  /** The page of the account's directory that lists it. */
  readonly page: bigint;
  readonly peer: AccountID;
  readonly balance: Amount;
  readonly isFrozen: boolean;
}

function lineOf(entry: Readonly<LedgerEntry>, account: AccountID): SeenLine {
  const line = entry as Readonly<RippleState>;
  const isLow = issuerOf(line.LowLimit) === account;
  return {
    key: line.index,
    page: (isLow ? line.LowNode : line.HighNode) ?? 0n,
    peer: issuerOf(isLow ? line.HighLimit : line.LowLimit),
    balance: isLow ? line.Balance : negate(line.Balance),
    isFrozen: hasFlag(line.Flags, isLow ? lsfLowFreeze : lsfHighFreeze),
  };
}

/** In the order of the account's directory, as a walk over it would meet them. */
const byDirectory = (a: SeenLine, b: SeenLine): number =>
  a.page === b.page ? (a.key < b.key ? -1 : 1) : a.page < b.page ? -1 : 1;

const unitsOf = (amount: Amount): bigint => {
  const { mantissa, exponent } = amount as IssuedAmount;
  return mantissa * 10n ** BigInt(exponent - unitExponent);
};

/**
 * An exact sum as an amount. The reference adds line by line and cuts off each time: where the sum has more digits than
 * an amount, that shows, so as long as there are not too many lines it is done that way.
 */
function totalOf(
  { sum, lines }: Obligation,
  issue: Issue,
  hotWallets: ReadonlySet<AccountID>,
  ledger: Ledger,
): Amount {
  try {
    const exact = exactAmount(sum, issue);
    return lines > maxLinesWalked || unitsOf(exact) === sum ? exact : walkedTotal(issue, hotWallets, ledger);
  } catch (error) {
    if (error instanceof AmountOverflow) return largestAmount(issue);
    throw error;
  }
}

/** Cut off after sixteen digits. @throws AmountOverflow */
function exactAmount(sum: bigint, issue: Issue): Amount {
  const surplus = Math.max(sum.toString().length - 16, 0);
  return issuedAmount(sum / 10n ** BigInt(surplus), unitExponent + surplus, issue);
}

/** @throws AmountOverflow */
function walkedTotal(
  { currency, issuer }: Issue,
  hotWallets: ReadonlySet<AccountID>,
  ledger: Ledger,
): Amount {
  let total: Amount = zeroOf({ currency, issuer });
  for (const entry of ownedEntries(ledger, issuer)) {
    if (entry.LedgerEntryType !== "RippleState" || currencyOf(entry.Balance) !== currency) continue;
    const { balance, isFrozen, peer } = lineOf(entry, issuer);
    if (signum(balance) < 0 && !isFrozen && !hotWallets.has(peer)) total = addAmounts(total, negate(balance));
  }
  return total;
}

function append(map: Map<AccountID, Amount[]>, peer: AccountID, amount: Amount): void {
  const amounts = map.get(peer);
  if (amounts === undefined) map.set(peer, [amount]);
  else amounts.push(amount);
}

const byPeer = (amounts: Map<AccountID, Amount[]>, context: CommandContext): JsonObject =>
  Object.fromEntries(
    [...amounts].map(([peer, list]) => [
      encodeAddress(peer),
      list.map((amount) => ({
        currency: currencyJson(currencyOf(amount), context),
        value: amountToText(amount),
      })),
    ]),
  );
