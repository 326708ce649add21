import { type AppliedTransaction, applyTransaction } from "../../src/engine/applyTransaction.ts";
import type { Transaction } from "../../src/engine/transaction.ts";
import { amendmentNames } from "../../src/protocol/amendments.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { AccountRoot } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Issue } from "../../src/protocol/types.ts";
import { newEntry } from "../../src/state/newEntry.ts";
import { OpenView } from "../../src/state/openView.ts";
import { amendmentId } from "../../src/state/rules.ts";
import { Random } from "../../test/fuzz/random.ts";
import { EntryMapView } from "../../test/support/entryMapView.ts";
import { testAccount } from "../../test/support/testLedger.ts";

const fees = { base: 10n, units: 10, reserveBase: 1_000_000n, reserveIncrement: 200_000n };
export const currency = (name: string): string =>
  `${"0".repeat(24)}${Buffer.from(name).toString("hex").toUpperCase()}${"0".repeat(10)}`;

/** Accounts, lines and offers, all made by transactions. */
export class Exchange {
  readonly state: EntryMapView;
  readonly random = new Random(1);
  private readonly keys = new Map<AccountID, string>();
  private hashes = 0;
  private view: OpenView<AppliedTransaction>;

  constructor() {
    const enabled = amendmentNames.filter((name) => name !== "NegativeUNL").map(amendmentId);
    this.state = new EntryMapView(fees, [newEntry(keylet.amendments(), { Amendments: enabled })]);
    this.state.ledgerIndex = 1000;
    this.view = this.open();
  }

  account(name: string, flags = 0): AccountID {
    const { id, publicKey } = testAccount(name);
    this.keys.set(id, publicKey);
    const root = { Account: id, Sequence: 1, Balance: 10n ** 15n, OwnerCount: 0, Flags: flags };
    this.state.put(newEntry<AccountRoot>(keylet.account(id), root));
    return id;
  }

  /** Applies a transaction that must succeed. */
  apply(fields: { TransactionType: string; Account: AccountID } & Record<string, unknown>): void {
    const { Account } = fields;
    const Sequence = this.view.read(keylet.account(Account))!.Sequence;
    const tx = { Fee: 10n, SigningPubKey: this.keys.get(Account)!, Sequence, ...fields };
    this.hashes += 1;
    const { result, exception } = applyTransaction(
      this.view,
      {
        tx: tx as unknown as Transaction,
        hash: this.hashes.toString(16).toUpperCase().padStart(64, "0"),
        blob: new Uint8Array(),
      },
      { retry: false, failHard: false, dryRun: false },
    );
    if (result !== "tesSUCCESS") throw exception ?? new Error(`${fields.TransactionType}: ${result}`);
  }

  /** Makes what was applied the ledger that the next transactions stand on. */
  close(): void {
    for (const [key, entry] of this.view.changes) {
      if (entry === null) this.state.delete(key);
      else this.state.put(entry);
    }
    this.state.ledgerIndex += 1;
    this.view = this.open();
  }

  private open(): OpenView<AppliedTransaction> {
    const { ledgerIndex, parentHash, parentCloseTime, rules } = this.state;
    return new OpenView(this.state, { ledgerIndex, parentHash, parentCloseTime, open: false, rules, fees });
  }
}

export const trust = (exchange: Exchange, holder: AccountID, issue: Issue, gets: number): void => {
  const LimitAmount = canonicalAmount(10n ** 12n, 0, issue);
  exchange.apply({ TransactionType: "TrustSet", Account: holder, LimitAmount });
  if (gets === 0) return;
  const Amount = canonicalAmount(BigInt(gets), 0, issue);
  exchange.apply({ TransactionType: "Payment", Account: issue.issuer, Destination: holder, Amount });
};
