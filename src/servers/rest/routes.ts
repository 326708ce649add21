import type { FaucetSettings } from "./faucetSettings.ts";
import type { Route } from "./route.ts";
import { accountInfo } from "./routes/accountInfo.ts";
import { accountSettingsRoute } from "./routes/accountSettings.ts";
import { accountTransactions } from "./routes/accountTransactions.ts";
import { apiDocs } from "./routes/apiDocs.ts";
import { balances } from "./routes/balances.ts";
import { changeSettings } from "./routes/changeSettings.ts";
import { channels } from "./routes/channels.ts";
import { escrows } from "./routes/escrows.ts";
import { faucet } from "./routes/faucet.ts";
import { fees } from "./routes/fees.ts";
import { ledgers } from "./routes/ledgers.ts";
import { makePayment } from "./routes/makePayment.ts";
import { objects } from "./routes/objects.ts";
import { obligations } from "./routes/obligations.ts";
import { offers } from "./routes/offers.ts";
import { ping } from "./routes/ping.ts";
import { preparePaymentRoute } from "./routes/preparePayment.ts";
import { putPayment } from "./routes/putPayment.ts";
import { serversInfo } from "./routes/serversInfo.ts";
import { submitTransaction } from "./routes/submitTransaction.ts";
import { transactions } from "./routes/transactions.ts";
import { trustLines } from "./routes/trustLines.ts";

/** Every route, in the order in which the documentation shows them. */
export const restRoutes = (native: string, faucetSettings: FaucetSettings | undefined): readonly Route[] => [
  ping,
  serversInfo(native),
  apiDocs,
  accountInfo,
  accountSettingsRoute(native),
  balances,
  trustLines,
  obligations,
  accountTransactions,
  offers,
  channels,
  escrows,
  objects,
  transactions,
  ledgers,
  fees,
  preparePaymentRoute,
  putPayment,
  makePayment,
  submitTransaction,
  changeSettings(native),
  ...(faucetSettings === undefined ? [] : [faucet(faucetSettings)]),
];
