import { lastUnnamedNetwork } from "../../node/networkFault.ts";
import { hasMember, type JsonObject } from "../json.ts";

/** Names the network, where transactions must and this one does not yet. Changes `tx`. */
export function completeNetwork(tx: JsonObject, networkId: number): void {
  if (networkId > lastUnnamedNetwork && !hasMember(tx, "NetworkID")) tx.NetworkID = networkId;
}
