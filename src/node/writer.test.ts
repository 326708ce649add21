import { expect, test } from "vitest";
import { TestClock } from "../../test/support/testNode.ts";
import { startCloseTimer } from "./closeTimer.ts";
import { Writer } from "./writer.ts";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("runs tasks in their order, each after the one before is done", async () => {
  const writer = new Writer(new TestClock());
  const seen: string[] = [];
  writer.run(() => void seen.push("at once"));
  writer.run(async () => {
    seen.push("long begins");
    await turn();
    seen.push("long ends");
  });
  for (let i = 0; i < 3000; i++) writer.run(() => void seen.push(`${i}`));
  writer.run(async () => void seen.push("last"));
  expect(seen).toEqual(["at once", "long begins"]);
  expect(writer.isIdle).toBe(false);
  await writer.idle();
  expect(seen.slice(2)).toEqual(["long ends", ...Array.from({ length: 3000 }, (_, i) => `${i}`), "last"]);
  expect(writer.isIdle).toBe(true);
  await writer.idle();
});

test("a close that takes longer than the interval is followed by the next, never overtaken", async () => {
  const clock = new TestClock();
  let running = 0;
  let finish = () => {};
  const stop = startCloseTimer(
    clock,
    1000,
    () => {
      running++;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
    () => {},
  );
  clock.advance(1000);
  clock.advance(5000);
  expect(running).toBe(1);
  finish();
  await turn();
  clock.advance(1);
  expect(running).toBe(2);
  stop();
  finish();
  await turn();
  clock.advance(5000);
  expect(running).toBe(2);
});

test("a failed close ends the timer and is told", async () => {
  const clock = new TestClock();
  const errors: unknown[] = [];
  startCloseTimer(
    clock,
    10,
    () => Promise.reject(new Error("full")),
    (error) => errors.push(error),
  );
  clock.advance(10);
  await turn();
  clock.advance(10);
  await turn();
  expect(errors).toEqual([new Error("full")]);
});
