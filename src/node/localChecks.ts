import { transactionDefinition } from "../engine/registry.ts";
import type { SignedTransaction } from "../engine/signedTransaction.ts";
import type { Memo } from "../engine/transaction.ts";
import { encodeObject } from "../protocol/codec/encodeObject.ts";
import { field } from "../protocol/fieldTable.ts";
import type { SerializedObject } from "../protocol/types.ts";

/** Bytes that all memos may take together. */
const maximumMemoBytes = 1024;
/** What URLs may be made of, by RFC 3986. */
const urlBytes = /^(?:2[13-9A-F]|3[0-9ABDF]|4[0-9A-F]|5[0-9ABDF]|6[1-9A-F]|7[0-9AE])*$/;

/**
 * What this server asks of a transaction beyond the protocol's rules: short memos with readable types, real accounts,
 * and nothing that only ledgers make themselves.
 * @returns undefined, or the reason as the reference words it (STTx.cpp)
 */
export function failedLocalCheck({ tx }: Pick<SignedTransaction, "tx">): string | undefined {
  const memos = tx.Memos;
  const memoFault = memos === undefined ? undefined : failedMemoCheck(memos);
  if (memoFault !== undefined) return memoFault;
  const fields = tx as unknown as SerializedObject;
  for (const name in fields) {
    if (fields[name] === "" && field(name).typeName === "AccountID") return "An account field is invalid.";
  }
  return transactionDefinition(tx.TransactionType)?.isPseudo
    ? "Cannot submit pseudo transactions."
    : undefined;
}

function failedMemoCheck(memos: readonly { Memo: Memo }[]): string | undefined {
  // The array's own first and last byte do not count.
  const { length } = encodeObject({ Memos: memos as unknown as readonly SerializedObject[] });
  if (length - 2 > maximumMemoBytes) return "The memo exceeds the maximum allowed size.";
  for (const { Memo: memo } of memos) {
    if (memo === undefined) return "A memo array may contain only Memo objects.";
    for (const name in memo) {
      if (name !== "MemoType" && name !== "MemoData" && name !== "MemoFormat") {
        return "A memo may contain only MemoType, MemoData or MemoFormat fields.";
      }
    }
    if (!urlBytes.test(memo.MemoType ?? "") || !urlBytes.test(memo.MemoFormat ?? "")) {
      return (
        "The MemoType and MemoFormat fields may only contain characters " +
        "that are allowed in URLs under RFC 3986."
      );
    }
  }
  return undefined;
}
