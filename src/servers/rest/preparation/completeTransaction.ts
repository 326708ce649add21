import type { JsonObject } from "../../../commands/json.ts";
import { currentFee } from "../../../commands/signing/checkTxJson.ts";
import { tfFullyCanonicalSig, withFlag } from "../../../protocol/flags.ts";
import type { AccountID } from "../../../protocol/types.ts";
import { dropsOf, wholeUnits } from "../decimalText.ts";
import { badRequest, codeOf, RestError } from "../restError.ts";
import type { RestServices } from "../route.ts";
import type { Instructions } from "../schemas/payment.ts";

/** How many ledgers a transaction has, where its sender does not say: client libraries' usual. */
const usualLedgers = 20;

/** A transaction ready to be signed, and the ledgers in which it can come to be. */
export interface Prepared {
  readonly tx: JsonObject;
  readonly minLedger: number;
  readonly maxLedger: number;
}

/**
 * Fills in Fee, Sequence, LastLedgerSequence and Flags.
 * @throws RestError 404 where there is no such sender, 422 where the fee is above the limit
 */
export function completeTransaction(
  tx: JsonObject,
  sender: AccountID,
  { fee, maxFee, maxLedgerVersion, maxLedgerVersionOffset, sequence }: Instructions,
  rest: RestServices,
): Prepared {
  const { node } = rest;
  const nextSequence = node.queue.nextSequence(sender);
  if (nextSequence === 0) {
    throw new RestError(404, [{ code: codeOf("srcActNotFound"), message: "Source account not found." }]);
  }
  if (maxLedgerVersion !== undefined && maxLedgerVersionOffset !== undefined) {
    throw badRequest("instructions: maxLedgerVersion and maxLedgerVersionOffset say the same thing");
  }
  const minLedger = node.ledgers.validated().ledgerIndex;
  const maxLedger = maxLedgerVersion ?? minLedger + (maxLedgerVersionOffset ?? usualLedgers);
  return {
    tx: {
      ...tx,
      Flags: withFlag(Number(tx.Flags ?? 0), tfFullyCanonicalSig),
      Fee: feeFor(fee, maxFee, rest),
      Sequence: sequence ?? nextSequence,
      LastLedgerSequence: maxLedger,
    },
    minLedger,
    maxLedger,
  };
}

function feeFor(fee: string | undefined, maxFee: string | undefined, rest: RestServices): string {
  if (fee !== undefined) return String(dropsOf(fee));
  const needed = currentFee(rest);
  if (maxFee !== undefined && needed > dropsOf(maxFee)!) {
    const message = `The fee is ${wholeUnits(needed)} ${rest.native} now, which exceeds maxFee.`;
    throw new RestError(422, [{ code: codeOf("highFee"), message }]);
  }
  return needed.toString();
}
