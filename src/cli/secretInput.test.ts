import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { formOf } from "./commandLineRequest.ts";
import { askSecret, withSecret } from "./secretInput.ts";

const asked = { environment: {}, ask: async () => "asked" };
const fromEnvironment = {
  environment: { XAGD_SECRET: "from the environment" },
  ask: async (): Promise<string> => {
    throw new Error("nobody is to be asked");
  },
};

const rows: [string, string[], string[]][] = [
  ["sign", ["-", "{}"], ["asked", "{}"]],
  ["sign", ["{}"], ["asked", "{}"]],
  ["sign", ["{}", "offline"], ["asked", "{}", "offline"]],
  ["sign", ["given", "{}"], ["given", "{}"]],
  ["submit", ["1200"], ["1200"]],
  ["submit", [' {"Fee":"10"}'], ["asked", ' {"Fee":"10"}']],
  ["sign_for", ["rAddress", "{}"], ["rAddress", "asked", "{}"]],
  ["sign_for", ["rAddress", "-", "{}", "offline"], ["rAddress", "asked", "{}", "offline"]],
  ["channel_authorize", ["00", "5"], ["asked", "00", "5"]],
  ["channel_authorize", ["-", "ed25519", "00", "5"], ["asked", "ed25519", "00", "5"]],
  ["wallet_propose", [], []],
  ["wallet_propose", ["-"], ["asked"]],
  ["validation_create", ["-"], ["asked"]],
  ["account_info", ["-"], ["-"]],
];
for (const [command, args, complete] of rows) {
  test(`${command} ${args.join(" ")}`, async () => {
    expect(await withSecret(formOf(command), args, asked)).toEqual(complete);
    const fromVariable = complete.map((arg) => (arg === "asked" ? "from the environment" : arg));
    expect(await withSecret(formOf(command), args, fromEnvironment)).toEqual(fromVariable);
  });
}

test("a piped secret is the first line, without its end and without a prompt", async () => {
  const input = new PassThrough();
  const prompt = new PassThrough();
  const secret = askSecret(input as unknown as NodeJS.ReadStream, prompt);
  input.end("snoPBrXtMeMyMHUVTgbuqAfg1SUTb\nmore");
  expect(await secret).toBe("snoPBrXtMeMyMHUVTgbuqAfg1SUTb");
  expect(prompt.read()).toBeNull();
});

test("a typed secret is not echoed, and may be corrected", async () => {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (mode: boolean) => modes.push(mode),
  });
  const prompt = new PassThrough();
  const secret = askSecret(input as unknown as NodeJS.ReadStream, prompt);
  for (const key of ["s", "e", "x", "\u007f", "cret", "\r"]) input.write(key);
  expect(await secret).toBe("secret");
  expect(modes).toEqual([true, false]);
  expect(prompt.read().toString()).toBe("Secret: \n");
});

test("Ctrl-C at the prompt gives up", async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const secret = askSecret(input as unknown as NodeJS.ReadStream, new PassThrough());
  input.write("sec\u0003");
  await expect(secret).rejects.toThrow("Interrupted");
});
