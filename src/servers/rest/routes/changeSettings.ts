import { z } from "zod";
import { decodeAddress } from "../../../protocol/base58.ts";
import { carryOut } from "../carryOut.ts";
import { completeTransaction } from "../preparation/completeTransaction.ts";
import { settingsTransaction } from "../preparation/settingsTransaction.ts";
import { defineRoute } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { instructions } from "../schemas/payment.ts";
import { settingsChange } from "../schemas/settings.ts";
import { prepared, submission } from "../schemas/submission.ts";

/** POST /accounts/{address}/settings */
export const changeSettings = (native: string) =>
  defineRoute({
    method: "POST",
    path: "/accounts/{address}/settings",
    operationId: "changeAccountSettings",
    tag: "Transact",
    summary: "Changes what an account has set for itself, or only prepares that",
    description:
      "As much as one transaction can change. With `submit`, it is signed with the account's key, which this server was configured with, for callers who show the account's bearer token.",
    params: accountInPath,
    body: z
      .strictObject({
        settings: settingsChange(native),
        instructions: instructions.default({}),
        submit: z.boolean().default(false),
      })
      .meta({ id: "SettingsRequest" }),
    reply: z.union([submission, prepared]),
    refusals: [400, 401, 404, 422],
    takesToken: true,
    handle({ params: { address }, body: { settings, instructions, submit }, authorization }, rest) {
      const account = decodeAddress(address)!;
      const tx = { Account: address, ...settingsTransaction(settings) };
      const prepare = () => completeTransaction(tx, account, instructions, rest);
      return carryOut({ account, submit, authorization, prepare }, rest);
    },
  });
