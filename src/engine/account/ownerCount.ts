import type { AccountRoot } from "../../protocol/ledgerEntryFormats.ts";
import type { ApplyView } from "../../state/view.ts";

const maximumCount = 0xffff_ffff;

/** An owner count after `delta` objects more: it stops at zero and at the field's end rather than wrap. */
export const adjustedOwnerCount = (count: number, delta: number): number =>
  Math.min(Math.max(count + delta, 0), maximumCount);

/** Changes how many objects an account owns, and so its reserve. `account` came from `peek` of the same view. */
export function adjustOwnerCount(view: ApplyView, account: AccountRoot, delta: number): void {
  const count = adjustedOwnerCount(account.OwnerCount, delta);
  view.adjustOwnerCountHook(account.Account, account.OwnerCount, count);
  account.OwnerCount = count;
  // It may be changed back before the transaction ends, and still shows.
  view.touch(account);
}
