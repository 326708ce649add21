import { type CommandContext, isAdmin } from "../context.ts";
import { hasMember, type JsonObject, member } from "../json.ts";
import { textOf } from "../looseJson.ts";
import { RpcError } from "../rpcErrors.ts";
import type { Subscriber } from "./subscriber.ts";
import { UnusableUrl } from "./urlSubscribers.ts";

/** The connection that asks, or the URL that an administrator names. */
export function subscriberOf(context: CommandContext): Subscriber {
  const { request } = context;
  if (!hasMember(request, "url")) return connectionOf(context);
  if (!isAdmin(context)) throw new RpcError("noPermission");
  const credentials = {
    user: textOf(member(request, "username") ?? member(request, "url_username")),
    password: textOf(member(request, "password") ?? member(request, "url_password")),
  };
  try {
    return context.urlSubscribers.open(textOf(request.url), credentials);
  } catch (error) {
    if (error instanceof UnusableUrl) throw new RpcError("invalidParams", error.message);
    throw error;
  }
}

/** As {@link subscriberOf}, for leaving: undefined where the URL is not subscribed. */
export function knownSubscriberOf(context: CommandContext): Subscriber | undefined {
  if (!hasMember(context.request, "url")) return connectionOf(context);
  if (!isAdmin(context)) throw new RpcError("noPermission");
  return context.urlSubscribers.find(urlOf(context.request));
}

/** The URL that a request names; "" where it names none. */
export const urlOf = (request: JsonObject): string => textOf(request.url);

/** HTTP has no connection on which anything could be told later. */
function connectionOf({ caller }: CommandContext): Subscriber {
  if (caller.subscriber === undefined) throw new RpcError("invalidParams");
  return caller.subscriber;
}
