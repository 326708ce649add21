import { signChannelClaim } from "../crypto/channelClaim.ts";
import { dropsOf } from "./channelAmount.ts";
import { defineCommand, required } from "./command.ts";
import { hasMember } from "./json.ts";
import { anything, hash256FromText } from "./kinds.ts";
import { textOf } from "./looseJson.ts";
import { missingField, RpcError } from "./rpcErrors.ts";
import { secretParameters, withKeyPair } from "./secrets.ts";

/** Signs a claim on a payment channel. */
export const channelAuthorize = defineCommand({
  name: "channel_authorize",
  summary: "Signs a claim on a payment channel.",
  request: {
    channel_id: required(anything),
    amount: required(anything),
    secrets: secretParameters,
  },

  handle({ channel_id, amount, secrets }, context) {
    const { request } = context;
    if (!hasMember(request, "key_type") && !hasMember(request, "secret")) throw missingField("secret");
    return withKeyPair(secrets, context, (keyPair) => {
      const channel = hash256FromText(textOf(channel_id));
      if (channel === undefined) throw new RpcError("channelMalformed");
      return { signature: signChannelClaim(channel, dropsOf(amount), keyPair) };
    });
  },
});
