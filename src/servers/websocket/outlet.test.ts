import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Outlet } from "./outlet.ts";

/** A stream that keeps what each write brought, and takes its time with it. */
class SlowStream extends Writable {
  readonly writes: string[] = [];
  private readonly milliseconds: number;

  constructor(milliseconds = 0) {
    super();
    this.milliseconds = milliseconds;
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer }[],
    callback: (error?: Error | null) => void,
  ): void {
    this.writes.push(chunks.map(({ chunk }) => chunk.toString()).join(""));
    const end = performance.now() + this.milliseconds;
    while (performance.now() < end);
    callback();
  }
}

test("what a stream is sent in one turn is one write", async () => {
  const outlet = new Outlet();
  const stream = new SlowStream();
  for (const text of ["a", "b", "c"]) {
    outlet.hold(stream);
    stream.write(text);
  }
  expect(stream.writes).toEqual([]);
  await setImmediate();
  expect(stream.writes).toEqual(["abc"]);
  outlet.hold(stream);
  stream.write("d");
  await setImmediate();
  expect(stream.writes).toEqual(["abc", "d"]);
});

test("many streams let others have their turn", async () => {
  const outlet = new Outlet();
  const streams = Array.from({ length: 64 }, () => new SlowStream(2));
  for (const stream of streams) {
    outlet.hold(stream);
    stream.write("x");
  }
  let turns = 0;
  while (streams.at(-1)!.writes.length === 0) {
    await setImmediate();
    turns++;
    // What is sent meanwhile is not lost.
    if (turns === 1) {
      outlet.hold(streams[0]!);
      streams[0]!.write("y");
    }
  }
  expect(turns).toBeGreaterThan(1);
  await setImmediate();
  await setImmediate();
  expect(streams[0]!.writes).toEqual(["x", "y"]);
  expect(streams.slice(1).every(({ writes }) => writes.join() === "x")).toBe(true);
});

test("a stream that has ended meanwhile is no error", async () => {
  const outlet = new Outlet();
  const stream = new SlowStream();
  outlet.hold(stream);
  stream.write("x");
  stream.destroy();
  await setImmediate();
  expect(stream.writes).toEqual([]);
});
