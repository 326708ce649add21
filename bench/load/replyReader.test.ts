import { expect, test } from "vitest";
import { ReplyReader } from "./replyReader.ts";

const withLength = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nhello";
const chunked =
  "HTTP/1.1 503 Busy\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=1\r\n world\r\n0\r\n\r\n";
const empty = "HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n";

/** What comes out when the text arrives in pieces of so many bytes. */
function replies(text: string, piece: number): string[] {
  const reader = new ReplyReader();
  const found: string[] = [];
  for (let at = 0; at < text.length; at += piece) {
    const reply = reader.add(Buffer.from(text.slice(at, at + piece)));
    if (reply !== undefined) found.push(`${reply.status} ${reply.body}`);
  }
  return found;
}

for (const piece of [1, 2, 3, 7, 1000]) {
  test(`replies are found in pieces of ${piece} bytes`, () => {
    expect(replies(withLength, piece)).toEqual(["200 hello"]);
    expect(replies(chunked, piece)).toEqual(["503 hello world"]);
    expect(replies(empty, piece)).toEqual(["204 "]);
  });
}

test("one reply follows the other", () => {
  expect(replies(withLength + chunked + withLength, 1)).toEqual([
    "200 hello",
    "503 hello world",
    "200 hello",
  ]);
});

test("what is no HTTP, or has no end, is refused", () => {
  expect(() => new ReplyReader().add(Buffer.from("hello\r\n\r\n"))).toThrow("no HTTP reply");
  expect(() => new ReplyReader().add(Buffer.from("HTTP/1.1 200 OK\r\n\r\n"))).toThrow("neither a length");
});
