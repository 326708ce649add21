import { isNegative, isPositive } from "../../protocol/amounts/arithmetic.ts";
import { AmountOverflow } from "../../protocol/amounts/canonicalAmount.ts";
import { currencyOf, issueOf, issuerOf, zeroOf } from "../../protocol/amounts/issue.ts";
import { getRate } from "../../protocol/amounts/quality.ts";
import type { AccountID, Amount, PathSet } from "../../protocol/types.ts";
import { allSteps } from "../../state/steps.ts";
import { type FlowOutcome, flowInSteps } from "./flow.ts";
import type { PaymentSandbox } from "./paymentSandbox.ts";

/** A payment as its sender puts it. */
export interface PaymentRequest {
  readonly source: AccountID;
  readonly destination: AccountID;
  readonly deliver: Amount;
  /** The most that may be spent; negative, and issued by the source, for no limit. */
  readonly maximum: Amount;
  readonly paths: PathSet;
  readonly defaultPath?: boolean;
  readonly partialPayment?: boolean;
  /** Nothing dearer than `maximum` for `deliver`, whatever part of it is paid. */
  readonly limitQuality?: boolean;
}

/**
 * Pays over trust lines and order books; tecINTERNAL where amounts leave their range on the way. For payments and
 * for path finding, which tries one out on a view of its own.
 */
export function rippleCalculate(view: PaymentSandbox, request: PaymentRequest): FlowOutcome {
  return allSteps(rippleCalculateInSteps(view, request));
}

/** As {@link rippleCalculate}, with pauses: much may be tried before a payment is complete. */
export function* rippleCalculateInSteps(
  view: PaymentSandbox,
  request: PaymentRequest,
): Generator<undefined, FlowOutcome> {
  const { source, destination, deliver, maximum, paths } = request;
  const isLimited =
    !isNegative(maximum) || currencyOf(maximum) !== currencyOf(deliver) || issuerOf(maximum) !== source;
  try {
    return yield* flowInSteps(view, {
      source,
      destination,
      deliver,
      sendMax: isLimited ? maximum : undefined,
      paths,
      defaultPath: request.defaultPath ?? true,
      partialPayment: request.partialPayment ?? false,
      limitQuality: request.limitQuality && isPositive(maximum) ? getRate(deliver, maximum) : undefined,
      offerCrossing: false,
    });
  } catch (error) {
    if (!(error instanceof AmountOverflow)) throw error;
    return {
      result: "tecINTERNAL",
      in: zeroOf(issueOf(maximum)),
      out: zeroOf(issueOf(deliver)),
      deadOffers: [],
    };
  }
}
