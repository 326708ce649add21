import type { JsonObject, JsonValue } from "../../../commands/json.ts";
import { hasFlag, lsfRequireDestTag } from "../../../protocol/flags.ts";
import { keylet } from "../../../protocol/keylets.ts";
import { badRequest, wouldFail } from "../restError.ts";
import type { RestServices } from "../route.ts";
import { agreedTag, type Party } from "../schemas/address.ts";
import type { Instructions } from "../schemas/payment.ts";
import { completeTransaction, type Prepared } from "./completeTransaction.ts";

/** A payment that somebody wants to make. */
export interface Order {
  readonly source: Party;
  readonly sourceTag?: number | undefined;
  readonly destination: Party;
  readonly destinationTag?: number | undefined;
  /** As a transaction's JSON has it. */
  readonly amount: JsonValue;
  /** Further fields of the transaction. */
  readonly more?: JsonObject;
}

/**
 * The Payment for an order, complete.
 * @throws RestError 400 where tags contradict each other, 404 without a sender, 422 where it would fail for sure
 */
export function preparePayment(order: Order, instructions: Instructions, rest: RestServices): Prepared {
  const { source, destination, amount, more } = order;
  const sourceTag = tagOf("source", source, order.sourceTag);
  const destinationTag = tagOf("destination", destination, order.destinationTag);
  const tx: JsonObject = {
    TransactionType: "Payment",
    Account: source.address,
    Destination: destination.address,
    Amount: amount,
    ...(sourceTag !== undefined && { SourceTag: sourceTag }),
    ...(destinationTag !== undefined && { DestinationTag: destinationTag }),
    ...more,
  };
  const prepared = completeTransaction(tx, source.account, instructions, rest);
  checkDestination(destination, destinationTag, amount, rest);
  return prepared;
}

/** @throws RestError 400 where an X-address and the tag beside it differ */
export function tagOf(who: string, party: Party, beside: number | undefined): number | undefined {
  const tag = agreedTag(party.tag, beside);
  if (tag === false) throw badRequest(`${who}: the X-address has another tag than the one beside it`);
  return tag;
}

/** What can be seen without applying it, and would only cost the sender a fee. */
function checkDestination(
  { account }: Party,
  tag: number | undefined,
  amount: JsonValue,
  { node, native }: RestServices,
): void {
  const ledger = node.ledgers.current();
  const root = ledger.read(keylet.account(account));
  if (root !== undefined) {
    if (tag === undefined && hasFlag(root.Flags, lsfRequireDestTag)) {
      throw wouldFail("tecDST_TAG_NEEDED", native, "The destination requires a destination tag.");
    }
    return;
  }
  if (typeof amount !== "string") {
    throw wouldFail("tecNO_DST", native, "The destination does not exist, and only native money creates it.");
  }
  if (BigInt(amount) < ledger.fees.reserveBase) {
    throw wouldFail(
      "tecNO_DST_INSUF_XRP",
      native,
      "The destination does not exist, and would be left below the reserve.",
    );
  }
}
