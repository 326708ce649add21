import type { Transaction } from "../../src/engine/transaction.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import {
  asf,
  tfClearFreeze,
  tfClearNoRipple,
  tfFillOrKill,
  tfImmediateOrCancel,
  tfPassive,
  tfSell,
  tfSetFreeze,
  tfSetfAuth,
  tfSetNoRipple,
} from "../../src/protocol/flags.ts";
import { dust, odd } from "./oddities.ts";
import { payment } from "./payments.ts";
import type { Random } from "./random.ts";
import type { Fields, Town } from "./town.ts";

/**
 * Thinks up transactions of a lively market: gateways with all sorts of settings, holders, makers and takers of
 * offers, payments over every kind of path. Prices hover around what things are worth; amounts are of every size,
 * round and crooked.
 */
export class Market {
  private readonly town: Town;
  private readonly random: Random;
  private readonly mostOffers: number;
  private readonly dusty: boolean;
  private dust: Generator<Transaction> | undefined;

  /** `mostOffers`: offers are cancelled more often than made once there are so many. */
  constructor(town: Town, mostOffers: number) {
    this.town = town;
    this.random = town.random;
    this.mostOffers = mostOffers;
    this.dusty = town.random.chance(0.15);
  }

  /** The transactions that a market begins with: trust lines, and money on them. */
  *opening(): Generator<Transaction> {
    const { random } = this;
    for (const gateway of this.town.gateways) yield this.town.fill(gateway, this.gatewaySettings());
    for (const holder of this.town.holders) {
      for (const asset of this.town.issued()) {
        if (!random.chance(0.6)) continue;
        const limit = this.town.amountOf(asset, random.magnitude(1e9, 1e14), true);
        yield this.town.fill(holder, {
          TransactionType: "TrustSet",
          LimitAmount: limit,
          ...this.lineSettings(),
        });
        const gateway = this.town.member(asset.issue.issuer);
        if (random.chance(gateway === this.town.gateways.at(-1) ? 0.9 : 0.02)) {
          const auth = { ...asset.issue, issuer: holder.id };
          yield this.town.fill(gateway, {
            TransactionType: "TrustSet",
            LimitAmount: canonicalAmount(0n, 0, auth),
            Flags: tfSetfAuth,
          });
        }
        yield this.town.fill(gateway, {
          TransactionType: "Payment",
          Destination: holder.id,
          Amount: this.town.amountOf(asset, random.magnitude(1e6, 1e11)),
        });
      }
    }
  }

  next(): Transaction {
    const { random } = this;
    const speck = this.dust?.next();
    if (speck !== undefined && speck.done !== true) return speck.value;
    const crowded = this.town.offerCount > this.mostOffers;
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
        this.dust = dust(this.town);
        return this.next();
      case "odd":
        return odd(this.town, random.chance(0.5) ? this.offer() : payment(this.town));
      case "offer":
        return this.offer();
      case "cancel":
        return this.cancel();
      case "pay":
        return payment(this.town);
      case "trust":
        return this.trust();
      case "settings":
        return this.settings();
      case "tickets":
        return this.town.fill(random.pick(this.town.holders), {
          TransactionType: "TicketCreate",
          TicketCount: random.between(1, 3),
        });
    }
  }

  private offer(): Transaction {
    const { random } = this;
    const maker = random.pick(this.town.members);
    let fields: Fields = { TransactionType: "OfferCreate" };
    const other = random.chance(0.15) ? this.town.someOffer() : undefined;
    if (other !== undefined) {
      // The very counterpart of an offer, or a multiple of it: equal prices, amounts used up to the last digit.
      fields = { ...fields, TakerPays: other.TakerGets, TakerGets: other.TakerPays };
    } else {
      const [pays, gets] = this.town.twoAssets();
      const worth = random.magnitude(1, random.chance(0.1) ? 1e13 : 1e9);
      const skew = Math.exp((random.fraction() + random.fraction() + random.fraction() - 1.5) * 0.2);
      fields.TakerPays = this.town.amountOf(pays, worth * skew);
      fields.TakerGets = this.town.amountOf(gets, worth);
    }
    let flags = 0;
    if (random.chance(0.1)) flags |= tfPassive;
    if (random.chance(0.2)) flags |= tfSell;
    if (random.chance(0.1)) flags |= random.chance(0.5) ? tfImmediateOrCancel : tfFillOrKill;
    if (random.chance(0.1))
      fields.Expiration = this.town.world.now.parentCloseTime + random.between(-10, 300);
    if (random.chance(0.05)) fields.OfferSequence = this.town.someOffer(maker.id)?.Sequence;
    return this.town.fill(maker, { ...fields, Flags: flags });
  }

  private cancel(): Transaction {
    const offer = this.town.someOffer();
    if (offer === undefined) return this.offer();
    return this.town.fill(this.town.member(offer.Account), {
      TransactionType: "OfferCancel",
      OfferSequence: offer.Sequence,
    });
  }

  private trust(): Transaction {
    const { random } = this;
    const asset = random.pick(this.town.issued());
    const [one, two] = [random.pick(this.town.members), random.pick(this.town.members)];
    const peer = random.chance(0.7) ? this.town.member(asset.issue.issuer) : two;
    const truster = random.chance(0.3) ? peer : one;
    const other = truster === peer ? one : peer;
    const worth = random.chance(0.2) ? 0 : random.magnitude(1e6, 1e14);
    const limit = this.town.amountOf({ ...asset, issue: { ...asset.issue, issuer: other.id } }, worth, true);
    return this.town.fill(truster, {
      TransactionType: "TrustSet",
      LimitAmount: limit,
      ...this.lineSettings(),
    });
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
    if (random.chance(0.7)) return this.town.fill(random.pick(this.town.gateways), this.gatewaySettings());
    const toggles = [asf.DefaultRipple, asf.GlobalFreeze, asf.DepositAuth, asf.RequireDest];
    const which = random.chance(0.2) ? "SetFlag" : "ClearFlag";
    return this.town.fill(random.pick(this.town.members), {
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
}
