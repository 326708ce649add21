import type { Ledger } from "../node/ledger.ts";
import { payableCurrencies, searchLevels } from "../node/paths/pathService.ts";
import { defineCommand } from "./command.ts";
import type { CommandContext } from "./context.ts";
import type { JsonObject } from "./json.ts";
import { ledgerFields, ledgerSelector } from "./ledgerSelector.ts";
import { pathParameters } from "./pathFinding/parameters.ts";
import { checkPathRequest, parsePathRequest, pathJson, searchPaths } from "./pathFinding/pathRequest.ts";
import { currencyJson } from "./present.ts";
import { RpcError } from "./rpcErrors.ts";

/** Looks for payment paths once. */
export const ripplePathFind = defineCommand({
  name: "ripple_path_find",
  summary: "Searches for payment paths, once.",
  request: { ledger: ledgerSelector, ...pathParameters },
  source: "chosen ledger",
  isHeavy: () => true,
  isLong: true,

  async handle({ ledger }, context) {
    const identity = ledgerFields(ledger);
    try {
      return { ...(await search(ledger, context)), ...identity };
    } catch (error) {
      if (error instanceof RpcError) throw new RpcError(error.token, error.message, identity);
      throw error;
    }
  },
});

async function search(ledger: Ledger, context: CommandContext): Promise<JsonObject> {
  const request = parsePathRequest(context.request, context);
  checkPathRequest(request, ledger);
  const currencies = payableCurrencies(ledger, request.query.destination, true);
  const effort = { level: searchLevels.usual, isFast: false };
  const { reply, alternatives } = await searchPaths(request, ledger, effort, context);
  return {
    ...reply,
    destination_currencies: currencies.map((currency) => currencyJson(currency, context)),
    alternatives: alternatives.map((alternative) => ({
      ...pathJson(alternative, context),
      // Only ever empty; old clients look for it.
      paths_canonical: [],
    })),
  };
}
