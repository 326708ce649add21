import type { JsonObject } from "../../../src/commands/json.ts";
import { Random } from "../random.ts";
import type { AttackedServer } from "./attackedServer.ts";
import type { KnownValues } from "./oddValues.ts";

/** What an attack works with. */
export interface AttackContext {
  readonly server: AttackedServer;
  readonly random: Random;
  readonly known: KnownValues;
  /** An odd request of some command, its name as `command`. */
  readonly oddRequest: (random: Random) => JsonObject & { command: string };
  /** How much of everything: 1 for a short run. */
  readonly size: number;
}

/** One kind of attack. Notes what should not have been with the server; never rejects for it. */
export type Attack = (context: AttackContext) => Promise<void>;

/**
 * Does work so many times, a few at a time. Each time has random choices of its own, so that the order in which
 * answers come does not change what is sent.
 */
export async function inParallel(
  random: Random,
  times: number,
  atOnce: number,
  work: (random: Random) => Promise<unknown>,
): Promise<void> {
  const waiting = Array.from({ length: times }, () => new Random(random.bits()));
  const worker = async (): Promise<void> => {
    for (let own = waiting.pop(); own !== undefined; own = waiting.pop()) await work(own);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

export const milliseconds = (time: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, time));
