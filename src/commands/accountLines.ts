import { sideOf } from "../engine/trust/lineSide.ts";
import { amountToText } from "../protocol/amounts/amountText.ts";
import { negate } from "../protocol/amounts/arithmetic.ts";
import { currencyOf, issuerOf } from "../protocol/amounts/issue.ts";
import { encodeAddress } from "../protocol/base58.ts";
import { hasFlag, lsfHighFreeze, lsfHighReserve, lsfLowReserve } from "../protocol/flags.ts";
import type { Keylet } from "../protocol/keylets.ts";
import type { RippleState } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../protocol/types.ts";
import { anyAccount, existingAccount } from "./accounts.ts";
import { defineCommand, optional, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { flag, hash256FromText, strictText } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { visitOwned } from "./ownedEntries.ts";
import { accountListRange, limit } from "./paging.ts";
import { currencyJson } from "./present.ts";
import { RpcError } from "./rpcErrors.ts";
import { since2 } from "./versions/since2.ts";
import { manyRows, ownsMuch } from "./weight.ts";

/** The trust lines of one account, each told from that account's side. */
export const accountLines = defineCommand({
  name: "account_lines",
  summary: "An account's trust lines: balances in issued currencies, and limits.",
  request: {
    ledger: ledgerSelector,
    account: required(existingAccount),
    peer: optional(anyAccount),
    limit: limit(accountListRange),
    marker: optional(strictText),
    ignore_default: since2(optional(flag, false), false),
  },
  source: "chosen ledger",
  isHeavy: ({ ledger, account, peer, limit: rows }) =>
    rows > manyRows || (peer !== undefined && ownsMuch(ledger, account)),

  handle({ ledger, account, peer, limit: rows, marker, ignore_default: ignoresDefault }, context) {
    const lines: JsonObject[] = [];
    let wanted = rows + 1;
    let resume: { after: string; page: bigint } | undefined;
    if (marker !== undefined) {
      // The marker is the first line of this page, whoever its peer is.
      const line = markedLine(marker, account, context);
      lines.push(lineJson(line, account, context));
      resume = { after: line.index, page: line[isLow(line, account) ? "LowNode" : "HighNode"] ?? 0n };
      wanted = rows;
    }
    const found: Readonly<RippleState>[] = [];
    const isKnown = visitOwned(ledger, account, resume, wanted, (entry) => {
      if (entry.LedgerEntryType !== "RippleState") return false;
      if (peer !== undefined && peerOf(entry, account) !== peer) return false;
      if (ignoresDefault && !isReserved(entry, account)) return false;
      found.push(entry);
      return true;
    });
    if (!isKnown) throw new RpcError("invalidParams");

    const next = found.length === wanted ? found.pop() : undefined;
    for (const line of found) lines.push(lineJson(line, account, context));
    return {
      account: encodeAddress(account),
      lines,
      ...ledgerFields(ledger),
      ...(next !== undefined && { limit: rows, marker: next.index }),
    };
  },
});

function markedLine(marker: string, account: AccountID, { ledger }: CommandContext): Readonly<RippleState> {
  const key = hash256FromText(marker);
  const keylet: Keylet<RippleState> | undefined =
    key === undefined ? undefined : { type: "RippleState", key };
  const line = keylet === undefined ? undefined : ledger!.read(keylet);
  if (line === undefined) throw new RpcError("invalidParams");
  if (issuerOf(line.LowLimit) !== account && issuerOf(line.HighLimit) !== account) {
    throw new RpcError("invalidParams");
  }
  return line;
}

const isLow = (line: Readonly<RippleState>, account: AccountID): boolean =>
  issuerOf(line.LowLimit) === account;

/** False for a line that costs the account no reserve: its side is as if there were no line. */
const isReserved = (line: Readonly<RippleState>, account: AccountID): boolean =>
  hasFlag(line.Flags, isLow(line, account) ? lsfLowReserve : lsfHighReserve);

const peerOf = (line: Readonly<RippleState>, account: AccountID): AccountID =>
  issuerOf(isLow(line, account) ? line.HighLimit : line.LowLimit);

function lineJson(line: Readonly<RippleState>, account: AccountID, context: CommandContext): JsonObject {
  const peer = peerOf(line, account);
  const own = sideOf(account, peer);
  const other = sideOf(peer, account);
  const has = (flag: number): boolean => hasFlag(line.Flags, flag);
  // The reference asks the line for its "default ripple" flag, which on a line is the high side's freeze.
  const showsNoRipple = !has(lsfHighFreeze);
  return {
    account: encodeAddress(peer),
    balance: amountToText(isLow(line, account) ? line.Balance : negate(line.Balance)),
    currency: currencyJson(currencyOf(line.Balance), context),
    limit: amountToText(line[own.limit]),
    limit_peer: amountToText(line[other.limit]),
    quality_in: line[own.qualityIn] ?? 0,
    quality_out: line[own.qualityOut] ?? 0,
    ...(has(own.auth) && { authorized: true }),
    ...(has(other.auth) && { peer_authorized: true }),
    ...((has(own.noRipple) || showsNoRipple) && { no_ripple: has(own.noRipple) }),
    ...((has(other.noRipple) || showsNoRipple) && { no_ripple_peer: has(other.noRipple) }),
    ...(has(own.freeze) && { freeze: true }),
    ...(has(other.freeze) && { freeze_peer: true }),
  };
}
