import { accountChannels } from "./accountChannels.ts";
import { accountCurrencies } from "./accountCurrencies.ts";
import { accountInfo } from "./accountInfo.ts";
import { accountLines } from "./accountLines.ts";
import { accountObjects } from "./accountObjects.ts";
import { accountOffers } from "./accountOffers.ts";
import { accountTx } from "./accountTx.ts";
import { bookChanges } from "./bookChanges.ts";
import { bookOffers } from "./bookOffers.ts";
import { canDelete } from "./canDelete.ts";
import { channelAuthorize } from "./channelAuthorize.ts";
import { channelVerify } from "./channelVerify.ts";
import type { Command } from "./command.ts";
import { connect } from "./connect.ts";
import { consensusInfo } from "./consensusInfo.ts";
import { depositAuthorized } from "./depositAuthorized.ts";
import { feature, featureForAll } from "./feature.ts";
import { fee } from "./fee.ts";
import { fetchInfo } from "./fetchInfo.ts";
import { gatewayBalances } from "./gatewayBalances.ts";
import { getCounts } from "./getCounts.ts";
import { ledgerCommand } from "./ledger.ts";
import { ledgerAccept } from "./ledgerAccept.ts";
import { ledgerClosed } from "./ledgerClosed.ts";
import { ledgerCurrent } from "./ledgerCurrent.ts";
import { ledgerData } from "./ledgerData.ts";
import { ledgerEntry } from "./ledgerEntry.ts";
import { ledgerHeaderCommand } from "./ledgerHeader.ts";
import { ledgerRequest } from "./ledgerRequest.ts";
import { logLevel } from "./logLevel.ts";
import { logrotate } from "./logrotate.ts";
import { manifest } from "./manifest.ts";
import { norippleCheck } from "./norippleCheck.ts";
import { commandsNotHere } from "./notHere.ts";
import { ownerInfo } from "./ownerInfo.ts";
import { pathFind } from "./pathFind.ts";
import { peers } from "./peers.ts";
import { ping } from "./ping.ts";
import { print } from "./print.ts";
import { random } from "./random.ts";
import { ripplePathFind } from "./ripplePathFind.ts";
import { serverDefinitions } from "./serverDefinitions.ts";
import { serverInfo } from "./serverInfo.ts";
import { serverState } from "./serverState.ts";
import { sign } from "./sign.ts";
import { signFor } from "./signFor.ts";
import { simulate } from "./simulate.ts";
import { stop } from "./stop.ts";
import { submit } from "./submit.ts";
import { submitMultisigned } from "./submitMultisigned.ts";
import { subscribe } from "./subscribe.ts";
import { transactionEntry } from "./transactionEntry.ts";
import { tx } from "./tx.ts";
import { txHistory } from "./txHistory.ts";
import { unlList } from "./unlList.ts";
import { unsubscribe } from "./unsubscribe.ts";
import { validationCreate } from "./validationCreate.ts";
import { validatorInfo } from "./validatorInfo.ts";
import { validatorListSites } from "./validatorListSites.ts";
import { validators } from "./validators.ts";
import { version } from "./version.ts";
import { walletPropose } from "./walletPropose.ts";

/** Every command of the server. */
export const allCommands: readonly Command[] = [
  accountChannels,
  accountCurrencies,
  accountInfo,
  accountLines,
  accountObjects,
  accountOffers,
  accountTx,
  bookChanges,
  bookOffers,
  canDelete,
  channelAuthorize,
  channelVerify,
  connect,
  consensusInfo,
  depositAuthorized,
  feature,
  featureForAll,
  fee,
  fetchInfo,
  gatewayBalances,
  getCounts,
  ledgerAccept,
  ledgerClosed,
  ledgerCommand,
  ledgerCurrent,
  ledgerData,
  ledgerEntry,
  ledgerHeaderCommand,
  ledgerRequest,
  logLevel,
  logrotate,
  manifest,
  norippleCheck,
  ownerInfo,
  pathFind,
  peers,
  ping,
  print,
  random,
  ripplePathFind,
  serverDefinitions,
  serverInfo,
  serverState,
  sign,
  signFor,
  simulate,
  stop,
  submit,
  submitMultisigned,
  subscribe,
  transactionEntry,
  tx,
  txHistory,
  unlList,
  unsubscribe,
  validationCreate,
  validatorInfo,
  validatorListSites,
  validators,
  version,
  walletPropose,
  ...commandsNotHere,
];
