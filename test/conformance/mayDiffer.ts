import type { MayDiffer } from "./compareJson.ts";

/**
 * Everything in a reply that may differ from the recordings, with the reason: nothing else may.
 *
 * Most are values that no other server could repeat: times of day, random numbers, this server's own name and keys.
 */
export const mayDiffer: readonly MayDiffer[] = [
  { path: "result.info.build_version", reason: "another program" },
  { path: "result.state.build_version", reason: "another program" },
  { path: "result.random", command: "random", reason: "random" },
];
