import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../commands/json.ts";
import {
  hasFlag,
  lsfDisableMaster,
  lsfDisallowXRP,
  lsfPasswordSpent,
  lsfRequireDestTag,
} from "../../../protocol/flags.ts";
import { freshnessOf } from "../ledgerReply.ts";
import { defineRoute, queryOf } from "../route.ts";
import { accountInPath } from "../schemas/accountRequest.ts";
import { ledgerInQuery } from "../schemas/ledgerChoice.ts";
import { accountSettings, disallowIncomingOf } from "../schemas/settings.ts";

const billion = 1_000_000_000;

/** GET /accounts/{address}/settings. @param native the native currency's code, which names a field */
export const accountSettingsRoute = (native: string) =>
  defineRoute({
    method: "GET",
    path: "/accounts/{address}/settings",
    operationId: "getAccountSettings",
    tag: "Query",
    summary: "What an account has set for itself",
    description: "Only what is set is there. Flags that are not listed here are in the account's `info`.",
    params: accountInPath,
    query: queryOf({ ledger_index: ledgerInQuery }),
    reply: accountSettings(native),
    refusals: [400, 404],
    async handle({ params: { address }, query: { ledger_index: ledger } }, rest) {
      const reply = await rest.call({
        command: "account_info",
        account: address,
        signer_lists: true,
        ...ledger.parameters,
      });
      const root = isJsonObject(reply.account_data) ? reply.account_data : {};
      return { body: settingsOf(root, native), freshness: freshnessOf(reply, ledger) };
    },
  });

function settingsOf(root: JsonObject, native: string): JsonObject {
  const { TransferRate: rate } = root;
  const flags = Number(root.Flags);
  const flag = (flag: number): true | undefined => (hasFlag(flags, flag) ? true : undefined);
  return {
    signers: signersOf(root.signer_lists),
    passwordSpent: flag(lsfPasswordSpent),
    [disallowIncomingOf(native)]: flag(lsfDisallowXRP),
    requireDestinationTag: flag(lsfRequireDestTag),
    tickSize: root.TickSize,
    walletLocator: root.WalletLocator,
    domain: root.Domain,
    disableMasterKey: flag(lsfDisableMaster),
    emailHash: root.EmailHash,
    transferRate: typeof rate === "number" ? rate / billion : undefined,
    regularKey: root.RegularKey,
  };
}

function signersOf(lists: JsonValue | undefined): JsonObject | undefined {
  const list = isJsonArray(lists) ? lists[0] : undefined;
  if (!isJsonObject(list) || !isJsonArray(list.SignerEntries)) return undefined;
  return {
    threshold: list.SignerQuorum,
    weights: list.SignerEntries.flatMap((entry) => {
      const signer = isJsonObject(entry) ? entry.SignerEntry : undefined;
      return isJsonObject(signer) ? [{ address: signer.Account, weight: signer.SignerWeight }] : [];
    }),
  };
}
