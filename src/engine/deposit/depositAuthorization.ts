import { hasFlag, lsfDepositAuth } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountRoot } from "../../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";

/**
 * Whether a transaction of `sender` may bring money into `destination`. An account with DepositAuth takes money
 * only by its own transactions and from accounts that it preauthorized.
 */
export const mayDeposit = (view: ReadView, sender: AccountID, destination: Readonly<AccountRoot>): boolean =>
  !hasFlag(destination.Flags, lsfDepositAuth) ||
  sender === destination.Account ||
  view.has(keylet.depositPreauth(destination.Account, sender));
