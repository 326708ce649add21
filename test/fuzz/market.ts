import type { Transaction } from "../../src/engine/transaction.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { issueOf, nativeIssue } from "../../src/protocol/amounts/issue.ts";
import {
  asf,
  lsfDefaultRipple,
  lsfRequireAuth,
  tfClearFreeze,
  tfClearNoRipple,
  tfFillOrKill,
  tfImmediateOrCancel,
  tfLimitQuality,
  tfNoRippleDirect,
  tfPartialPayment,
  tfPassive,
  tfSell,
  tfSetFreeze,
  tfSetfAuth,
  tfSetNoRipple,
} from "../../src/protocol/flags.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { Offer, Ticket } from "../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, Amount, Hash256, Issue, Path, PathStep } from "../../src/protocol/types.ts";
import { testAccount } from "../support/testLedger.ts";
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
interface Asset {
  readonly issue: Issue;
  readonly worth: number;
}

type Fields = Record<string, unknown>;

const currencyCode = (name: string): string =>
  `${"0".repeat(24)}${Buffer.from(name).toString("hex").toUpperCase()}${"0".repeat(10)}`;

/**
 * Thinks up transactions of a lively market: gateways with all sorts of settings, holders, makers and takers of
 * offers, payments over every kind of path. Prices hover around what things are worth; amounts are of every size,
 * round and crooked.
 */
export class Market {
  readonly world: World;
  private readonly random: Random;
  private readonly size: MarketSize;
  private readonly gateways: Member[] = [];
  private readonly holders: Member[] = [];
  readonly members: readonly Member[];
  private readonly assets: Asset[];
  private readonly offers = new Pool<Hash256>();
  private readonly tickets = new Pool<Hash256>();
  private readonly dusty: boolean;
  private dust: Generator<Transaction> | undefined;

  constructor(world: World, random: Random, size: MarketSize) {
    this.world = world;
    this.random = random;
    this.size = size;
    this.dusty = random.chance(0.15);
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

  /** The transactions that a market begins with: trust lines, and money on them. */
  *opening(): Generator<Transaction> {
    const { random } = this;
    for (const gateway of this.gateways) yield this.fill(gateway, this.gatewaySettings());
    for (const holder of this.holders) {
      for (const asset of this.issued()) {
        if (!random.chance(0.6)) continue;
        const limit = this.amountOf(asset, random.magnitude(1e9, 1e14), true);
        yield this.fill(holder, { TransactionType: "TrustSet", LimitAmount: limit, ...this.lineSettings() });
        const gateway = this.member(asset.issue.issuer);
        if (random.chance(gateway === this.gateways.at(-1) ? 0.9 : 0.02)) {
          const auth = { ...asset.issue, issuer: holder.id };
          yield this.fill(gateway, {
            TransactionType: "TrustSet",
            LimitAmount: canonicalAmount(0n, 0, auth),
            Flags: tfSetfAuth,
          });
        }
        yield this.fill(gateway, {
          TransactionType: "Payment",
          Destination: holder.id,
          Amount: this.amountOf(asset, random.magnitude(1e6, 1e11)),
        });
      }
    }
  }

  next(): Transaction {
    const { random } = this;
    const dust = this.dust?.next();
    if (dust !== undefined && dust.done !== true) return dust.value;
    const crowded = this.offers.size > this.size.offers;
    const kind = random.weighted({
      offer: crowded ? 15 : 50,
      cancel: crowded ? 40 : 4,
      pay: 30,
      trust: 4,
      settings: 1,
      tickets: 1,
      dust: this.dusty && !crowded ? 0.3 : 0,
      odd: 1,
    });
    switch (kind) {
      case "dust":
        this.dust = this.dustMaker();
        return this.next();
      case "odd":
        return this.odd();
      case "offer":
        return this.offer();
      case "cancel":
        return this.cancel();
      case "pay":
        return this.payment();
      case "trust":
        return this.trust();
      case "settings":
        return this.settings();
      case "tickets":
        return this.fill(random.pick(this.holders), {
          TransactionType: "TicketCreate",
          TicketCount: random.between(1, 3),
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

  private offer(): Transaction {
    const { random } = this;
    const maker = random.pick(this.members);
    let fields: Fields = { TransactionType: "OfferCreate" };
    const other = random.chance(0.15) ? this.someOffer() : undefined;
    if (other !== undefined) {
      // The very counterpart of an offer, or a multiple of it: equal prices, amounts used up to the last digit.
      fields = { ...fields, TakerPays: other.TakerGets, TakerGets: other.TakerPays };
    } else {
      const [pays, gets] = this.twoAssets();
      const worth = random.magnitude(1, random.chance(0.1) ? 1e13 : 1e9);
      const skew = Math.exp((random.fraction() + random.fraction() + random.fraction() - 1.5) * 0.2);
      fields.TakerPays = this.amountOf(pays, worth * skew);
      fields.TakerGets = this.amountOf(gets, worth);
    }
    let flags = 0;
    if (random.chance(0.1)) flags |= tfPassive;
    if (random.chance(0.2)) flags |= tfSell;
    if (random.chance(0.1)) flags |= random.chance(0.5) ? tfImmediateOrCancel : tfFillOrKill;
    if (random.chance(0.1)) fields.Expiration = this.world.now.parentCloseTime + random.between(-10, 300);
    if (random.chance(0.05)) fields.OfferSequence = this.someOffer(maker.id)?.Sequence;
    return this.fill(maker, { ...fields, Flags: flags });
  }

  /** Hundreds of small offers in one book, at one price or at as many: more than a taker may look at. */
  private *dustMaker(): Generator<Transaction> {
    const { random } = this;
    const gets = random.pick(this.issued());
    const pays = random.chance(0.7) ? this.assets[0]! : random.pick(this.assets);
    if (gets === pays) return;
    const worth = random.magnitude(1e4, 1e6);
    const many = random.between(40, 1700);
    const spread = random.chance(0.5) ? 0 : 0.01 / many;
    // The issuer never runs out of its own money.
    const makers = [this.member(gets.issue.issuer)];
    if (random.chance(0.3)) makers.push(random.pick(this.members));
    const TakerGets = this.amountOf(gets, worth);
    for (let i = 0; i < many; i++) {
      const TakerPays = this.scaled(this.amountOf(pays, worth * 1.01), 0.9 + i * spread);
      const maker = random.pick(makers);
      yield this.fill(maker, { TransactionType: "OfferCreate", TakerPays, TakerGets, Flags: tfPassive });
    }
    for (let i = 0; i < 4; i++) {
      const taker = random.pick(this.members);
      const [give, take] = [this.amountOf(pays, worth * many * 4), this.amountOf(gets, worth * many * 2)];
      yield random.chance(0.5)
        ? this.fill(taker, {
            TransactionType: "OfferCreate",
            TakerPays: take,
            TakerGets: give,
            Flags: random.chance(0.5) ? tfSell : 0,
          })
        : this.fill(taker, {
            TransactionType: "Payment",
            Destination: random.pick(this.members).id,
            Amount: take,
            SendMax: give,
            Flags: tfPartialPayment,
          });
    }
  }

  /** What nobody in his senses would send: amounts at the end of the range, of nothing, of the same money. */
  private odd(): Transaction {
    const { random } = this;
    const sane = random.chance(0.5) ? this.offer() : this.payment();
    const amounts = (["TakerPays", "TakerGets", "Amount", "SendMax", "DeliverMin"] as const).filter(
      (name) => (sane as unknown as Fields)[name] !== undefined,
    );
    const name = random.pick(amounts);
    const amount = (sane as unknown as Record<string, Amount>)[name]!;
    const twist = random.weighted({
      huge: 4,
      tiny: 4,
      zero: 1,
      negative: 1,
      other: 1,
      flags: 1,
      stranger: 2,
    });
    switch (twist) {
      case "huge":
        return { ...sane, [name]: this.extreme(amount, 80, 10n ** 16n - 1n, 10n ** 17n) };
      case "tiny":
        return { ...sane, [name]: this.extreme(amount, -96, 10n ** 15n, 1n) };
      case "zero":
        return { ...sane, [name]: typeof amount === "bigint" ? 0n : canonicalAmount(0n, 0, amount) };
      case "negative":
        return { ...sane, [name]: typeof amount === "bigint" ? -1n : canonicalAmount(-1n, 0, amount) };
      case "other":
        return { ...sane, [name]: this.amountOf(random.pick(this.assets), 1000) };
      case "flags":
        return {
          ...sane,
          Flags: random.pick([tfPassive, tfSell, tfPartialPayment, tfFillOrKill, 0x00800000]),
        };
      case "stranger":
        return this.drainOrFound();
    }
  }

  private extreme(amount: Amount, exponent: number, mantissa: bigint, drops: bigint): Amount {
    if (typeof amount === "bigint") return drops;
    const by = this.random.below(3);
    return canonicalAmount(mantissa, exponent - Math.sign(exponent) * by, amount);
  }

  /** Drops to an account that is not there yet, or so many that next to nothing is left above the reserve. */
  private drainOrFound(): Transaction {
    const { random } = this;
    const sender = random.pick(this.holders);
    const { Balance = 0n, OwnerCount = 0 } = this.world.now.read(keylet.account(sender.id)) ?? {};
    const { fees } = this.world.now;
    const spare = Balance - fees.reserveBase - fees.reserveIncrement * BigInt(OwnerCount) - 10n;
    const isDrain = random.chance(0.7);
    const Amount = isDrain ? spare - BigInt(random.below(21)) : BigInt(random.between(1, 60_000_000));
    const Destination = isDrain
      ? random.pick(this.members).id
      : testAccount(`stranger ${random.below(1000)}`).id;
    return this.fill(sender, { TransactionType: "Payment", Destination, Amount: Amount > 0n ? Amount : 1n });
  }

  private cancel(): Transaction {
    const offer = this.someOffer();
    if (offer === undefined) return this.offer();
    return this.fill(this.member(offer.Account), {
      TransactionType: "OfferCancel",
      OfferSequence: offer.Sequence,
    });
  }

  private payment(): Transaction {
    const { random } = this;
    const sender = random.pick(this.members);
    const receiver = random.chance(0.1) ? sender : random.pick(this.members);
    const asset = random.pick(this.assets);
    const worth = random.magnitude(1, random.chance(0.2) ? 1e12 : 1e8);
    const deliver = this.amountOf(asset, worth);
    const anyIssuer = typeof deliver !== "bigint" && random.chance(0.15);
    const Amount = anyIssuer
      ? canonicalAmount(deliver.mantissa, deliver.exponent, { ...deliver, issuer: receiver.id })
      : deliver;
    const fields: Fields = { TransactionType: "Payment", Destination: receiver.id, Amount };
    if (typeof Amount === "bigint" && random.chance(0.4)) return this.fill(sender, fields);

    const source = random.chance(0.3) ? asset : random.pick(this.assets);
    if (random.chance(0.85) && !(typeof Amount === "bigint" && source.issue === nativeIssue)) {
      const most = this.amountOf(source, worth * random.magnitude(0.5, 3));
      const own = typeof most !== "bigint" && random.chance(0.15);
      fields.SendMax = own
        ? canonicalAmount(most.mantissa, most.exponent, { ...most, issuer: sender.id })
        : most;
    }
    const isNative =
      typeof Amount === "bigint" && (fields.SendMax === undefined || typeof fields.SendMax === "bigint");
    if (!isNative && random.chance(0.6)) {
      fields.Paths = Array.from({ length: random.between(1, 4) }, () => this.path(Amount, source));
    }
    let flags = 0;
    if (!isNative && random.chance(0.5)) {
      flags |= tfPartialPayment;
      if (random.chance(0.2)) fields.DeliverMin = this.scaled(Amount, random.fraction());
    }
    if (!isNative && random.chance(0.2)) flags |= tfLimitQuality;
    if (fields.Paths !== undefined && random.chance(0.2)) flags |= tfNoRippleDirect;
    return this.fill(sender, { ...fields, Flags: flags });
  }

  /** Books and accounts in some order: some of it even makes sense. */
  private path(deliver: Amount, source: Asset): Path {
    const { random } = this;
    const steps: PathStep[] = [];
    const asset = (of: Issue): PathStep =>
      of === nativeIssue
        ? { currency: of.currency }
        : random.chance(0.7)
          ? { currency: of.currency, issuer: of.issuer }
          : random.chance(0.5)
            ? { issuer: of.issuer }
            : { currency: of.currency };
    for (let i = random.between(1, 3); i > 0; i--) {
      const kind = random.weighted({ native: 3, asset: 4, account: 2 });
      if (kind === "native") steps.push({ currency: nativeIssue.currency });
      else if (kind === "asset") steps.push(asset(random.pick(this.assets).issue));
      else steps.push({ account: random.pick(this.gateways.concat(random.pick(this.holders))).id });
    }
    if (random.chance(0.3)) steps.unshift(asset(source.issue));
    if (random.chance(0.4)) steps.push(asset(issueOf(deliver)));
    return steps;
  }

  private trust(): Transaction {
    const { random } = this;
    const asset = random.pick(this.issued());
    const [one, two] = [random.pick(this.members), random.pick(this.members)];
    const peer = random.chance(0.7) ? this.member(asset.issue.issuer) : two;
    const truster = random.chance(0.3) ? peer : one;
    const other = truster === peer ? one : peer;
    const worth = random.chance(0.2) ? 0 : random.magnitude(1e6, 1e14);
    const limit = this.amountOf({ ...asset, issue: { ...asset.issue, issuer: other.id } }, worth, true);
    return this.fill(truster, { TransactionType: "TrustSet", LimitAmount: limit, ...this.lineSettings() });
  }

  private lineSettings(): Fields {
    const { random } = this;
    const fields: Fields = {};
    if (random.chance(0.1))
      fields.QualityIn = random.chance(0.3) ? 0 : random.between(900_000_000, 1_100_000_000);
    if (random.chance(0.1))
      fields.QualityOut = random.chance(0.3) ? 0 : random.between(900_000_000, 1_100_000_000);
    let flags = 0;
    if (random.chance(0.1)) flags |= random.chance(0.3) ? tfSetNoRipple : tfClearNoRipple;
    if (random.chance(0.06)) flags |= random.chance(0.3) ? tfSetFreeze : tfClearFreeze;
    if (random.chance(0.1)) flags |= tfSetfAuth;
    return { ...fields, Flags: flags };
  }

  private settings(): Transaction {
    const { random } = this;
    if (random.chance(0.7)) return this.fill(random.pick(this.gateways), this.gatewaySettings());
    const toggles = [asf.DefaultRipple, asf.GlobalFreeze, asf.DepositAuth, asf.RequireDest];
    const which = random.chance(0.2) ? "SetFlag" : "ClearFlag";
    return this.fill(random.pick(this.members), {
      TransactionType: "AccountSet",
      [which]: random.pick(toggles),
    });
  }

  private gatewaySettings(): Fields {
    const { random } = this;
    const TransferRate = random.pick([
      0, 1_000_000_001, 1_002_000_000, 1_100_000_000, 1_333_333_333, 2_000_000_000,
    ]);
    return {
      TransactionType: "AccountSet",
      TransferRate: random.chance(0.5) ? 0 : TransferRate,
      TickSize: random.chance(0.5) ? 0 : random.between(3, 15),
      [random.chance(0.95) ? "ClearFlag" : "SetFlag"]: asf.GlobalFreeze,
    };
  }

  private issued(): Asset[] {
    return this.assets.filter(({ issue }) => issue !== nativeIssue);
  }

  private twoAssets(): [Asset, Asset] {
    const one = this.random.pick(this.assets);
    const two = this.random.chance(0.5) ? this.assets[0]! : this.random.pick(this.assets);
    return one === two ? this.twoAssets() : [one, two];
  }

  private someOffer(owner?: AccountID): Readonly<Offer> | undefined {
    for (let i = 0; i < (owner === undefined ? 1 : 8); i++) {
      const key = this.offers.pick(this.random);
      const offer = key === undefined ? undefined : this.world.now.read<Offer>({ type: "Offer", key });
      if (offer !== undefined && (owner === undefined || offer.Account === owner)) return offer;
    }
    return undefined;
  }

  /** Money worth so many drops: never nothing, unless it may be. */
  private amountOf({ issue, worth }: Asset, drops: number, mayBeZero = false): Amount {
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

  private scaled(amount: Amount, by: number): Amount {
    const share = BigInt(Math.round(by * 1e6)) + 1n;
    if (typeof amount === "bigint") return (amount * share) / 1_000_001n || 1n;
    return canonicalAmount((amount.mantissa * share) / 1_000_001n, amount.exponent, amount);
  }

  private member(id: AccountID): Member {
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
