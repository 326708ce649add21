import type { Transaction } from "../engine/transaction.ts";
import type { EngineResult } from "../protocol/engineResults.ts";

/** Networks up to this id are older than the field `NetworkID`: their transactions never have it. */
export const lastUnnamedNetwork = 1024;

/**
 * Whether a transaction is for another network than this one, or does not say for which. So that nobody can submit it
 * there again, transactions of networks above {@link lastUnnamedNetwork} name their network.
 * @returns undefined where it is for this network. Source: Transactor.cpp, preflight0, of the reference's later versions
 */
export function networkFault({ NetworkID }: Transaction, networkId: number): EngineResult | undefined {
  if (networkId <= lastUnnamedNetwork) {
    return NetworkID === undefined ? undefined : "telNETWORK_ID_MAKES_TX_NON_CANONICAL";
  }
  if (NetworkID === undefined) return "telREQUIRES_NETWORK_ID";
  return NetworkID === networkId ? undefined : "telWRONG_NETWORK";
}
