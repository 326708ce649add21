import { BlockList, isIPv4 } from "node:net";
import type { Permission } from "../commands/command.ts";
import type { Role } from "../commands/context.ts";
import { remembering } from "../protocol/remembering.ts";

/** Addresses or networks (`127.0.0.1`, `10.0.0.0/8`, `::1`); `*` is everybody. */
export type AddressList = readonly string[];

/** Who may do what on one port. */
export interface PortAccess {
  /** Who is an administrator here. */
  readonly admin: AddressList;
  /** Gateways whose X-User and forwarding headers are believed. */
  readonly secureGateway: AddressList;
}

/** What a port can speak: JSON-RPC and REST, or WebSocket. */
export type Protocol = "http" | "ws";
export const allProtocols: readonly Protocol[] = ["http", "ws"];

/** This machine. */
export const loopback: AddressList = ["127.0.0.1", "::1"];
export const nobody: AddressList = [];

/** Where a request comes from, as its connection tells. */
export interface Origin {
  readonly isAdmin: boolean;
  readonly isGateway: boolean;
}

/** Compiles a port's lists into the question asked for each connection. */
export function originFinder({ admin, secureGateway }: PortAccess): (remoteAddress: string) => Origin {
  const isAdmin = matcher(admin);
  const isGateway = matcher(secureGateway);
  // Asked with every request, and a look at the lists takes microseconds.
  return remembering(1_000, (remoteAddress) => ({
    isAdmin: isAdmin(remoteAddress),
    isGateway: isGateway(remoteAddress),
  }));
}

/**
 * The role in which a request is answered; undefined where it is refused before it is looked at: an
 * administrator's command from somebody else.
 */
export function roleFor(
  origin: Origin,
  needed: Permission | undefined,
  user: string | undefined,
): Role | undefined {
  if (origin.isAdmin) return "admin";
  if (needed === "admin") return undefined;
  if (!origin.isGateway) return "guest";
  return user ? "identified" : "proxied";
}

function matcher(list: AddressList): (address: string) => boolean {
  if (list.includes("*")) return () => true;
  const blocks = new BlockList();
  for (const entry of list) {
    const [network, bits] = entry.split("/");
    const family = isIPv4(network!) ? "ipv4" : "ipv6";
    if (bits === undefined) blocks.addAddress(network!, family);
    else blocks.addSubnet(network!, Number(bits), family);
  }
  return (address) => {
    // An IPv4 caller of a socket that listens for both has its address spelled as an IPv6 one.
    const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
    return blocks.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
  };
}
