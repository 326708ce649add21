import { publicKeyAlgorithm } from "../crypto/keyPair.ts";
import { encodeAccountPublicKey, encodeAddress } from "../protocol/base58.ts";
import { keylet } from "../protocol/keylets.ts";
import type { PayChannel } from "../protocol/ledgerEntryFormats.ts";
import type { AccountID } from "../protocol/types.ts";
import { accountFromText } from "./accounts.ts";
import { defineCommand, type Kind, optional, required } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { hash256FromText, strictText } from "./kinds.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { textOf } from "./looseJson.ts";
import { visitOwned } from "./ownedEntries.ts";
import { accountListRange, limit } from "./paging.ts";
import { RpcError } from "./rpcErrors.ts";
import { manyRows, ownsMuch } from "./weight.ts";

// Unlike its neighbours, this command does not name the ledger beside an account's error.
const channelSource: Kind<AccountID> = {
  schema: { type: "string" },
  parse(value, _name, { ledger }) {
    const account = accountFromText(textOf(value), false);
    if (!ledger!.has(keylet.account(account))) throw new RpcError("actNotFound");
    return account;
  },
};
const channelDestination: Kind<AccountID | undefined> = {
  schema: { type: "string" },
  parse(value) {
    const text = textOf(value);
    return text === "" ? undefined : accountFromText(text, false);
  },
};

/** The payment channels that an account pays from. */
export const accountChannels = defineCommand({
  name: "account_channels",
  summary: "The payment channels that an account opened.",
  request: {
    ledger: ledgerSelector,
    account: required(channelSource),
    destination_account: optional(channelDestination),
    limit: limit(accountListRange),
    marker: optional(strictText),
  },
  source: "chosen ledger",
  // Lines and whatever else stands among the channels is gone over too.
  isHeavy: ({ ledger, account, limit: rows }) => rows > manyRows || ownsMuch(ledger, account),

  handle({ ledger, account, destination_account: destination, limit: rows, marker }, context) {
    const channels: Readonly<PayChannel>[] = [];
    let resume: { after: string; page: bigint } | undefined;
    if (marker !== undefined) {
      const channel = markedChannel(marker, destination, context);
      channels.push(channel);
      resume = { after: channel.index, page: channel.OwnerNode };
    }
    const isKnown = visitOwned(ledger, account, resume, rows - channels.length + 1, (entry) => {
      if (entry.LedgerEntryType !== "PayChannel" || entry.Account !== account) return false;
      if (destination !== undefined && entry.Destination !== destination) return false;
      channels.push(entry);
      return true;
    });
    if (!isKnown) throw new RpcError("invalidParams");

    const next = channels.length === rows + 1 ? channels.pop() : undefined;
    return {
      account: encodeAddress(account),
      channels: channels.map(channelJson),
      ...ledgerFields(ledger),
      ...(next !== undefined && { limit: rows, marker: next.index }),
    };
  },
});

/** The marker is the first channel of this page. */
function markedChannel(
  marker: string,
  destination: AccountID | undefined,
  { ledger }: CommandContext,
): Readonly<PayChannel> {
  const key = hash256FromText(marker);
  const channel = key === undefined ? undefined : ledger!.read<PayChannel>({ type: "PayChannel", key });
  if (channel === undefined) throw new RpcError("invalidParams");
  if (destination !== undefined && channel.Destination !== destination) throw new RpcError("invalidParams");
  return channel;
}

const channelJson = (channel: Readonly<PayChannel>): JsonObject => ({
  channel_id: channel.index,
  account: encodeAddress(channel.Account),
  destination_account: encodeAddress(channel.Destination),
  amount: channel.Amount.toString(),
  balance: channel.Balance.toString(),
  ...(publicKeyAlgorithm(channel.PublicKey) !== undefined && {
    public_key: encodeAccountPublicKey(channel.PublicKey),
    public_key_hex: channel.PublicKey,
  }),
  settle_delay: channel.SettleDelay,
  expiration: channel.Expiration,
  cancel_after: channel.CancelAfter,
  source_tag: channel.SourceTag,
  destination_tag: channel.DestinationTag,
});
