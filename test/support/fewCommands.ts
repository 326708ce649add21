import { type Command, defineCommand, optional, required } from "../../src/commands/command.ts";
import type { Services } from "../../src/commands/context.ts";
import { createDispatcher, type Dispatcher } from "../../src/commands/dispatch.ts";
import { anything, text, unsigned } from "../../src/commands/kinds.ts";
import { RpcError } from "../../src/commands/rpcErrors.ts";

/** How many calls of `slow` have begun: tests wait for one to be under way. */
export const slowCalls = { begun: 0 };

const commands: readonly Command[] = [
  defineCommand({
    name: "who",
    summary: "Who asks, and in which version.",
    request: {},
    handle: (_input, { caller: { role, user, forwardedFor }, apiVersion }) => ({
      role,
      apiVersion,
      ...(user !== undefined && { user }),
      ...(forwardedFor !== undefined && { forwardedFor }),
    }),
  }),
  defineCommand({
    name: "slow",
    summary: "Answers after a while.",
    request: { value: optional(anything, null) },
    async handle({ value }) {
      slowCalls.begun++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { value };
    },
  }),
  defineCommand({
    name: "much",
    summary: "Answers at length.",
    request: { length: required(unsigned) },
    handle: ({ length }) => ({ text: "x".repeat(length) }),
  }),
  defineCommand({
    name: "find",
    summary: "Finds nothing.",
    request: { what: required(text) },
    handle({ what }) {
      throw new RpcError(what === "ledger" ? "lgrNotFound" : "entryNotFound");
    },
  }),
  defineCommand({
    name: "halt",
    summary: "Does nothing.",
    permission: "admin",
    request: {},
    handle: () => ({}),
  }),
  defineCommand({
    name: "tell",
    summary: "Tells the caller later.",
    request: { times: optional(anything, 1), length: optional(anything, 1) },
    handle({ times, length }, { caller: { subscriber } }) {
      const message = JSON.stringify({ told: "x".repeat(Number(length)) });
      for (let time = 0; time < Number(times); time++) subscriber?.send(message);
      return { isHeard: subscriber !== undefined };
    },
  }),
];

/** A dispatcher for tests of transports: few commands, and no ledger behind them. */
export const fewCommands = (): Dispatcher =>
  createDispatcher({
    ...({} as Services),
    commands,
    onFault: (command, error) => {
      throw new Error(`${command} met a mistake of ours`, { cause: error });
    },
  });
