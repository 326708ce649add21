import { expect, test } from "vitest";
import type { JsonObject } from "./json.ts";
import { maskSecrets, maskSecretsInText, secretMembers } from "./maskSecrets.ts";

const secret = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";

test.each([...secretMembers])("masks %s at any depth", (name) => {
  const request: JsonObject = {
    command: "submit",
    [name]: secret,
    tx_json: { [name]: { words: [secret] }, Account: "rHb9" },
    params: [{ [name]: secret }, 1, null],
  };
  const shown = maskSecrets(request);
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(shown).toEqual({
    command: "submit",
    [name]: "<masked>",
    tx_json: { [name]: "<masked>", Account: "rHb9" },
    params: [{ [name]: "<masked>" }, 1, null],
  });
  expect(request[name]).toBe(secret);
});

test.each([
  [
    "cut off within the secret",
    `{"command":"sign","secret":"${secret}`,
    '{"command":"sign","secret":"<masked>"',
  ],
  ["cut off behind it", `{"secret" : "${secret}", "tx`, '{"secret" : "<masked>", "tx'],
  ["with an escaped quote", `{"secret":"a\\"${secret}","x":1`, '{"secret":"<masked>","x":1'],
  ["without quotes", `{"seed":${secret},"x":1}`, '{"seed":"<masked>","x":1}'],
  ["twice", `{"seed":"${secret}","passphrase":"${secret}"`, '{"seed":"<masked>","passphrase":"<masked>"'],
  ["with single quotes", `{'secret':'${secret}','x':1}`, "{'secret':<masked>,'x':1}"],
  ["with quotes of both kinds", `{secret: "a '${secret}", x:1}`, "{secret: <masked>, x:1}"],
  ["as a word", `{secret: ${secret}, x:1}`, "{secret: <masked>, x:1}"],
  ["with letters spelled by number", `{"s\\u0065cret":"pass phrase","x"`, '{"secret":"<masked>","x"'],
  ["over several lines", `{"secret":"one\ntwo`, '{"secret":"<masked>"'],
  ["a seed under another name", `["sign","${secret}"`, '["sign","<masked>"'],
  ["without a secret", '{"account":"rHb9"', '{"account":"rHb9"'],
  ["a word that only ends like one", '{"mysecret":1,', '{"mysecret":1,'],
])("masks in text that did not parse: %s", (_what, text, shown) => {
  expect(maskSecretsInText(text)).toBe(shown);
});

test("masks seeds and passwords of URLs under any name, and nothing that only looks like one", () => {
  const shown = maskSecrets({
    command: "account_info",
    account: secret,
    ident: "an Ed25519 one: sEdSP5YDFqv3QbLrhSmZLZweKWTuTvK.",
    taker: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    hash: "A".repeat(64),
    similar: "snoPBrXtMeMyMHUVTgbuqAfg1SUTc",
    url: "https://me:pass:word@example.com:80/a@b?c=d:e@f http://example.com:80/x@y http://me@example.com/",
  });
  expect(shown).toEqual({
    command: "account_info",
    account: "<masked>",
    ident: "an Ed25519 one: <masked>.",
    taker: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
    hash: "A".repeat(64),
    similar: "snoPBrXtMeMyMHUVTgbuqAfg1SUTc",
    url: "https://me:<masked>@example.com:80/a@b?c=d:e@f http://example.com:80/x@y http://me@example.com/",
  });
});

test("is done soon with a long text, whatever it is", () => {
  const started = performance.now();
  for (const piece of [
    "s",
    '"secret":',
    '"secret"  ',
    "\\u0073",
    's"',
    '"secret":"\\',
    "'seed':'",
    "://",
    "://a:",
    "://a:b",
  ]) {
    maskSecretsInText(piece.repeat(1_000_000 / piece.length));
    maskSecrets(piece.repeat(1_000_000 / piece.length));
  }
  expect(performance.now() - started).toBeLessThan(5000);
});
