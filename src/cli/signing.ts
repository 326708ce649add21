import type { Node } from "../node/node.ts";
import { keylet } from "../protocol/keylets.ts";
import type { FaucetSettings } from "../servers/rest/faucetSettings.ts";
import {
  type SigningAccount,
  SigningAccountError,
  SigningService,
} from "../servers/signing/signingService.ts";
import { ConfigurationError } from "./configurationError.ts";
import { developmentAccounts, genesisAccount } from "./developmentAccounts.ts";

/** 1,000 whole units, as client libraries expect of a faucet. */
const usualGift = 1_000_000_000n;
/** 1,000,000 whole units. */
const greatestGift = 1_000_000_000_000n;

/** The one service that holds keys, and the faucet that has its key there, where this is a development ledger. */
export interface Signing {
  readonly service: SigningService;
  readonly faucet: FaucetSettings | undefined;
}

/**
 * Takes over the accounts that the server signs for. In a development ledger the genesis account, whose seed everybody
 * knows, feeds the faucet.
 * @throws ConfigurationError naming the account
 */
export function createSigning(accounts: readonly SigningAccount[], node: Node): Signing {
  const source = genesisAccount();
  const isConfigured = accounts.some(({ address }) => address === source.address);
  const hasFaucet = isDevelopmentLedger(node);
  const own = hasFaucet && !isConfigured ? [{ address: source.address, seed: source.seed }] : [];
  try {
    const service = new SigningService([...accounts, ...own]);
    const faucet = { account: source.account, amount: usualGift, most: greatestGift };
    return { service, faucet: hasFaucet ? faucet : undefined };
  } catch (error) {
    if (error instanceof SigningAccountError) throw new ConfigurationError(`signing: ${error.message}`);
    throw error;
  }
}

/** Its accounts are those that everybody has the seeds of. */
function isDevelopmentLedger({ ledgers }: Node): boolean {
  const ledger = ledgers.validated();
  return [genesisAccount(), ...developmentAccounts()].every(({ account }) =>
    ledger.has(keylet.account(account)),
  );
}
