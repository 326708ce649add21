import { describe, expect, test } from "vitest";
import { loopback, nobody, originFinder, roleFor } from "./access.ts";

describe("an address in a list", () => {
  test.each<[list: readonly string[], address: string, isIn: boolean]>([
    [loopback, "127.0.0.1", true],
    [loopback, "::1", true],
    [loopback, "::ffff:127.0.0.1", true],
    [loopback, "127.0.0.2", false],
    [loopback, "10.0.0.1", false],
    [loopback, "", false],
    [["10.0.0.0/8"], "10.200.3.4", true],
    [["10.0.0.0/8"], "11.0.0.1", false],
    [["fd00::/8"], "fd12::1", true],
    [["*"], "203.0.113.9", true],
    [nobody, "127.0.0.1", false],
  ])("%j %s", (list, address, isIn) => {
    expect(originFinder({ admin: list, secureGateway: nobody })(address).isAdmin).toBe(isIn);
    expect(originFinder({ admin: nobody, secureGateway: list })(address).isGateway).toBe(isIn);
  });
});

test.each([
  ["an administrator", { isAdmin: true, isGateway: false }, undefined, "admin", "admin"],
  ["an administrator through a gateway", { isAdmin: true, isGateway: true }, "ann", "admin", "admin"],
  ["anybody", { isAdmin: false, isGateway: false }, undefined, "guest", undefined],
  ["anybody who claims a name", { isAdmin: false, isGateway: false }, "ann", "guest", undefined],
  ["somebody whom a gateway names", { isAdmin: false, isGateway: true }, "ann", "identified", undefined],
  [
    "somebody whom a gateway does not name",
    { isAdmin: false, isGateway: true },
    undefined,
    "proxied",
    undefined,
  ],
] as const)("%s", (_who, origin, user, forUsers, forAdministrators) => {
  expect(roleFor(origin, "user", user)).toBe(forUsers);
  expect(roleFor(origin, undefined, user)).toBe(forUsers);
  expect(roleFor(origin, "admin", user)).toBe(forAdministrators);
});
