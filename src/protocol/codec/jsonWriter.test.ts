import { expect, test } from "vitest";
import { JsonWriter } from "./jsonWriter.ts";

const chunkBytes = 1000;

/** A piece of so many bytes, all of one letter, and what it must be as long as it is not given back. */
function piece(json: JsonWriter, letter: string, length: number): { bytes: Buffer; text: string } {
  const text = letter.repeat(length);
  json.raw(text);
  return { bytes: json.take(), text };
}

test("what was taken stays as it is until it is given back, whatever is written then", () => {
  const json = new JsonWriter(chunkBytes);
  const kept: { bytes: Buffer; text: string }[] = [];
  for (let round = 0; round < 2000; round++) {
    kept.push(piece(json, String.fromCharCode(97 + (round % 26)), 1 + ((round * 37) % 290)));
    for (const { bytes, text } of kept) expect(bytes.toString()).toBe(text);
    // Some come back soon, some late, some never.
    if (round % 3 !== 0) json.giveBack(kept.splice(round % kept.length, 1)[0]!.bytes);
    if (kept.length > 20) kept.shift();
  }
});

test("memory that is given back is used again", () => {
  const json = new JsonWriter(chunkBytes);
  const memory = new Set<ArrayBufferLike>();
  for (let round = 0; round < 100; round++) {
    const { bytes } = piece(json, "x", 300);
    memory.add(bytes.buffer);
    json.giveBack(bytes);
  }
  expect(memory.size).toBe(1);
  // A chunk that was left with a piece outside comes back with that piece.
  const late = piece(json, "l", 300);
  for (let round = 0; round < 10; round++) json.giveBack(piece(json, "y", 300).bytes);
  json.giveBack(late.bytes);
  const next = Array.from({ length: 4 }, () => piece(json, "z", 300).bytes.buffer);
  expect(next).toContain(late.bytes.buffer);
});

test("what is handed over is nobody else's", () => {
  const json = new JsonWriter(chunkBytes);
  for (const length of [10, 900, 400, 600, 5000]) {
    json.raw("h".repeat(length));
    const own = json.takeOwn();
    json.raw("other");
    expect(Buffer.from(own).toString()).toBe("h".repeat(length));
    expect(Buffer.from(json.take()).toString()).toBe("other");
    structuredClone(own, { transfer: [own.buffer] });
    json.raw("after");
    expect(json.take().toString()).toBe("after");
  }
});

test("what waits is moved, not lost, when there is no room behind it", () => {
  const json = new JsonWriter(chunkBytes);
  json.giveBack(piece(json, "a", 250).bytes);
  json.raw("waits,");
  json.raw("b".repeat(250));
  json.raw("c".repeat(80));
  expect(json.take().toString()).toBe(`waits,${"b".repeat(250)}${"c".repeat(80)}`);
});
