import type { AmendmentName } from "../protocol/amendments.ts";
import type { EngineResult, NotTec } from "../protocol/engineResults.ts";
import {
  accountID,
  array,
  blob,
  drops,
  type FieldsOf,
  type Format,
  hash256,
  optional,
  required,
  uint32,
} from "../protocol/fieldKinds.ts";
import type { AccountID, Amount, Drops, Hash256, Hex } from "../protocol/types.ts";
import type { Rules } from "../state/rules.ts";
import type { ApplyView, ReadView } from "../state/view.ts";

/** A remark; this server takes three hexadecimal fields and nothing else. */
export interface Memo {
  MemoType?: Hex | undefined;
  MemoData?: Hex | undefined;
  MemoFormat?: Hex | undefined;
}
/** One of several signatures. Signers come in rising order of their account ids. */
export interface Signer {
  Account: AccountID;
  SigningPubKey: Hex;
  TxnSignature: Hex;
}

/** Fields that every transaction type shares. */
export const commonFormat = {
  Flags: optional(uint32),
  SourceTag: optional(uint32),
  Account: required(accountID),
  Sequence: required(uint32),
  PreviousTxnID: optional(hash256),
  LastLedgerSequence: optional(uint32),
  AccountTxnID: optional(hash256),
  Fee: required(drops),
  OperationLimit: optional(uint32),
  Memos: optional(array<{ Memo: Memo }>()),
  SigningPubKey: required(blob),
  TxnSignature: optional(blob),
  Signers: optional(array<{ Signer: Signer }>()),
  // In the reference this stands in each type's own template; it is the same for all that users may send.
  TicketSequence: optional(uint32),
  // Newer than the reference. Which networks want it is not for the engine to say: see node/networkFault.ts.
  NetworkID: optional(uint32),
} as const satisfies Format;

export type TransactionOf<F extends Format> = { readonly TransactionType: string } & Readonly<
  FieldsOf<typeof commonFormat> & FieldsOf<F>
>;
/** Any transaction, by its common fields. */
export type Transaction = TransactionOf<Record<never, never>>;

/** How a transaction is applied. */
export interface ApplyFlags {
  /** Apply again later if it fails: a tec that a retry might mend is not claimed yet. */
  readonly retry: boolean;
  /** From the local submit with fail_hard. */
  readonly failHard: boolean;
  /** A dry run: nothing is kept. */
  readonly dryRun: boolean;
}

/** What a transaction is checked with before there is a ledger. */
export interface PreflightContext<T> {
  readonly tx: T;
  readonly hash: Hash256;
  readonly rules: Rules;
  readonly flags: ApplyFlags;
}

/** What it is checked with against a ledger, which stays as it is. */
export interface PreclaimContext<T> extends PreflightContext<T> {
  readonly view: ReadView;
}

/** What it is applied with. */
export interface ApplyContext<T> extends PreflightContext<T> {
  readonly view: ApplyView;
  /** The sender's balance before the fee was taken. */
  readonly priorBalance: Drops;
  /** The sender's balance after it. */
  readonly sourceBalance: Drops;
  /** Tells the metadata what a partial payment or a check delivered. */
  deliver(amount: Amount): void;
}

/** What a transaction may do to its sender, for the queue. */
export interface Consequences {
  /** The most drops it may spend beyond its fee. */
  readonly potentialSpend: Drops;
  /** It may change who can sign: nothing queues behind it. */
  readonly isBlocker: boolean;
  /** Sequences it uses: TicketCreate takes several. */
  readonly sequencesConsumed: number;
}

/** A transaction type: its fields, and the three steps that each know more than the one before. */
export interface TransactionDefinition<F extends Format = Format> {
  /** The protocol's name: `Payment`. */
  readonly type: string;
  /** TransactionType on the wire. */
  readonly code: number;
  /** Without it the type answers temDISABLED. */
  readonly amendment?: AmendmentName;
  /** The ledger makes these itself; they come unsigned, from account zero, and no one may submit one. */
  readonly isPseudo?: boolean;
  /** Fields beside the common ones. */
  readonly format: F;
  /** Cost in drops where it is not the reference transaction's plus one for each signer. */
  baseFee?(tx: TransactionOf<F>, view: ReadView): Drops;
  consequences?(tx: TransactionOf<F>): Partial<Consequences>;
  /** The part of preflight that some types do before the common checks (account, fee, key) instead of after. */
  preflightFirst?(context: PreflightContext<TransactionOf<F>>): NotTec;
  /** Without a ledger: is it well formed? Flags, fields, amounts. */
  preflight(context: PreflightContext<TransactionOf<F>>): NotTec;
  /** With the ledger, unchanged: may it claim a fee? */
  preclaim?(context: PreclaimContext<TransactionOf<F>>): EngineResult;
  /** Changes the ledger. The fee is taken and the sequence used already. */
  apply(context: ApplyContext<TransactionOf<F>>): EngineResult;
}

/** Declares a transaction type: see engine/README.md for how one is added. */
export function defineTransaction<const F extends Format>(
  definition: TransactionDefinition<F>,
): TransactionDefinition<F> {
  return definition;
}
