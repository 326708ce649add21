import { accountDelete } from "./account/accountDelete.ts";
import { accountSet } from "./account/accountSet.ts";
import { setRegularKey } from "./account/setRegularKey.ts";
import { enableAmendment } from "./amendment/enableAmendment.ts";
import { setFee } from "./amendment/setFee.ts";
import { unlModify } from "./amendment/unlModify.ts";
import { paymentChannelClaim } from "./channel/paymentChannelClaim.ts";
import { paymentChannelCreate } from "./channel/paymentChannelCreate.ts";
import { paymentChannelFund } from "./channel/paymentChannelFund.ts";
import { checkCancel } from "./check/checkCancel.ts";
import { checkCash } from "./check/checkCash.ts";
import { checkCreate } from "./check/checkCreate.ts";
import { depositPreauth } from "./deposit/depositPreauth.ts";
import { escrowCancel } from "./escrow/escrowCancel.ts";
import { escrowCreate } from "./escrow/escrowCreate.ts";
import { escrowFinish } from "./escrow/escrowFinish.ts";
import { offerCancel } from "./offer/offerCancel.ts";
import { offerCreate } from "./offer/offerCreate.ts";
import { payment } from "./payment/payment.ts";
import { signerListSet } from "./signers/signerListSet.ts";
import { ticketCreate } from "./ticket/ticketCreate.ts";
import type { TransactionDefinition } from "./transaction.ts";
import { trustSet } from "./trust/trustSet.ts";

/** Every transaction type of this ledger, by its number on the wire. */
export const transactionDefinitions: readonly TransactionDefinition[] = [
  payment,
  escrowCreate,
  escrowFinish,
  accountSet,
  escrowCancel,
  setRegularKey,
  offerCreate,
  offerCancel,
  ticketCreate,
  signerListSet,
  paymentChannelCreate,
  paymentChannelFund,
  paymentChannelClaim,
  checkCreate,
  checkCash,
  checkCancel,
  depositPreauth,
  trustSet,
  accountDelete,
  enableAmendment,
  setFee,
  unlModify,
];

const byType: ReadonlyMap<string, TransactionDefinition> = new Map(
  transactionDefinitions.map((definition) => [definition.type, definition]),
);
const byCode: ReadonlyMap<number, TransactionDefinition> = new Map(
  transactionDefinitions.map((definition) => [definition.code, definition]),
);

/** The type with this name (`Payment`), or undefined where there is none. */
export const transactionDefinition = (type: string): TransactionDefinition | undefined => byType.get(type);

/** The type with this number on the wire, or undefined where there is none. */
export const transactionDefinitionByCode = (code: number): TransactionDefinition | undefined =>
  byCode.get(code);
