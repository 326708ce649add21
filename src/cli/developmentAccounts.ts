import { accountIDFromPublicKey, deriveKeyPair, eraseKeyPair } from "../crypto/keyPair.ts";
import { erase } from "../crypto/secretBytes.ts";
import { seedFromPassphrase } from "../crypto/seed.ts";
import { defaultGenesis, type Genesis } from "../node/genesis.ts";
import { encodeAddress, encodeSeed } from "../protocol/base58.ts";
import type { AccountID, Drops } from "../protocol/types.ts";

/** An account whose seed everybody knows. */
export interface DevelopmentAccount {
  readonly account: AccountID;
  readonly address: string;
  readonly seed: string;
}

const passphraseOf = (number: number) => `xagd development account ${number}`;

const countOfAccounts = 10;
/** 100,000 whole units. */
const startingBalance: Drops = 100_000_000_000n;

/** The account that has everything else, by the best known passphrase of all. */
export const genesisAccount = (): DevelopmentAccount => developmentAccount("masterpassphrase");

/** The same ten in every development ledger, so that scripts may name them. */
export const developmentAccounts = (): DevelopmentAccount[] =>
  Array.from({ length: countOfAccounts }, (_, i) => developmentAccount(passphraseOf(i + 1)));

/** A new ledger without a genesis file: for development, since its seeds are no secrets. */
export const developmentGenesis = (): Genesis => ({
  ...defaultGenesis,
  accounts: developmentAccounts().map(({ account }) => ({ account, balance: startingBalance })),
});

function developmentAccount(passphrase: string): DevelopmentAccount {
  const seed = seedFromPassphrase(passphrase);
  const keyPair = deriveKeyPair(seed, "secp256k1");
  const account = accountIDFromPublicKey(keyPair.publicKey);
  const shown = { account, address: encodeAddress(account), seed: encodeSeed(seed) };
  eraseKeyPair(keyPair);
  erase(seed);
  return shown;
}
