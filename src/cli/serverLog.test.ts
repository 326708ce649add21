import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { deriveKeyPair } from "../crypto/keyPair.ts";
import { keyPairFromRequest } from "../crypto/requestSecrets.ts";
import { parseFamilySeed } from "../crypto/seed.ts";
import { openServerLog } from "./serverLog.ts";

const folder = mkdtempSync(join(tmpdir(), "xagd-log-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = () => join(folder, `${++files}.log`);

describe("a secret does not get into the log", () => {
  const seed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
  const passphrase = "correct horse battery staple";
  const hex = "DEDCE9CE67B451D852FD4E846FCDE31C";
  const keyPair = deriveKeyPair(parseFamilySeed(seed)!, "secp256k1");
  const request = { method: "sign", params: [{ secret: passphrase, tx_json: { Account: "rAccount" } }] };
  const thrown = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };

  const leaks: Record<string, [object, string]> = {
    "a member": [{ secret: passphrase }, "signing"],
    "a member deep inside": [{ request }, "signing"],
    "every member that holds one": [
      {
        a: { passphrase },
        b: { seed: passphrase },
        c: [{ seed_hex: hex }],
        d: { admin_password: passphrase },
      },
      "x",
    ],
    "a secret of digits": [{ request: { secret: 12345678901 } }, "x"],
    "a secret with a quote in it": [{ secret: `a"${passphrase}` }, "x"],
    "a request as text": [{ body: JSON.stringify(request) }, "refused"],
    "a request as text inside text": [{ body: JSON.stringify({ body: JSON.stringify(request) }) }, "refused"],
    "a request in the message": [{}, `refused ${JSON.stringify(request)}`],
    "a base58 seed in the message": [{}, `no key for ${seed}.`],
    "an Ed25519 seed in a member of another name": [{ account: "sEdSP5YDFqv3QbLrhSmZLZweKWTuTvK" }, "x"],
    "an error whose message holds a seed": [{ err: new Error(`bad secret ${seed}`) }, "failed"],
    "an error of ours": [
      { err: thrown(() => keyPairFromRequest({ key_type: "ed25519", seed: passphrase })) },
      "x",
    ],
    "what is nearly JSON in the message": [{}, `refused {'secret': '${passphrase}', seed: ${hex}}`],
    "what is nearly JSON in a member": [{ body: `{secret: "${passphrase}", passphrase:'${passphrase}` }, "x"],
    "a name at the end of a message": [{ x: "secret: ", y: `seed: ${hex}` }, "a secret: "],
    "a key pair": [{ keyPair }, "x"],
    "text that breaks off": [{ body: `{"secret":"${passphrase}` }, "x"],
  };
  for (const [what, [fields, message]] of Object.entries(leaks)) {
    test(what, () => {
      const file = newFile();
      const log = openServerLog({ level: "trace", file });
      log.partition("RPC").info(fields, message);
      log.close();
      const text = readFileSync(file, "utf8");
      expect(text.length).toBeGreaterThan(20);
      for (const secret of [seed, passphrase, hex, "12345678901", "sEdSP5YDFqv3QbLrhSmZLZweKWTuTvK"]) {
        expect(text).not.toContain(secret);
      }
      expect(Object.keys(JSON.parse(text))).toContain("msg"); // still a line of JSON
    });
  }

  test("an address, a hash and a word that looks like a seed stay", () => {
    const file = newFile();
    const log = openServerLog({ level: "info", file });
    const plain = `rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh ${"A".repeat(64)} snoPBrXtMeMyMHUVTgbuqAfg1SUTc`;
    log.partition("Ledger").info(plain);
    log.close();
    expect(readFileSync(file, "utf8")).toContain(plain);
  });
});

test("levels are set for one partition or for all", () => {
  const file = newFile();
  const log = openServerLog({ level: "info", file });
  log.partition("RPC").debug("not yet");
  log.setLevel("Debug", "RPC");
  log.partition("RPC").debug("now");
  log.partition("Ledger").debug("not here");
  expect(log.levels()).toEqual({ base: "Info", RPC: "Debug", Ledger: "Info" });
  log.setLevel("Warning");
  expect(log.levels()).toEqual({ base: "Warning", RPC: "Warning", Ledger: "Warning" });
  log.setLevel("Fatal", "base");
  expect(log.levels().RPC).toBe("Fatal");
  log.close();
  const lines = readFileSync(file, "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["now"]);
});

test("a moved file is left alone after rotating", () => {
  const file = newFile();
  const log = openServerLog({ level: "info", file });
  log.partition("RPC").info("before");
  renameSync(file, `${file}.1`);
  expect(log.rotate()).toContain("reopened");
  log.partition("RPC").info("after");
  log.close();
  expect(readFileSync(`${file}.1`, "utf8")).toContain("before");
  expect(readFileSync(file, "utf8")).toContain("after");
});
