import { accountIDFromPublicKey, publicKeyAlgorithm } from "../../crypto/keyPair.ts";
import { maxTickSize, minTickSize } from "../../protocol/amounts/quality.ts";
import { parityRate } from "../../protocol/amounts/rate.ts";
import type { EngineResult } from "../../protocol/engineResults.ts";
import { accountID, blob, hash128, hash256, optional, uint8, uint32 } from "../../protocol/fieldKinds.ts";
import {
  asf,
  hasFlag,
  lsfDefaultRipple,
  lsfDepositAuth,
  lsfDisableMaster,
  lsfDisallowXRP,
  lsfGlobalFreeze,
  lsfNoFreeze,
  lsfRequireAuth,
  lsfRequireDestTag,
  tfAllowXRP,
  tfDisallowXRP,
  tfOptionalAuth,
  tfOptionalDestTag,
  tfRequireAuth,
  tfRequireDestTag,
  withFlag,
  withoutFlag,
} from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { AccountRoot } from "../../protocol/ledgerEntryFormats.ts";
import { dirIsEmpty } from "../../state/directory.ts";
import { zeroHash } from "../../state/newEntry.ts";
import { hasOnlyFlags } from "../commonChecks.ts";
import { type ApplyContext, defineTransaction, type TransactionOf } from "../transaction.ts";

const format = {
  EmailHash: optional(hash128),
  WalletLocator: optional(hash256),
  WalletSize: optional(uint32),
  MessageKey: optional(blob),
  Domain: optional(blob),
  TransferRate: optional(uint32),
  SetFlag: optional(uint32),
  ClearFlag: optional(uint32),
  TickSize: optional(uint8),
  // Clients of newer servers may name one. It means nothing on a ledger without NonFungibleTokensV1_1, here as there.
  NFTokenMinter: optional(accountID),
};
type AccountSet = TransactionOf<typeof format>;

/** Flags that may be asked for in two ways: by a transaction flag, or by SetFlag and ClearFlag. */
const twoWayFlags = [
  { asf: asf.RequireAuth, lsf: lsfRequireAuth, set: tfRequireAuth, clear: tfOptionalAuth },
  { asf: asf.RequireDest, lsf: lsfRequireDestTag, set: tfRequireDestTag, clear: tfOptionalDestTag },
  { asf: asf.DisallowXRP, lsf: lsfDisallowXRP, set: tfDisallowXRP, clear: tfAllowXRP },
] as const;
const ownFlags = twoWayFlags.reduce((all, { set, clear }) => all | set | clear, 0);

/** These change what other transactions of the account may do, or how they are signed. */
const blockingFlags: readonly (number | undefined)[] = [asf.RequireAuth, asf.DisableMaster, asf.AccountTxnID];

const maximumDomainBytes = 256;
const maximumTransferRate = 2 * parityRate;

/** Sets an account's flags and the fields it shows about itself. */
export const accountSet = defineTransaction({
  type: "AccountSet",
  code: 3,
  format,

  consequences: (tx) => ({
    isBlocker:
      hasFlag(tx.Flags, tfRequireAuth | tfOptionalAuth) ||
      blockingFlags.includes(tx.SetFlag) ||
      blockingFlags.includes(tx.ClearFlag),
  }),

  preflight({ tx }) {
    if (!hasOnlyFlags(tx, ownFlags)) return "temINVALID_FLAG";
    const { SetFlag = 0, ClearFlag = 0 } = tx;
    if (SetFlag !== 0 && SetFlag === ClearFlag) return "temINVALID_FLAG";
    for (const flag of twoWayFlags) {
      if (asksToSet(tx, flag) && asksToClear(tx, flag)) return "temINVALID_FLAG";
    }

    const { TransferRate: rate = 0, TickSize: tickSize = 0, MessageKey = "", Domain = "" } = tx;
    if (rate !== 0 && (rate < parityRate || rate > maximumTransferRate)) return "temBAD_TRANSFER_RATE";
    if (tickSize !== 0 && (tickSize < minTickSize || tickSize > maxTickSize)) return "temBAD_TICK_SIZE";
    if (MessageKey !== "" && publicKeyAlgorithm(MessageKey) === undefined) return "telBAD_PUBLIC_KEY";
    if (Domain.length / 2 > maximumDomainBytes) return "telBAD_DOMAIN";
    return "tesSUCCESS";
  },

  preclaim({ tx, view, flags }) {
    const root = view.read(keylet.account(tx.Account));
    if (root === undefined) return "terNO_ACCOUNT";
    // Lines that exist already were made without the authorization that the flag would ask for.
    const [requireAuth] = twoWayFlags;
    if (asksToSet(tx, requireAuth) && !hasFlag(root.Flags, lsfRequireAuth)) {
      if (!dirIsEmpty(view, keylet.ownerDirectory(tx.Account)))
        return flags.retry ? "terOWNERS" : "tecOWNERS";
    }
    return "tesSUCCESS";
  },

  apply(context) {
    const { tx, view } = context;
    const root = view.peek(keylet.account(tx.Account));
    if (root === undefined) return "tefINTERNAL";
    const result = changeFlags(context, root);
    if (result === "tesSUCCESS") changeFields(tx, root);
    return result;
  },
});

type TwoWayFlag = (typeof twoWayFlags)[number];
const asksToSet = (tx: AccountSet, flag: TwoWayFlag): boolean =>
  hasFlag(tx.Flags, flag.set) || tx.SetFlag === flag.asf;
const asksToClear = (tx: AccountSet, flag: TwoWayFlag): boolean =>
  hasFlag(tx.Flags, flag.clear) || tx.ClearFlag === flag.asf;

const signedWithMasterKey = (tx: AccountSet): boolean =>
  publicKeyAlgorithm(tx.SigningPubKey) !== undefined &&
  accountIDFromPublicKey(tx.SigningPubKey) === tx.Account;

function changeFlags({ tx, view }: ApplyContext<AccountSet>, root: AccountRoot): EngineResult {
  const before = root.Flags;
  let after = before;

  for (const flag of twoWayFlags) {
    if (asksToSet(tx, flag)) after = withFlag(after, flag.lsf);
    if (asksToClear(tx, flag)) after = withoutFlag(after, flag.lsf);
  }

  if (tx.SetFlag === asf.DisableMaster && !hasFlag(before, lsfDisableMaster)) {
    if (!signedWithMasterKey(tx)) return "tecNEED_MASTER_KEY";
    // Somebody must still be able to sign afterwards.
    const canSignOtherwise = root.RegularKey !== undefined || view.has(keylet.signerList(tx.Account));
    if (!canSignOtherwise) return "tecNO_ALTERNATIVE_KEY";
    after = withFlag(after, lsfDisableMaster);
  }
  if (tx.ClearFlag === asf.DisableMaster) after = withoutFlag(after, lsfDisableMaster);

  if (tx.SetFlag === asf.DefaultRipple) after = withFlag(after, lsfDefaultRipple);
  else if (tx.ClearFlag === asf.DefaultRipple) after = withoutFlag(after, lsfDefaultRipple);

  if (tx.SetFlag === asf.NoFreeze) {
    // Giving up the freeze is for ever, so it takes the master key, unless that one is disabled.
    if (!signedWithMasterKey(tx) && !hasFlag(before, lsfDisableMaster)) return "tecNEED_MASTER_KEY";
    after = withFlag(after, lsfNoFreeze);
  }
  if (tx.SetFlag === asf.GlobalFreeze) after = withFlag(after, lsfGlobalFreeze);
  // Who gave up freezing cannot end a global freeze either, so that it is no threat.
  else if (tx.ClearFlag === asf.GlobalFreeze && !hasFlag(after, lsfNoFreeze)) {
    after = withoutFlag(after, lsfGlobalFreeze);
  }

  // From now on the root remembers its last transaction; zeros until the next one.
  if (tx.SetFlag === asf.AccountTxnID) root.AccountTxnID ??= zeroHash;
  if (tx.ClearFlag === asf.AccountTxnID) root.AccountTxnID = undefined;

  if (tx.SetFlag === asf.DepositAuth) after = withFlag(after, lsfDepositAuth);
  else if (tx.ClearFlag === asf.DepositAuth) after = withoutFlag(after, lsfDepositAuth);

  root.Flags = after;
  return "tesSUCCESS";
}

/** A field that comes with its empty value is removed. */
function changeFields(tx: AccountSet, root: AccountRoot): void {
  const { EmailHash, WalletLocator, MessageKey, Domain, TransferRate, TickSize } = tx;
  if (EmailHash !== undefined) root.EmailHash = isZeros(EmailHash) ? undefined : EmailHash;
  if (WalletLocator !== undefined) root.WalletLocator = isZeros(WalletLocator) ? undefined : WalletLocator;
  if (MessageKey !== undefined) root.MessageKey = MessageKey === "" ? undefined : MessageKey;
  if (Domain !== undefined) root.Domain = Domain === "" ? undefined : Domain;
  if (TransferRate !== undefined) {
    root.TransferRate = TransferRate === 0 || TransferRate === parityRate ? undefined : TransferRate;
  }
  if (TickSize !== undefined) {
    root.TickSize = TickSize === 0 || TickSize === maxTickSize ? undefined : TickSize;
  }
}

const isZeros = (hash: string): boolean => /^0*$/.test(hash);
