import type { Ledger } from "../node/ledger.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountID } from "../protocol/types.ts";

/** Making so many rows of a reply takes about half a millisecond: see CommandDefinition.isHeavy. */
export const manyRows = 200;

/** Looking at so many entries does. */
const manyEntries = 500;

/** Whether a walk over all that the account owns takes long. */
export const ownsMuch = (ledger: Ledger, account: AccountID): boolean =>
  (ledger.read(keylet.account(account))?.OwnerCount ?? 0) > manyEntries;
