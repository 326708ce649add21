import { parityRate, type Rate } from "../../protocol/amounts/rate.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountID } from "../../protocol/types.ts";
import type { ReadView } from "../../state/view.ts";

/** What an issuer charges when others pass its money on: sent per billion that arrives. */
export const transferRate = (view: ReadView, issuer: AccountID): Rate =>
  view.read(keylet.account(issuer))?.TransferRate ?? parityRate;
