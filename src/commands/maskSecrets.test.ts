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
  ["without a secret", '{"account":"rHb9"', '{"account":"rHb9"'],
])("masks in text that did not parse: %s", (_what, text, shown) => {
  expect(maskSecretsInText(text)).toBe(shown);
});
