import type { Transaction } from "../../src/engine/transaction.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { nativeIssue } from "../../src/protocol/amounts/issue.ts";
import { lsfDefaultRipple, lsfRequireAuth } from "../../src/protocol/flags.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { Offer, Ticket } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256, Issue } from "../../src/protocol/types.ts";
import { Pool } from "./pool.ts";
import type { Random } from "./random.ts";
import type { Applied, Member, World } from "./world.ts";

export interface MarketSize {
  readonly accounts: number;
  readonly currencies: number;
  /** Offers are cancelled more often than made once there are so many. */
  readonly offers: number;
}

/** A kind of money and what one unit of it is worth, in drops. */
export interface Asset {
  readonly issue: Issue;
  readonly worth: number;
}

export type Fields = Record<string, unknown>;

const currencyCode = (name: string): string =>
  `${"0".repeat(24)}${Buffer.from(name).toString("hex").toUpperCase()}${"0".repeat(10)}`;

/** Who is there, what money there is, and what is known of the ledger: all that transactions are thought up from. */
export class Town {
  readonly world: World;
  readonly random: Random;
  readonly gateways: Member[] = [];
  readonly holders: Member[] = [];
  readonly members: readonly Member[];
  readonly assets: Asset[];
  private readonly offers = new Pool<Hash256>();
  private readonly tickets = new Pool<Hash256>();

  constructor(world: World, random: Random, size: MarketSize) {
    this.world = world;
    this.random = random;
    const gateways = Math.min(6, Math.max(2, size.accounts >> 3));
    for (let i = 0; i < gateways; i++) {
      // The last one lets nobody hold its money unasked.
      const flags = i === gateways - 1 ? lsfDefaultRipple | lsfRequireAuth : lsfDefaultRipple;
      this.gateways.push(world.fund(`gateway ${i}`, 1_000_000_000_000n, flags));
    }
    for (let i = gateways; i < size.accounts; i++) {
      // Some are so poor that reserves matter.
      const drops = random.chance(0.2) ? 24_000_000n + BigInt(random.below(20_000_000)) : 100_000_000_000n;
      this.holders.push(world.fund(`holder ${i}`, drops, random.chance(0.2) ? lsfDefaultRipple : 0));
    }
    this.members = [...this.gateways, ...this.holders];
    const worths = [1e6, 1e3, 2.5e8, 1e-6, 1e13];
    this.assets = [{ issue: nativeIssue, worth: 1 }];
    for (let i = 0; i < size.currencies; i++) {
      const worth = worths[i % worths.length]!;
      this.gateways.forEach(({ id }, at) => {
        // Every currency has an issuer, most have several.
        if (at === i % gateways || random.chance(0.6)) {
          this.assets.push({ issue: { currency: currencyCode(`C${i}X`), issuer: id }, worth });
        }
      });
    }
  }

  /** Keeps track of what there is now. */
  learn({ changes }: Applied): void {
    for (const { key, before, after } of changes) {
      const kind = (after ?? before)?.LedgerEntryType;
      const pool = kind === "Offer" ? this.offers : kind === "Ticket" ? this.tickets : undefined;
      if (after === undefined) pool?.delete(key);
      else if (before === undefined) pool?.add(key);
    }
  }

  /** Money of any kind. */
  anyAmount(): Amount {
    return this.amountOf(this.random.pick(this.assets), this.random.magnitude(1, 1e9));
  }

  get offerCount(): number {
    return this.offers.size;
  }

  issued(): Asset[] {
    return this.assets.filter(({ issue }) => issue !== nativeIssue);
  }

  twoAssets(): [Asset, Asset] {
    const one = this.random.pick(this.assets);
    const two = this.random.chance(0.5) ? this.assets[0]! : this.random.pick(this.assets);
    return one === two ? this.twoAssets() : [one, two];
  }

  someOffer(owner?: AccountID): Readonly<Offer> | undefined {
    for (let i = 0; i < (owner === undefined ? 1 : 8); i++) {
      const key = this.offers.pick(this.random);
      const offer = key === undefined ? undefined : this.world.now.read<Offer>({ type: "Offer", key });
      if (offer !== undefined && (owner === undefined || offer.Account === owner)) return offer;
    }
    return undefined;
  }

  /** Money worth so many drops: never nothing, unless it may be. */
  amountOf({ issue, worth }: Asset, drops: number, mayBeZero = false): Amount {
    const { random } = this;
    const units = drops / worth;
    if (issue === nativeIssue) return BigInt(Math.max(1, Math.round(units)));
    if (units <= 0 && mayBeZero) return canonicalAmount(0n, 0, issue);
    const exponent = Math.floor(Math.log10(units)) - 15;
    let mantissa = Math.round(units / 10 ** exponent);
    const digits = random.pick([1, 2, 3, 6, 15]);
    if (digits < 15) mantissa = Math.round(mantissa / 10 ** (16 - digits)) * 10 ** (16 - digits);
    else if (random.chance(0.5)) mantissa += random.below(10);
    return canonicalAmount(BigInt(Math.max(1, mantissa)), exponent, issue);
  }

  scaled(amount: Amount, by: number): Amount {
    const share = BigInt(Math.round(by * 1e6)) + 1n;
    if (typeof amount === "bigint") return (amount * share) / 1_000_001n || 1n;
    return canonicalAmount((amount.mantissa * share) / 1_000_001n, amount.exponent, amount);
  }

  member(id: AccountID): Member {
    const found = this.members.find((member) => member.id === id);
    if (found === undefined) throw new Error(`${id} is not of this market`);
    return found;
  }

  /** The fields that every transaction needs. Now and then a ticket takes the sequence's place. */
  fill(sender: Member, fields: Fields): Transaction {
    const { now } = this.world;
    // An account that is gone, or is not there yet, may try all the same.
    const next = now.read(keylet.account(sender.id))?.Sequence ?? 1;
    const common = { Account: sender.id, Fee: 10n, SigningPubKey: sender.publicKey };
    const ticket = this.random.chance(0.05) ? this.ticketOf(sender.id) : undefined;
    const numbered =
      ticket === undefined ? { Sequence: next } : { Sequence: 0, TicketSequence: ticket.TicketSequence };
    return { ...common, ...numbered, ...fields } as unknown as Transaction;
  }

  private ticketOf(owner: AccountID): Readonly<Ticket> | undefined {
    const key = this.tickets.pick(this.random);
    const ticket = key === undefined ? undefined : this.world.now.read<Ticket>({ type: "Ticket", key });
    return ticket?.Account === owner ? ticket : undefined;
  }
}
