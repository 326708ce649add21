import { developmentAccounts } from "../../../src/cli/developmentAccounts.ts";

const signer = developmentAccounts()[9]!;

/** The account that the server signs for, for who shows the token. */
export const guardedAccount = signer.address;

/** Only ever sent where secrets are expected: they may not come back, nor be found in the log. */
export const guarded = {
  passphrase: "the passphrase that nobody may see",
  urlPassword: "the-url-password-that-nobody-may-see",
  token: "the-token-that-nobody-may-see",
  seed: signer.seed,
} as const;
export const guardedTexts: readonly string[] = Object.values(guarded);

/** A text without them: where it gets wounded, nobody could tell any more what is secret in it. */
export const withoutSecrets = (text: string): string =>
  guardedTexts.reduce((rest, secret) => rest.replaceAll(secret, "x"), text);
