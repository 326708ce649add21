import {
  type AppliedTransaction,
  type ApplyOutcome,
  applyTransaction,
} from "../../src/engine/applyTransaction.ts";
import { sequenceOrTicket } from "../../src/engine/commonChecks.ts";
import { signedTransaction } from "../../src/engine/signedTransaction.ts";
import type { ApplyFlags, Transaction } from "../../src/engine/transaction.ts";
import { amendmentNames } from "../../src/protocol/amendments.ts";
import { encodeObject } from "../../src/protocol/codec/encodeObject.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { AccountRoot, LedgerEntry } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Hash256, Hex } from "../../src/protocol/types.ts";
import { newEntry } from "../../src/state/newEntry.ts";
import { OpenView } from "../../src/state/openView.ts";
import { amendmentId } from "../../src/state/rules.ts";
import { EntryMapView } from "../support/entryMapView.ts";
import { testAccount } from "../support/testLedger.ts";

/** An entry before and after a transaction; undefined where it was not there, or is not any more. */
export interface EntryChange {
  readonly key: Hash256;
  readonly before: Readonly<LedgerEntry> | undefined;
  readonly after: Readonly<LedgerEntry> | undefined;
}

/** What one transaction came to. */
export interface Applied {
  readonly tx: Transaction;
  readonly blob: Uint8Array;
  readonly flags: ApplyFlags;
  readonly outcome: ApplyOutcome;
  readonly changes: readonly EntryChange[];
}

const plain: ApplyFlags = { retry: false, failHard: false, dryRun: false };

export interface Member {
  readonly id: AccountID;
  readonly publicKey: Hex;
}

export const worldFees = { base: 10n, units: 10, reserveBase: 20_000_000n, reserveIncrement: 2_000_000n };

/** A ledger in memory that transactions are applied to one after the other, in ledgers of some dozen. */
export class World {
  readonly state: EntryMapView;
  /** The sequence or ticket that made an entry, where the entry does not say so itself. */
  readonly sequences = new Map<Hash256, number>();
  /** Whose signer list has which key: the entry does not say. */
  readonly signerLists = new Map<Hash256, AccountID>();
  /** Told when a new ledger begins. */
  onLedger: ((ledger: { index: number; parentCloseTime: number; parentHash: Hash256 }) => void) | undefined;
  private readonly open: boolean;
  private view: OpenView<AppliedTransaction> | undefined;

  /** `open`: transactions are tried as on the open ledger, without metadata. */
  constructor(open = false) {
    this.open = open;
    const enabled = amendmentNames.filter((name) => name !== "NegativeUNL");
    this.state = new EntryMapView(worldFees, [
      newEntry(keylet.amendments(), { Amendments: enabled.map(amendmentId) }),
    ]);
    this.state.ledgerIndex = 1000;
    this.state.parentCloseTime = 600_000_000;
  }

  /** Makes an account out of nothing; only before the first transaction. */
  fund(name: string, drops: bigint, flags = 0): Member {
    const { id, publicKey } = testAccount(name);
    this.state.put(
      newEntry<AccountRoot>(keylet.account(id), {
        Account: id,
        Sequence: 1,
        Balance: drops,
        OwnerCount: 0,
        Flags: flags,
      }),
    );
    this.signerLists.set(keylet.signerList(id).key, id);
    return { id, publicKey };
  }

  /** The ledger as the last transaction left it. */
  get now(): OpenView<AppliedTransaction> {
    this.view ??= this.begin();
    return this.view;
  }

  apply(tx: Transaction, flags: ApplyFlags = plain): Applied {
    const view = this.now;
    const before = new Map(view.changes);
    const blob = encodeObject(tx);
    const outcome = applyTransaction(view, signedTransaction(tx, blob), flags);
    const changes: EntryChange[] = [];
    const note = (key: Hash256, after: Readonly<LedgerEntry> | undefined) => {
      const known = before.get(key);
      changes.push({
        key,
        before: known === undefined ? this.state.readKey(key) : (known ?? undefined),
        after,
      });
    };
    // An entry that was changed is another object than it was before.
    for (const [key, entry] of view.changes) if (before.get(key) !== entry) note(key, entry ?? undefined);
    for (const key of before.keys()) if (!view.changes.has(key)) note(key, undefined);
    for (const { key, before: known, after } of changes) {
      if (known === undefined && after?.LedgerEntryType === "Escrow")
        this.sequences.set(key, sequenceOrTicket(tx));
    }
    return { tx, blob, flags, outcome, changes };
  }

  /** Ends the ledger at hand; the next one begins some seconds later. */
  close(seconds: number): void {
    if (this.view === undefined) return;
    for (const [key, entry] of this.view.changes) {
      if (entry === null) this.state.delete(key);
      else this.state.put(entry);
    }
    this.state.ledgerIndex += 1;
    this.state.parentCloseTime += seconds;
    this.view = undefined;
  }

  private begin(): OpenView<AppliedTransaction> {
    const { ledgerIndex, parentCloseTime, parentHash } = this.state;
    this.onLedger?.({ index: ledgerIndex, parentCloseTime, parentHash });
    return new OpenView(this.state, {
      ledgerIndex,
      parentHash,
      parentCloseTime,
      open: this.open,
      rules: this.state.rules,
      fees: this.state.fees,
    });
  }
}
