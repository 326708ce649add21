import { publicKeyAlgorithm } from "../../crypto/keyPair.ts";
import { verify } from "../../crypto/verify.ts";
import type { EngineResult, NotTec } from "../../protocol/engineResults.ts";
import { amount, blob, hash256, optional, required } from "../../protocol/fieldKinds.ts";
import { hasFlag, tfClose, tfRenew } from "../../protocol/flags.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { PayChannel } from "../../protocol/ledgerEntryFormats.ts";
import type { Amount, Drops } from "../../protocol/types.ts";
import { hasOnlyFlags } from "../commonChecks.ts";
import { mayDeposit } from "../deposit/depositAuthorization.ts";
import { type ApplyContext, defineTransaction, type TransactionOf } from "../transaction.ts";
import { claimMessage } from "./claimMessage.ts";
import { closeChannel, isChannelOver } from "./closeChannel.ts";

const format = {
  Channel: required(hash256),
  Amount: optional(amount),
  Balance: optional(amount),
  Signature: optional(blob),
  PublicKey: optional(blob),
};
type PaymentChannelClaim = TransactionOf<typeof format>;

/**
 * Pays out of a channel until `Balance` drops have been paid in all; asks to close it; or takes that back.
 * The destination shows the owner's signature over what it may claim.
 */
export const paymentChannelClaim = defineTransaction({
  type: "PaymentChannelClaim",
  code: 15,
  amendment: "PayChan",
  format,

  preflight({ tx }) {
    const { Balance, Amount } = tx;
    if (Balance !== undefined && !isPositiveDrops(Balance)) return "temBAD_AMOUNT";
    if (Amount !== undefined && !isPositiveDrops(Amount)) return "temBAD_AMOUNT";
    if (Balance !== undefined && Amount !== undefined && Balance > Amount) return "temBAD_AMOUNT";
    if (!hasOnlyFlags(tx, tfRenew | tfClose)) return "temINVALID_FLAG";
    if (hasFlag(tx.Flags, tfClose) && hasFlag(tx.Flags, tfRenew)) return "temMALFORMED";
    return tx.Signature === undefined ? "tesSUCCESS" : checkClaim(tx, tx.Signature);
  },

  apply(context) {
    const { tx, view } = context;
    const key: Keylet<PayChannel> = { type: "PayChannel", key: tx.Channel };
    const channel = view.peek(key);
    if (channel === undefined) return "tecNO_TARGET";
    if (isChannelOver(channel, view.parentCloseTime)) return closeChannel(view, channel);
    const isOwner = tx.Account === channel.Account;
    const isDestination = tx.Account === channel.Destination;
    if (!isOwner && !isDestination) return "tecNO_PERMISSION";

    if (typeof tx.Balance === "bigint") {
      const result = payOut(context, channel, tx.Balance);
      if (result !== "tesSUCCESS") return result;
    }

    const expiration = channel.Expiration;
    if (hasFlag(tx.Flags, tfRenew)) {
      if (!isOwner) return "tecNO_PERMISSION";
      channel.Expiration = undefined;
    }
    if (hasFlag(tx.Flags, tfClose)) {
      if (isDestination || channel.Balance === channel.Amount) return closeChannel(view, channel);
      // The destination has time for its last claim. The sum wraps at 32 bits.
      const afterDelay = (view.parentCloseTime + channel.SettleDelay) >>> 0;
      if (expiration === undefined || expiration > afterDelay) {
        channel.Expiration = afterDelay;
      }
    }
    return "tesSUCCESS";
  },
});

const isPositiveDrops = (value: Amount): value is Drops => typeof value === "bigint" && value > 0n;

/** The owner needs no signature, but one that is there must be right. */
function checkClaim(tx: PaymentChannelClaim, signature: string): NotTec {
  if (tx.PublicKey === undefined || typeof tx.Balance !== "bigint") return "temMALFORMED";
  if (publicKeyAlgorithm(tx.PublicKey) === undefined) return "temMALFORMED";
  const authorized = typeof tx.Amount === "bigint" ? tx.Amount : tx.Balance;
  return verify(claimMessage(tx.Channel, authorized), signature, tx.PublicKey, true)
    ? "tesSUCCESS"
    : "temBAD_SIGNATURE";
}

/** Brings what the channel has paid in all up to `balance`. */
function payOut(
  { tx, view }: ApplyContext<PaymentChannelClaim>,
  channel: PayChannel,
  balance: Drops,
): EngineResult {
  if (tx.Account === channel.Destination && tx.Signature === undefined) return "temBAD_SIGNATURE";
  if (tx.Signature !== undefined && tx.PublicKey !== channel.PublicKey) return "temBAD_SIGNER";
  if (balance > channel.Amount) return "tecUNFUNDED_PAYMENT";
  if (balance <= channel.Balance) return "tecUNFUNDED_PAYMENT";

  const destination = view.peek(keylet.account(channel.Destination));
  if (destination === undefined) return "tecNO_DST";
  if (!mayDeposit(view, tx.Account, destination)) return "tecNO_PERMISSION";
  destination.Balance += balance - channel.Balance;
  channel.Balance = balance;
  return "tesSUCCESS";
}
