import type { SignedTransaction } from "../engine/signedTransaction.ts";
import { accountZero } from "../protocol/currency.ts";
import { field } from "../protocol/fieldTable.ts";
import type { AccountID, SerializedObject } from "../protocol/types.ts";
import type { AffectedNode, Metadata } from "../state/metadata.ts";

/** Amounts whose issuer counts as affected, beside the fields that hold an account. */
const amountFields = ["LowLimit", "HighLimit", "TakerPays", "TakerGets"] as const;

const accountFieldCache = new Map<string, boolean>();

function holdsAccount(name: string): boolean {
  let known = accountFieldCache.get(name);
  if (known === undefined) {
    known = field(name).typeName === "AccountID";
    accountFieldCache.set(name, known);
  }
  return known;
}

/**
 * The accounts that a transaction's metadata names as affected: `account_tx` lists it for them, and the accounts
 * stream tells them. Source: TxMeta::getAffectedAccounts of the reference.
 */
export function affectedAccounts(metadata: Metadata): AccountID[] {
  const accounts: AccountID[] = [];
  for (const wrapper of metadata.AffectedNodes) {
    const fields =
      "CreatedNode" in wrapper
        ? wrapper.CreatedNode.NewFields
        : ("ModifiedNode" in wrapper ? wrapper.ModifiedNode : (wrapper.DeletedNode as AffectedNode))
            .FinalFields;
    if (fields !== undefined) addAccounts(fields, accounts);
  }
  return distinct(accounts);
}

function addAccounts(fields: SerializedObject, accounts: AccountID[]): void {
  for (const name in fields) {
    if (holdsAccount(name)) accounts.push(fields[name] as AccountID);
  }
  for (const name of amountFields) {
    const amount = fields[name];
    if (typeof amount === "object" && "issuer" in amount) accounts.push(amount.issuer as AccountID);
  }
}

/** So many are compared with each other faster than a set is made. */
const few = 16;

/** Each once, in the order in which they came first. */
const distinct = (accounts: AccountID[]): AccountID[] =>
  accounts.length > few ? [...new Set(accounts)] : accounts.filter((one, i) => accounts.indexOf(one) === i);

/** The accounts that a transaction itself names, in accounts and as issuers: for proposed transactions. */
export function mentionedAccounts({ tx }: SignedTransaction): AccountID[] {
  const accounts = new Set<AccountID>();
  const fields = tx as unknown as SerializedObject;
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined || name === "TransactionType") continue;
    if (holdsAccount(name)) accounts.add(value as AccountID);
    else if (typeof value === "object" && "mantissa" in value) accounts.add(value.issuer as AccountID);
  }
  accounts.delete(accountZero);
  return [...accounts];
}
