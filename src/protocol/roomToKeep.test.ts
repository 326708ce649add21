import { expect, test } from "vitest";
import { roomToKeep } from "./roomToKeep.ts";

test("gives room of its own to each", () => {
  const rooms = Array.from({ length: 1000 }, (_, i) => roomToKeep(i).fill(i));
  for (const [i, room] of rooms.entries()) expect(room).toEqual(Buffer.alloc(i, i));
});

test("shares memory among what is small, and not with Buffer's own pool", () => {
  const buffers = new Set(Array.from({ length: 100 }, () => roomToKeep(200).buffer));
  expect(buffers.size).toBeLessThanOrEqual(3);
  expect(buffers.has(Buffer.allocUnsafe(8).buffer)).toBe(false);
});

test("keeps no more than the bytes of what is large", () => {
  expect(roomToKeep(100_000).buffer.byteLength).toBe(100_000);
});
