import { signTransaction } from "../../src/crypto/signTransaction.ts";
import { issuedAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import type { IssuedAmount } from "../../src/protocol/amounts/issuedAmount.ts";
import { bytesToHex } from "../../src/protocol/hex.ts";
import type { AccountID, Amount } from "../../src/protocol/types.ts";
import type { Account } from "./accounts.ts";

/** USD, as 20 bytes. */
export const usd = "0000000000000000000000005553440000000000";

/** So many hundredths of the issuer's currency. */
export const issued = (hundredths: number, issuer: AccountID): IssuedAmount =>
  issuedAmount(BigInt(hundredths), -2, { currency: usd, issuer });

/** Signs a transaction of the account's next sequence: the blob, in hexadecimal. */
export function signed(account: Account, fields: object, fee = 10n): string {
  const tx = {
    Flags: 0x80000000,
    Account: account.id,
    Fee: fee,
    Sequence: account.sequence++,
    LastLedgerSequence: 0xff000000,
    ...fields,
  };
  return bytesToHex(signTransaction(tx, account.keyPair).blob);
}

export const payment = (from: Account, to: AccountID, amount: Amount, fee?: bigint): string =>
  signed(from, { TransactionType: "Payment", Destination: to, Amount: amount }, fee);
