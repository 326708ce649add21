import { randomBytes } from "node:crypto";
import { bytesToHex } from "../protocol/hex.ts";
import { defineCommand } from "./command.ts";

/** 32 random bytes. */
export const random = defineCommand({
  name: "random",
  summary: "A random number of 256 bits.",
  request: {},
  handle: () => ({ random: bytesToHex(randomBytes(32)) }),
});
