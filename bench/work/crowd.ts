import type { AccountID } from "../../src/protocol/types.ts";
import { type Account, fillingAccounts, numberedAccount } from "../load/accounts.ts";
import { drive, each, eachInOrder, expectText } from "../load/drive.ts";
import { type Measurement, measure } from "../load/measure.ts";
import { seededRandom } from "../load/random.ts";
import type { Target } from "../load/target.ts";
import { issued, payment } from "../load/transactions.ts";
import { makeWorld } from "../load/world.ts";

/** What may send in a world, at most. */
const mostSenders = 6000;

/**
 * A ledger with many accounts, of which some send: half of their payments are native and go to any account, half are
 * issued and go to another sender, through the one issuer that all senders hold of.
 */
export class Crowd {
  readonly accounts: readonly AccountID[];
  readonly issuer: Account;
  readonly senders: readonly Account[];
  private readonly random = seededRandom(777);
  private turn = 0;

  constructor(size: number) {
    this.issuer = numberedAccount(0);
    const senders = Math.min(Math.floor(size / 2), mostSenders);
    this.senders = Array.from({ length: senders }, (_, i) => numberedAccount(i + 1));
    const known = [this.issuer, ...this.senders].map(({ id }) => id);
    this.accounts = [...known, ...fillingAccounts(size - known.length)];
  }

  /** Makes the ledger: in a fast folder, for `toDisk`, unless one is given. */
  makeFolder(folder?: string): Promise<string> {
    const holders = this.senders.map(({ id }) => id);
    return makeWorld({ accounts: this.accounts, issuers: [{ id: this.issuer.id, holders }] }, folder);
  }

  /** Signed payments as requests; what one account sends stays on one connection. */
  payments(target: Target, count: number): Buffer[][] {
    const requests: Buffer[][] = target.connections.map(() => []);
    for (let i = 0; i < count; i++) {
      const turn = this.turn++;
      const place = turn % this.senders.length;
      const from = this.senders[place]!;
      const blob =
        turn % 4 < 2
          ? payment(from, this.otherAccount(place), 1_000n)
          : payment(from, this.otherSender(place).id, issued(1, this.issuer.id));
      requests[place % requests.length]!.push(target.request("submit", { tx_blob: blob }));
    }
    return requests;
  }

  /** The senders come right after the issuer. */
  private otherAccount(place: number): AccountID {
    const step = 1 + this.random.below(this.accounts.length - 1);
    return this.accounts[(place + 1 + step) % this.accounts.length]!;
  }

  private otherSender(place: number): Account {
    const step = 1 + this.random.below(this.senders.length - 1);
    return this.senders[(place + step) % this.senders.length]!;
  }
}

const applied = expectText("tesSUCCESS");

export const submitAll = (target: Target, requests: readonly (readonly Buffer[])[]): Promise<Measurement> =>
  measure(target, () => drive(target.connections, eachInOrder(requests), applied));

/** Closes the open ledger; an operation is one of the transactions that it is said to have. */
export const closeAll = (target: Target, transactions: number): Promise<Measurement> => {
  const accept = target.request("ledger_accept");
  return measure(
    target,
    () => drive(target.connections.slice(0, 1), each([accept]), expectText("ledger_current_index")),
    transactions,
    () => target.stored(),
  );
};
