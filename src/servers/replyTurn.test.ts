import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { ReplyTurn } from "./replyTurn.ts";

/** Notes in `sent` what goes out. */
const responseTo = (sent: string[]): ServerResponse =>
  ({ writeHead: () => {}, end: (text: string) => void sent.push(text) }) as unknown as ServerResponse;

test("replies of one turn go out together, in their order", async () => {
  const sent: string[] = [];
  const turn = new ReplyTurn();
  turn.send(responseTo(sent), 200, "first");
  turn.send(responseTo(sent), 200, "second");
  expect(sent).toEqual([]);
  await setImmediate();
  expect(sent).toEqual(["first", "second"]);
  turn.send(responseTo(sent), 200, "third");
  await setImmediate();
  expect(sent).toEqual(["first", "second", "third"]);
});

test("a reply that has waited for long goes out with the next one", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(100);
  const sent: string[] = [];
  const turn = new ReplyTurn();
  turn.send(responseTo(sent), 200, "first");
  now.mockReturnValue(105);
  turn.send(responseTo(sent), 200, "second");
  expect(sent).toEqual(["first", "second"]);
  // Its own turn's end is still to come, and finds nothing twice.
  turn.send(responseTo(sent), 200, "third");
  now.mockRestore();
  await setImmediate();
  expect(sent).toEqual(["first", "second", "third"]);
});

test("where a turn's end comes late, as between slices of long work, the next replies do not wait for it", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(100);
  const sent: string[] = [];
  const turn = new ReplyTurn();
  const send = (text: string) => turn.send(responseTo(sent), 200, text);
  send("first");
  now.mockReturnValue(108);
  await setImmediate();
  expect(sent).toEqual(["first"]);
  send("at once");
  expect(sent).toEqual(["first", "at once"]);
  now.mockReturnValue(300);
  send("waits again");
  expect(sent).toEqual(["first", "at once"]);
  await setImmediate();
  expect(sent).toEqual(["first", "at once", "waits again"]);
  now.mockRestore();
});
