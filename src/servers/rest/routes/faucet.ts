import { z } from "zod";
import { isJsonObject, type JsonValue } from "../../../commands/json.ts";
import { accountIDFromPublicKey, eraseKeyPair } from "../../../crypto/keyPair.ts";
import { erase } from "../../../crypto/secretBytes.ts";
import { proposeWallet } from "../../../crypto/walletProposal.ts";
import { encodeAddress, encodeSeed } from "../../../protocol/base58.ts";
import type { EngineResult } from "../../../protocol/engineResults.ts";
import type { Drops } from "../../../protocol/types.ts";
import { encodeXAddress } from "../../../protocol/xAddress.ts";
import { signAndSubmit } from "../carryOut.ts";
import { dropsOf, wholeUnits } from "../decimalText.ts";
import type { FaucetSettings } from "../faucetSettings.ts";
import { preparePayment } from "../preparation/preparePayment.ts";
import { badRequest, wouldFail } from "../restError.ts";
import { defineRoute, type RestServices } from "../route.ts";
import { type Party, party } from "../schemas/address.ts";
import { hashText } from "../schemas/ledgerIdentity.ts";

const units = z.number().meta({ description: "Whole units." });

/** POST /accounts, as client libraries' `fundWallet` calls it. */
export const faucet = (settings: FaucetSettings) =>
  defineRoute({
    method: "POST",
    path: "/accounts",
    operationId: "fundAccount",
    tag: "Transact",
    summary: "Gives an account money, on a development ledger",
    description: "Without a destination, a new account is made, and its seed is in the reply.",
    body: z
      .looseObject({
        destination: party.optional(),
        xrpAmount: z
          .union([z.string(), z.number()])
          .optional()
          .meta({
            description: `Whole units of the native currency, whatever its code is; at most ${wholeUnits(settings.most)}. Default: ${wholeUnits(settings.amount)}.`,
          }),
      })
      .meta({ id: "FundingRequest" }),
    reply: z
      .strictObject({
        account: z.strictObject({
          address: z.string(),
          classicAddress: z.string(),
          xAddress: z.string(),
          secret: z
            .string()
            .optional()
            .meta({ description: "The seed of an account that was made for the caller." }),
        }),
        amount: units,
        balance: units.meta({ description: "Once the payment is in a closed ledger." }),
        transactionHash: hashText,
      })
      .meta({ id: "Funding" }),
    refusals: [400, 422],
    async handle({ body: { destination, xrpAmount } }, rest) {
      const amount = amountOf(xrpAmount, settings);
      const wallet = destination === undefined ? newWallet() : { party: destination, seed: undefined };
      const { account, address } = wallet.party;
      const transactionHash = await pay(settings, wallet.party, amount, rest);
      const { account_data } = await rest.call({ command: "account_info", account: address });
      const balance = isJsonObject(account_data) ? String(account_data.Balance) : "0";
      return {
        body: {
          account: {
            address,
            classicAddress: address,
            xAddress: encodeXAddress({ account, tag: wallet.party.tag, isTest: true }),
            secret: wallet.seed,
          },
          amount: Number(wholeUnits(amount)),
          balance: Number(wholeUnits(BigInt(balance))),
          transactionHash,
        },
      };
    },
  });

function amountOf(given: string | number | undefined, { amount, most }: FaucetSettings): Drops {
  if (given === undefined) return amount;
  const drops = dropsOf(String(given));
  if (drops === undefined || drops === 0n || drops > most) {
    throw badRequest(`xrpAmount: not a number of whole units up to ${wholeUnits(most)}`);
  }
  return drops;
}

function newWallet(): { party: Party; seed: string } {
  const { seed, keyPair } = proposeWallet({});
  const account = accountIDFromPublicKey(keyPair.publicKey);
  const text = encodeSeed(seed);
  erase(seed);
  eraseKeyPair(keyPair);
  return { party: { account, address: encodeAddress(account), tag: undefined }, seed: text };
}

async function pay(
  { account }: FaucetSettings,
  destination: Party,
  amount: Drops,
  rest: RestServices,
): Promise<JsonValue | undefined> {
  const source = { account, address: encodeAddress(account), tag: undefined };
  const order = { source, destination, amount: amount.toString() };
  const reply = await signAndSubmit(account, () => preparePayment(order, {}, rest).tx, rest);
  const result = reply.engine_result as EngineResult;
  if (result !== "tesSUCCESS" && reply.accepted !== true) {
    throw wouldFail(result, rest.native, "The faucet could not pay.");
  }
  return isJsonObject(reply.tx_json) ? reply.tx_json.hash : undefined;
}
