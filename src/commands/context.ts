import type { Ledger } from "../node/ledger.ts";
import type { Node } from "../node/node.ts";
import type { PathService } from "../node/paths/pathService.ts";
import type { Hash256 } from "../protocol/types.ts";
import type { JsonObject } from "./json.ts";
import type { PathRequests } from "./pathFinding/pathRequests.ts";
import type { ServerControl } from "./serverControl.ts";
import type { Subscriber } from "./subscriptions/subscriber.ts";
import type { Subscriptions } from "./subscriptions/subscriptions.ts";
import type { UrlSubscribers } from "./subscriptions/urlSubscribers.ts";

/**
 * Who asks. `admin` and `identified` callers are not limited; `identified` and `proxied` ones come through a
 * gateway that the server trusts to name them.
 */
export type Role = "admin" | "identified" | "proxied" | "guest";

/** API versions: 1 is the default, and exactly the reference's; 2 has what newer servers changed. */
export type ApiVersion = 1 | 2;

/** The caller's side of a request, as the transport knows it. */
export interface Caller {
  readonly role: Role;
  readonly apiVersion: ApiVersion;
  /** The caller's connection, where it can be told things later: a WebSocket. */
  readonly subscriber: Subscriber | undefined;
  /** Named by a trusted gateway. */
  readonly user?: string | undefined;
  readonly forwardedFor?: string | undefined;
  /** Whether the transport can send a reply before all of it is there. */
  readonly takesParts?: boolean | undefined;
}

/** What commands act on. */
export interface Services {
  readonly node: Node;
  readonly server: ServerControl;
  readonly paths: PathService;
  readonly subscriptions: Subscriptions;
  readonly urlSubscribers: UrlSubscribers;
  readonly pathRequests: PathRequests;
  /** Amendments that this server votes against, by id. */
  readonly vetoes: Set<Hash256>;
}

/** One request on its way through a command. */
export interface CommandContext extends Services {
  /** As received, with `command` in it. Not to be changed. */
  readonly request: JsonObject;
  readonly caller: Caller;
  readonly apiVersion: ApiVersion;
  /** The ledger that the request chose; undefined until its parameter is read. */
  ledger: Ledger | undefined;
}

/** Free of the limits that protect the server. */
export const isPrivileged = (role: Role): boolean => role === "admin" || role === "identified";

/** Whether the caller is free of the limits that protect the server. */
export const isUnlimited = ({ caller }: CommandContext): boolean => isPrivileged(caller.role);

/** Whether the caller is an administrator: the transport decides, by address. */
export const isAdmin = ({ caller }: CommandContext): boolean => caller.role === "admin";
