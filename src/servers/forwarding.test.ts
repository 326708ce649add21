import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { requestHeadersOf } from "./forwarding.ts";

const gateway = { isAdmin: false, isGateway: true };
const from = (headers: IncomingMessage["headers"], origin = gateway) =>
  requestHeadersOf({ headers } as IncomingMessage, origin);

test("believes a gateway's headers and nobody else's", () => {
  const headers = { "x-user": "ann", "x-forwarded-for": "203.0.113.9" };
  expect(from(headers)).toEqual({ user: "ann", forwardedFor: "203.0.113.9" });
  const nothing = { user: undefined, forwardedFor: undefined };
  expect(from(headers, { isAdmin: true, isGateway: false })).toEqual(nothing);
  expect(from(headers, { isAdmin: false, isGateway: false })).toEqual(nothing);
});

test.each<[headers: IncomingMessage["headers"], address: string | undefined]>([
  [{}, undefined],
  [{ "x-forwarded-for": "203.0.113.9, 10.0.0.1" }, "203.0.113.9"],
  [{ "x-forwarded-for": "" }, undefined],
  [{ forwarded: "for=203.0.113.9;proto=https" }, "203.0.113.9"],
  [{ forwarded: 'proto=https;For="[2001:db8::1]", for=10.0.0.1' }, "[2001:db8::1]"],
  [{ forwarded: "by=10.0.0.1", "x-forwarded-for": "203.0.113.9" }, undefined],
])("%j", (headers, address) => {
  expect(from(headers).forwardedFor).toBe(address);
});

test("a user without a name is none", () => {
  expect(from({ "x-user": "" }).user).toBeUndefined();
});
