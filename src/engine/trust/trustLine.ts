import { negate } from "../../protocol/amounts/arithmetic.ts";
import { noAccount, withIssuer, zeroOf } from "../../protocol/amounts/issue.ts";
import type { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { hasFlag, lsfDefaultRipple } from "../../protocol/flags.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { AccountRoot, RippleState } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../../protocol/types.ts";
import { dirInsert, dirRemove } from "../../state/directory.ts";
import { newEntry } from "../../state/newEntry.ts";
import type { ApplyView } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { sideOf } from "./lineSide.ts";

/** A trust line to be made, told from the side of the account that owns it: that pays its reserve. */
export interface NewTrustLine {
  /** From `peek`: its owner count rises. */
  readonly owner: AccountRoot;
  readonly peer: AccountID;
  /** What the owner holds from the start. */
  readonly balance: IssuedAmount;
  /** How much of the peer's money the owner will hold. */
  readonly limit: IssuedAmount;
  readonly authorize?: boolean;
  readonly noRipple?: boolean;
  readonly freeze?: boolean;
  /** 0 stands for none. */
  readonly qualityIn?: number;
  readonly qualityOut?: number;
}

/** Makes a trust line and enters it in both owners' directories. tecDIR_FULL, tecNO_TARGET when the peer is not there. */
export function trustCreate(
  view: ApplyView,
  lineKeylet: Keylet<RippleState>,
  { owner, peer, balance, limit, authorize, noRipple, freeze, qualityIn, qualityOut }: NewTrustLine,
): EngineResult {
  const account = owner.Account;
  const mine = sideOf(account, peer);
  const theirs = sideOf(peer, account);
  const [low, high] = account < peer ? [account, peer] : [peer, account];

  const lowNode = dirInsert(view, keylet.ownerDirectory(low), lineKeylet.key, { Owner: low });
  if (lowNode === undefined) return "tecDIR_FULL";
  const highNode = dirInsert(view, keylet.ownerDirectory(high), lineKeylet.key, { Owner: high });
  if (highNode === undefined) return "tecDIR_FULL";
  const peerRoot = view.peek(keylet.account(peer));
  if (peerRoot === undefined) return "tecNO_TARGET";

  let flags = mine.reserve;
  if (authorize) flags |= mine.auth;
  if (noRipple) flags |= mine.noRipple;
  if (freeze) flags |= mine.freeze;
  // The peer did not ask for the line: its own default decides whether others may ripple through it.
  if (!hasFlag(peerRoot.Flags, lsfDefaultRipple)) flags |= theirs.noRipple;

  const held = withIssuer(balance, noAccount) as IssuedAmount;
  const mineIsLow = account === low;
  const ownLimit = withIssuer(limit, account);
  const peerLimit = zeroOf({ currency: balance.currency, issuer: peer });
  view.insert(
    newEntry<RippleState>(lineKeylet, {
      Flags: flags >>> 0,
      Balance: mineIsLow ? held : negate(held),
      LowLimit: mineIsLow ? ownLimit : peerLimit,
      HighLimit: mineIsLow ? peerLimit : ownLimit,
      LowNode: lowNode,
      HighNode: highNode,
      [mine.qualityIn]: qualityIn || undefined,
      [mine.qualityOut]: qualityOut || undefined,
    }),
  );
  adjustOwnerCount(view, owner, 1);
  view.creditHook(peer, account, balance, zeroOf(balance));
  return "tesSUCCESS";
}

/** Takes a trust line out of the ledger and both directories; owner counts are the caller's business. */
export function trustDelete(view: ApplyView, line: RippleState): EngineResult {
  const low = (line.LowLimit as IssuedAmount).issuer;
  const high = (line.HighLimit as IssuedAmount).issuer;
  if (!dirRemove(view, keylet.ownerDirectory(low), line.LowNode ?? 0n, line.index, false)) {
    return "tefBAD_LEDGER";
  }
  if (!dirRemove(view, keylet.ownerDirectory(high), line.HighNode ?? 0n, line.index, false)) {
    return "tefBAD_LEDGER";
  }
  view.erase(line);
  return "tesSUCCESS";
}
