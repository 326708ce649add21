import type { EngineResult } from "../../protocol/engineResults.ts";
import type { Drops } from "../../protocol/types.ts";
import { maximumDrops } from "../commonChecks.ts";
import type { Transaction } from "../transaction.ts";
import type { Invariant } from "./invariant.ts";

/** The fee charged is not negative, not all the money there is, and not more than the transaction offers. */
export class TransactionFee implements Invariant {
  visit(): void {}

  finalize(tx: Transaction, _result: EngineResult, fee: Drops): string | undefined {
    if (fee < 0n) return `fee paid was negative: ${fee}`;
    if (fee >= maximumDrops) return `fee paid exceeds system limit: ${fee}`;
    if (fee > tx.Fee) return `fee paid is ${fee}, more than the transaction's ${tx.Fee}`;
    return undefined;
  }
}
