import type { AccountID, Drops } from "../../protocol/types.ts";

/** Where a development ledger's faucet takes its money from. */
export interface FaucetSettings {
  /** An account that the signing service has the key of. */
  readonly account: AccountID;
  /** What it gives when the caller names no amount. */
  readonly amount: Drops;
  /** The most that it gives at once. */
  readonly most: Drops;
}
