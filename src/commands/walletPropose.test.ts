import { expect, test } from "vitest";
import { refuses, useTestCommands } from "../../test/support/testCommands.ts";

const commands = useTestCommands();
const seed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const oneOf = "Exactly one of the following must be specified: passphrase, seed or seed_hex";

refuses("wallet_propose", commands, [
  ["two seeds", { passphrase: "x", seed }, "invalidParams", oneOf],
  ["a number as a passphrase", { passphrase: 5 }, "invalidParams", "Invalid field 'passphrase', not string."],
  ["an empty passphrase", { passphrase: "" }, "badSeed"],
  ["an address as a passphrase", { passphrase: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh" }, "badSeed"],
  ["a seed that is none", { seed: "x" }, "badSeed"],
  ["hexadecimal that is too short", { seed_hex: "ABCD" }, "badSeed"],
  ["a number as a key type", { key_type: 5 }, "invalidParams", "Invalid field 'key_type', not string."],
  ["an unknown key type", { key_type: "rsa" }, "invalidParams"],
  [
    "an Ed25519 seed for the other type",
    { seed: "sEdSP5YDFqv3QbLrhSmZLZweKWTuTvK", key_type: "secp256k1" },
    "badSeed",
  ],
]);
refuses("wallet_propose", commands, [["limited callers", {}, "noPermission"]], { role: "guest" });
refuses("validation_create", commands, [
  ["an empty secret", { secret: "" }, "badSeed"],
  ["a list as a secret", { secret: [] }, "internal"],
]);

test("makes the same keys of the same seed, and others each time without one", async () => {
  const { ask } = commands();
  expect(await ask("wallet_propose", { seed })).toEqual({
    master_seed: seed,
    master_seed_hex: "DEDCE9CE67B451D852FD4E846FCDE31C",
    master_key: "I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE",
    account_id: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    public_key: "aBQG8RQAzjs1eTKFEAQXr2gS4utcDiEC9wmi7pfUPTi27VCahwgw",
    key_type: "secp256k1",
    public_key_hex: "0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020",
  });
  const random = [await ask("wallet_propose"), await ask("wallet_propose")];
  expect(random[0]!.account_id).not.toBe(random[1]!.account_id);
  expect((await ask("wallet_propose", { passphrase: "x" })).warning).toContain("low entropy");
});

test("makes a validator's keys", async () => {
  expect(
    await commands().ask("validation_create", {
      secret: "masterpassphrase",
    }),
  ).toEqual({
    validation_key: "I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE",
    validation_private_key: "pnen77YEeUd4fFKG7iycBWcwKpTaeFRkW2WFostaATy1DSupwXe",
    validation_public_key: "n94a1u4jAz288pZLtw6yFWVbi89YamiC6JBXPVUj5zmExe5fTVg9",
    validation_seed: "snoPBrXtMeMyMHUVTgbuqAfg1SUTb",
  });
});
