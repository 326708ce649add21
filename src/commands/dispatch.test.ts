import { expect, test } from "vitest";
import { LedgerNotKept } from "../state/ledgerStore.ts";
import { type Command, defineCommand, required } from "./command.ts";
import type { Caller, Services } from "./context.ts";
import { createDispatcher, type Dispatcher, isErrorReply } from "./dispatch.ts";
import { allCommands } from "./index.ts";
import type { JsonObject } from "./json.ts";
import { text } from "./kinds.ts";
import { RpcError } from "./rpcErrors.ts";

const guest: Caller = { role: "guest", apiVersion: 1, subscriber: undefined };
const admin: Caller = { ...guest, role: "admin" };

const simple = (name: string, handle: Command["run"], more: Partial<Command> = {}): Command => ({
  ...defineCommand({ name, summary: "", request: {}, handle: (_input, context) => handle(context) }),
  ...more,
});

function dispatcherOf(...commands: Command[]): { dispatcher: Dispatcher; faults: [string, unknown][] } {
  const faults: [string, unknown][] = [];
  const dispatcher = createDispatcher({
    ...({} as Services), // none of the commands here needs any
    commands,
    onFault: (command, error) => void faults.push([command, error]),
  });
  return { dispatcher, faults };
}

const mistake = new Error("a mistake of ours");
const { dispatcher, faults } = dispatcherOf(
  simple("now", () => ({ answered: true })),
  simple("later", async () => ({ answered: true })),
  simple("secretly", () => ({ answered: true }), { permission: "admin" }),
  simple("formerly", () => ({ answered: true }), { apiVersions: [1] }),
  simple("refuses", () => {
    throw new RpcError("actNotFound", "No such account.", { ledger_index: 3 });
  }),
  simple("refusesLater", async () => {
    throw new RpcError("entryNotFound");
  }),
  simple("breaks", () => {
    throw mistake;
  }),
  simple("comesTooLate", async () => {
    throw new LedgerNotKept(3, { first: 4, last: 5 });
  }),
  simple("breaksLater", async () => {
    throw mistake;
  }),
  defineCommand({ name: "named", summary: "", request: { name: required(text) }, handle: (input) => input }),
);

const answers: readonly [what: string, request: JsonObject, caller: Caller, reply: JsonObject][] = [
  ["a command", { command: "now" }, guest, { answered: true }],
  ["a command by the name of method", { method: "now" }, guest, { answered: true }],
  ["a command named twice", { command: "now", method: "now" }, guest, { answered: true }],
  ["a command that waits", { command: "later" }, guest, { answered: true }],
  ["an administrator's command", { command: "secretly" }, admin, { answered: true }],
  ["an old command in its version", { command: "formerly" }, guest, { answered: true }],
  [
    "no command",
    {},
    guest,
    { error: "commandMissing", error_code: 47, error_message: "Missing command entry." },
  ],
  [
    "an unknown command",
    { command: "Now" },
    guest,
    { error: "unknownCmd", error_code: 32, error_message: "Unknown method." },
  ],
  ["two commands", { command: "now", method: "later" }, guest, { error: "unknownCmd" }],
  ["a ledger that is deleted meanwhile", { command: "comesTooLate" }, guest, { error: "lgrNotFound" }],
  ["a name that is a list", { command: ["now"] }, guest, { error: "internal" }],
  ["a name that every object has", { command: "toString" }, guest, { error: "unknownCmd" }],
  [
    "an old command in a newer version",
    { command: "formerly" },
    { ...guest, apiVersion: 2 },
    { error: "unknownCmd" },
  ],
  [
    "an administrator's command from a guest",
    { command: "secretly" },
    guest,
    {
      error: "noPermission",
      error_code: 6,
      error_message: "You don't have permission for this command.",
    },
  ],
  [
    "an administrator's command through a gateway",
    { command: "secretly" },
    { ...guest, role: "identified" },
    { error: "noPermission" },
  ],
  [
    "a refusal with more to tell",
    { command: "refuses" },
    guest,
    { error: "actNotFound", error_code: 19, error_message: "No such account.", ledger_index: 3 },
  ],
  ["a refusal after a while", { command: "refusesLater" }, guest, { error: "entryNotFound" }],
  [
    "a value that cannot be converted",
    { command: "named", name: [1] },
    guest,
    { error: "internal", error_code: 73, error_message: "Internal error." },
  ],
];
test.each(answers)("answers %s", async (_what, request, caller, reply) => {
  const answered = await dispatcher.run(request, caller);
  expect(answered).toMatchObject(reply);
  expect(isErrorReply(answered)).toBe("error" in reply);
  expect(faults).toEqual([]);
});

test("answers at once where a command need not wait", () => {
  expect(dispatcher.run({ command: "now" }, guest)).toEqual({ answered: true });
});

test.each(["breaks", "breaksLater"])(
  "hides a mistake of ours from the caller, not from us: %s",
  async (command) => {
    faults.length = 0;
    const reply = await dispatcher.run({ command, secret: "sEd" }, guest);
    expect(reply).toEqual({ error: "internal", error_code: 73, error_message: "Internal error." });
    expect(faults).toEqual([[command, mistake]]);
    faults.length = 0;
  },
);

test("has no time for guests while too many commands are under way", async () => {
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { dispatcher: busy } = dispatcherOf(
    simple("wait", () => finished.then(() => ({ waited: true }))),
    simple("now", () => ({ answered: true })),
  );
  const waiting = Array.from({ length: 501 }, () => busy.run({ command: "wait" }, guest));
  expect(busy.run({ command: "now" }, guest)).toEqual({
    error: "tooBusy",
    error_code: 9,
    error_message: "The server is too busy to help you now.",
  });
  expect(busy.run({ command: "now" }, admin)).toEqual({ answered: true });
  finish();
  expect(await Promise.all(waiting)).toEqual(Array(501).fill({ waited: true }));
  expect(busy.run({ command: "now" }, guest)).toEqual({ answered: true });
});

test("no two commands have the same name in one version, and each says what it does", () => {
  const names = allCommands.flatMap(({ name, apiVersions = [1, 2] }) =>
    apiVersions.map((version) => `${name} ${version}`),
  );
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  expect(allCommands.filter(({ summary }) => !/^[A-Z].*\.$/s.test(summary)).map(({ name }) => name)).toEqual(
    [],
  );
});
