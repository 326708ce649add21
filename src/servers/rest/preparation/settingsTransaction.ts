import type { JsonObject } from "../../../commands/json.ts";
import {
  asf,
  tfAllowXRP,
  tfDisallowXRP,
  tfOptionalAuth,
  tfOptionalDestTag,
  tfRequireAuth,
  tfRequireDestTag,
} from "../../../protocol/flags.ts";
import { badRequest } from "../restError.ts";
import type { SettingsChange } from "../schemas/settings.ts";

const noEmailHash = "0".repeat(32);
const noLocator = "0".repeat(64);
const billion = 1_000_000_000;

/** Settings that are a flag with a number of its own: a transaction sets one of them and clears one. */
const numberedFlags = {
  disableMasterKey: asf.DisableMaster,
  defaultRipple: asf.DefaultRipple,
  depositAuth: asf.DepositAuth,
  globalFreeze: asf.GlobalFreeze,
  noFreeze: asf.NoFreeze,
} as const;

/**
 * The transaction that changes settings, still without its sender.
 * @throws RestError 400 where there is none, or it would take more than one
 */
export function settingsTransaction(settings: SettingsChange): JsonObject {
  const { regularKey, signers, ...others } = settings;
  const hasOthers = Object.values(others).some((value) => value !== undefined);
  const kinds = [regularKey !== undefined, signers !== undefined, hasOthers].filter(Boolean).length;
  if (kinds === 0) throw badRequest("settings: nothing to change");
  if (kinds > 1) throw badRequest("settings: regularKey and signers each take a transaction of their own");
  if (regularKey !== undefined) {
    return { TransactionType: "SetRegularKey", ...(regularKey !== null && { RegularKey: regularKey }) };
  }
  if (signers !== undefined) return signerListSet(signers);
  return accountSet(others);
}

function signerListSet(signers: NonNullable<SettingsChange["signers"]> | null): JsonObject {
  if (signers === null) return { TransactionType: "SignerListSet", SignerQuorum: 0 };
  return {
    TransactionType: "SignerListSet",
    SignerQuorum: signers.threshold,
    SignerEntries: signers.weights.map(({ address, weight }) => ({
      SignerEntry: { Account: address, SignerWeight: weight },
    })),
  };
}

type Others = Omit<SettingsChange, "regularKey" | "signers">;

function accountSet(settings: Others): JsonObject {
  const { domain, emailHash, tickSize, transferRate, walletLocator } = settings;
  const flags = transactionFlags(settings);
  return {
    TransactionType: "AccountSet",
    ...(flags !== 0 && { Flags: flags }),
    ...numberedFlag("SetFlag", settings, true),
    ...numberedFlag("ClearFlag", settings, false),
    ...(domain !== undefined && { Domain: domain ?? "" }),
    ...(emailHash !== undefined && { EmailHash: emailHash ?? noEmailHash }),
    ...(tickSize !== undefined && { TickSize: tickSize ?? 0 }),
    ...(transferRate !== undefined && { TransferRate: Math.round((transferRate ?? 0) * billion) }),
    ...(walletLocator !== undefined && { WalletLocator: walletLocator ?? noLocator }),
  };
}

/** These three settings can be changed by a transaction's own flags, beside whatever else it sets. */
function transactionFlags(settings: Others): number {
  const { requireDestinationTag, requireAuthorization, disallowIncoming } = settings;
  let flags = 0;
  if (requireDestinationTag !== undefined)
    flags |= requireDestinationTag ? tfRequireDestTag : tfOptionalDestTag;
  if (requireAuthorization !== undefined) flags |= requireAuthorization ? tfRequireAuth : tfOptionalAuth;
  if (disallowIncoming !== undefined) flags |= disallowIncoming ? tfDisallowXRP : tfAllowXRP;
  return flags;
}

function numberedFlag(field: "SetFlag" | "ClearFlag", settings: Others, wanted: boolean): JsonObject {
  const names = (Object.keys(numberedFlags) as (keyof typeof numberedFlags)[]).filter(
    (name) => settings[name] === wanted,
  );
  if (names.length > 1) throw badRequest(`settings: ${names.join(", ")} take a transaction each`);
  return names[0] === undefined ? {} : { [field]: numberedFlags[names[0]] };
}
