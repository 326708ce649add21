import { type Command, defineCommand, type Permission } from "./command.ts";
import { RpcError, type RpcErrorToken } from "./rpcErrors.ts";

/** A command of the reference that has no meaning on this server: it answers with the documented error. */
const notHere = (
  name: string,
  summary: string,
  token: RpcErrorToken,
  permission: Permission = "admin",
): Command =>
  defineCommand({
    name,
    summary: `${summary} Not available on this server.`,
    permission,
    request: {},
    handle() {
      throw new RpcError(token);
    },
  });

/** Why each is not here is told in docs/compatibility.md. */
export const commandsNotHere: readonly Command[] = [
  notHere("blacklist", "Callers that are refused because of the load they cause.", "notImpl"),
  notHere("crawl_shards", "Shards of history that other servers have.", "notEnabled"),
  notHere("download_shard", "Fetches shards of history.", "notEnabled"),
  notHere("ledger_cleaner", "Repairs the ledger store.", "notImpl"),
  notHere("nodetoshard_status", "State of a move of history into shards.", "notEnabled", "user"),
  notHere("peer_reservations_add", "Keeps a place for another server.", "notEnabled"),
  notHere("peer_reservations_del", "Gives a kept place up.", "notEnabled"),
  notHere("peer_reservations_list", "The places kept for other servers.", "notEnabled"),
];
