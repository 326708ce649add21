import { expect, test } from "vitest";
import { refuses, useTestCommands } from "../../test/support/testCommands.ts";

const commands = useTestCommands();
const channel_id = "5DB01B7FFED6B67E6B0414DED11E051D2EE2B7619CE0EAA6286D67A3A4D5BDB3";
const claim = { channel_id, amount: "1000000" };
const secret = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const public_key = "aBQG8RQAzjs1eTKFEAQXr2gS4utcDiEC9wmi7pfUPTi27VCahwgw";

refuses("channel_authorize", commands, [
  ["no channel", { amount: "1", secret }, "invalidParams", "Missing field 'channel_id'."],
  ["no amount", { channel_id, secret }, "invalidParams", "Missing field 'amount'."],
  ["no secret", claim, "invalidParams", "Missing field 'secret'."],
  [
    "a key type without a seed",
    { ...claim, key_type: "ed25519" },
    "invalidParams",
    "Missing field 'secret'.",
  ],
  ["a bad seed", { ...claim, key_type: "ed25519", seed: "x" }, "badSeed"],
  ["a channel that is no key", { ...claim, secret, channel_id: "x" }, "channelMalformed"],
  ["a number as an amount", { ...claim, secret, amount: 1000 }, "channelAmtMalformed"],
  ["a negative amount", { ...claim, secret, amount: "-1" }, "channelAmtMalformed"],
  ["a fraction", { ...claim, secret, amount: "1.5" }, "channelAmtMalformed"],
  ["an amount beyond 64 bits", { ...claim, secret, amount: "18446744073709551616" }, "channelAmtMalformed"],
]);
const signature = "00";
refuses("channel_verify", commands, [
  ["no key", { ...claim, signature }, "invalidParams", "Missing field 'public_key'."],
  ["no channel", { public_key, amount: "1", signature }, "invalidParams", "Missing field 'channel_id'."],
  ["no amount", { public_key, channel_id, signature }, "invalidParams", "Missing field 'amount'."],
  ["no signature", { ...claim, public_key }, "invalidParams", "Missing field 'signature'."],
  ["a key that is none", { ...claim, signature, public_key: "x" }, "publicMalformed"],
  ["a key that is too short", { ...claim, signature, public_key: "02AB" }, "publicMalformed"],
  ["a channel that is no key", { ...claim, public_key, signature, channel_id: "x" }, "channelMalformed"],
  ["a number as an amount", { ...claim, public_key, signature, amount: 5 }, "channelAmtMalformed"],
  ["a signature that is no hexadecimal", { ...claim, public_key, signature: "x" }, "invalidParams"],
  ["an empty signature", { ...claim, public_key, signature: "" }, "invalidParams"],
]);

test("verifies what was authorized, and nothing else", async () => {
  const { ask } = commands();
  const signed = await ask("channel_authorize", { ...claim, secret });
  const verified = async (changes: object) =>
    (await ask("channel_verify", { ...claim, public_key, signature: signed.signature as string, ...changes }))
      .signature_verified;
  expect(await verified({})).toBe(true);
  expect(
    await verified({ public_key: "0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020" }),
  ).toBe(true);
  expect(await verified({ amount: "1000001" })).toBe(false);
  expect(await verified({ channel_id: "A".repeat(64) })).toBe(false);
});
