import { accountIDFromPublicKey } from "../../src/crypto/keyPair.ts";
import { type ApplyOutcome, applyTransaction } from "../../src/engine/applyTransaction.ts";
import type { ApplyFlags, Transaction } from "../../src/engine/transaction.ts";
import { type AmendmentName, amendmentNames } from "../../src/protocol/amendments.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import type { IssuedAmount } from "../../src/protocol/amounts/issuedAmount.ts";
import type { EngineResult } from "../../src/protocol/engineResults.ts";
import { type Keylet, keylet } from "../../src/protocol/keylets.ts";
import type { AccountRoot, LedgerEntry } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256, Hex } from "../../src/protocol/types.ts";
import { newEntry } from "../../src/state/newEntry.ts";
import { OpenView } from "../../src/state/openView.ts";
import { amendmentId } from "../../src/state/rules.ts";
import { EntryMapView } from "./entryMapView.ts";

/** An account of a test: its id, and the public key that is its master key. Nothing is ever signed with it. */
export interface TestAccount {
  readonly id: AccountID;
  readonly publicKey: Hex;
}

/** Fields of a transaction; those that a client fills in may be left out. */
export type TestTransaction = { TransactionType: string; Account: TestAccount | AccountID } & Record<
  string,
  unknown
>;

export const testFees = { base: 10n, units: 10, reserveBase: 200_000_000n, reserveIncrement: 50_000_000n };

const currency = `${"0".repeat(24)}555344${"0".repeat(10)}`;
/** An amount of USD of this issuer. */
export const usd = (value: number | bigint, issuer: TestAccount, exponent = 0): IssuedAmount =>
  canonicalAmount(BigInt(value), exponent, { currency, issuer: issuer.id }) as IssuedAmount;
/** The currency of {@link usd}. */
export const usdCurrency = currency;

/** A public key that nobody has the secret of, and its account. */
export function testAccount(name: string): TestAccount {
  const publicKey = `ED${Buffer.from(name.padEnd(32, "."), "latin1").toString("hex").toUpperCase().slice(0, 64)}`;
  return { publicKey, id: accountIDFromPublicKey(publicKey) };
}

/**
 * A ledger in memory for tests of the engine: transactions are applied one by one as when a ledger closes, and take
 * effect at once. Signatures are not looked at, as nowhere in the engine; the right to sign is.
 */
export class TestLedger {
  readonly state: EntryMapView;
  /** Whether transactions meet the open ledger or one that closes. */
  open = false;
  private transactions = 0;

  constructor(options: { disabled?: readonly AmendmentName[]; enabled?: readonly AmendmentName[] } = {}) {
    const disabled = new Set<AmendmentName>(["NegativeUNL", ...(options.disabled ?? [])]);
    const enabled = new Set(amendmentNames.filter((name) => !disabled.has(name)));
    for (const name of options.enabled ?? []) enabled.add(name);
    this.state = new EntryMapView(testFees, [
      newEntry(keylet.amendments(), { Amendments: [...enabled].map(amendmentId) }),
    ]);
    this.state.ledgerIndex = 1000;
    this.state.parentCloseTime = 700_000_000;
  }

  get now(): number {
    return this.state.parentCloseTime;
  }

  /** Makes an account that has this much. */
  fund(name: string, drops = 1_000_000_000n, fields: Partial<AccountRoot> = {}): TestAccount {
    const account = testAccount(name);
    this.state.put(
      newEntry(keylet.account(account.id), {
        Account: account.id,
        Sequence: 3,
        Balance: drops,
        OwnerCount: 0,
        ...fields,
      }),
    );
    return account;
  }

  /** The account's entry. Fails when there is none. */
  root(account: TestAccount): Readonly<AccountRoot> {
    const root = this.state.read(keylet.account(account.id));
    if (root === undefined) throw new Error("no such account");
    return root;
  }

  read<T extends LedgerEntry>(wanted: Keylet<T>): Readonly<T> | undefined {
    return this.state.read(wanted);
  }

  /** Overwrites fields of an entry behind the engine's back. */
  change<T extends LedgerEntry>(wanted: Keylet<T>, fields: Partial<T>): void {
    const entry = this.state.read(wanted);
    if (entry === undefined) throw new Error("no such entry");
    this.state.put({ ...entry, ...fields } as LedgerEntry);
  }

  /** Lets time pass and ledgers go by. */
  advance({ seconds = 0, ledgers = 1 }: { seconds?: number; ledgers?: number }): void {
    this.state.parentCloseTime += seconds;
    this.state.ledgerIndex += ledgers;
  }

  /** The transaction as a client would send it: fee, next sequence and master key filled in where left out. */
  fill(fields: TestTransaction): Transaction {
    const sender = fields.Account;
    const id = typeof sender === "string" ? sender : sender.id;
    return {
      Fee: 10n,
      Sequence: this.state.read(keylet.account(id))?.Sequence ?? 0,
      SigningPubKey: typeof sender === "string" ? "" : sender.publicKey,
      ...fields,
      Account: id,
    };
  }

  /** Applies a transaction and tells all about it. */
  apply(fields: TestTransaction, flags: Partial<ApplyFlags> = {}): ApplyOutcome {
    const view = new OpenView<never>(this.state, {
      ledgerIndex: this.state.ledgerIndex,
      parentHash: this.state.parentHash,
      parentCloseTime: this.state.parentCloseTime,
      open: this.open,
      rules: this.state.rules,
      fees: this.state.fees,
    });
    this.transactions += 1;
    const hash: Hash256 = this.transactions.toString(16).toUpperCase().padStart(64, "0");
    const outcome = applyTransaction(
      view as never,
      { tx: this.fill(fields), hash, blob: new Uint8Array() },
      { retry: false, failHard: false, dryRun: false, ...flags },
    );
    for (const [key, entry] of view.changes) {
      if (entry === null) this.state.delete(key);
      else this.state.put(entry);
    }
    return outcome;
  }

  /** Applies a transaction and tells its result. What our code throws is thrown, not made a result of. */
  submit(fields: TestTransaction, flags: Partial<ApplyFlags> = {}): EngineResult {
    const { result, exception } = this.apply(fields, flags);
    if (exception !== undefined) throw exception;
    return result;
  }

  /** What the account holds of the issuer's USD, in the account's favour. */
  holds(account: TestAccount, issuer: TestAccount): string {
    const line = this.state.read(keylet.line(account.id, issuer.id, currency));
    if (line === undefined) return "no line";
    const { mantissa, exponent } = line.Balance as Exclude<Amount, bigint>;
    const signed = account.id < issuer.id ? mantissa : -mantissa;
    return String(Number(signed) * 10 ** exponent);
  }
}
