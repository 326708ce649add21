import type { MayDiffer } from "./compareJson.ts";
import type { Json } from "./recording.ts";

/**
 * Everything in a reply that may differ from the recordings, with the reason: nothing else may.
 *
 * Most are values that no other server could repeat: times of day, random numbers, this server's own name and keys.
 */
export const mayDiffer: readonly MayDiffer[] = [
  ...["info", "state"].flatMap((name): MayDiffer[] => [
    { path: `result.${name}.build_version`, reason: "another program" },
    { path: `result.${name}.hostid`, reason: "another machine" },
    { path: `result.${name}.pubkey_node`, reason: "another server's key" },
    { path: `result.${name}.time`, reason: "a time of day" },
    { path: `result.${name}.uptime`, reason: "how long the server has run" },
    { path: `result.${name}.server_state_duration_us`, reason: "how long the server has run" },
    { path: `result.${name}.state_accounting.*.duration_us`, reason: "how long the server has run" },
    {
      path: `result.${name}.state_accounting.disconnected.transitions`,
      reason:
        "the reference needs some time to start, in which it counts as disconnected; this server does not",
    },
    { path: `result.${name}.load`, reason: "figures of load, by the reference's own kinds of jobs" },
    { path: `result.${name}.validated_ledger.age`, reason: "a time of day" },
  ]),
  { path: "result.random", reason: "random: the command of that name, and a subscription to the server" },
  { path: "result.hostid", command: "subscribe", reason: "another machine" },
  { path: "result.pubkey_node", command: "subscribe", reason: "another server's key" },
  {
    path: "result.destination_currencies",
    command: "ripple_path_find",
    reason: "a set: the reference tells it in the order of a hash table with a random seed",
    when: (recorded, ours) => sorted(recorded) === sorted(ours),
  },
];

const sorted = (list: Json | undefined): string =>
  JSON.stringify([...((list ?? []) as readonly string[])].sort());

/** Requests that are answered otherwise altogether, HTTP status and all, and why. */
const answeredOtherwise: readonly { readonly reason: string; is(request: Json): boolean }[] = [
  {
    reason: "a flat request over HTTP is answered in an envelope; the reference refuses it as a Null method",
    is: (request) => typeof request === "string" && /^\{"command":"[^"]*"[^[{]*\}$/.test(request),
  },
];

export const isAnsweredOtherwise = (request: Json): boolean =>
  answeredOtherwise.some(({ is }) => is(request));
