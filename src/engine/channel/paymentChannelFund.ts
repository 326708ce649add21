import { amount, hash256, optional, required, uint32 } from "../../protocol/fieldKinds.ts";
import { type Keylet, keylet } from "../../protocol/keylets.ts";
import type { PayChannel } from "../../protocol/ledgerEntryFormats.ts";
import { accountReserve } from "../../state/view.ts";
import { hasOnlyFlags } from "../commonChecks.ts";
import { defineTransaction } from "../transaction.ts";
import { closeChannel, isChannelOver } from "./closeChannel.ts";

/** Adds native currency to the sender's channel, and may put off its end. */
export const paymentChannelFund = defineTransaction({
  type: "PaymentChannelFund",
  code: 14,
  amendment: "PayChan",
  format: { Channel: required(hash256), Amount: required(amount), Expiration: optional(uint32) },

  consequences: ({ Amount }) => ({ potentialSpend: typeof Amount === "bigint" ? Amount : 0n }),

  preflightFirst: ({ tx }) => (hasOnlyFlags(tx) ? "tesSUCCESS" : "temINVALID_FLAG"),

  preflight: ({ tx }) => (typeof tx.Amount === "bigint" && tx.Amount > 0n ? "tesSUCCESS" : "temBAD_AMOUNT"),

  apply({ tx, view }) {
    const key: Keylet<PayChannel> = { type: "PayChannel", key: tx.Channel };
    const channel = view.peek(key);
    if (channel === undefined) return "tecNO_ENTRY";
    if (isChannelOver(channel, view.parentCloseTime)) return closeChannel(view, channel);
    if (channel.Account !== tx.Account) return "tecNO_PERMISSION";

    if (tx.Expiration !== undefined) {
      // The destination keeps its settle delay, unless it has less left already. The sum wraps at 32 bits.
      const afterDelay = (view.parentCloseTime + channel.SettleDelay) >>> 0;
      const earliest = Math.min(afterDelay, channel.Expiration ?? afterDelay);
      if (tx.Expiration < earliest) return "temBAD_EXPIRATION";
      channel.Expiration = tx.Expiration;
    }

    const root = view.peek(keylet.account(tx.Account));
    if (root === undefined) return "tefINTERNAL";
    const Amount = tx.Amount as bigint; // preflight saw to it
    const reserve = accountReserve(view.fees, root.OwnerCount);
    if (root.Balance < reserve) return "tecINSUFFICIENT_RESERVE";
    if (root.Balance < reserve + Amount) return "tecUNFUNDED";
    // The destination may have been deleted since the channel was made.
    if (!view.has(keylet.account(channel.Destination))) return "tecNO_DST";

    channel.Amount += Amount;
    root.Balance -= Amount;
    return "tesSUCCESS";
  },
});
