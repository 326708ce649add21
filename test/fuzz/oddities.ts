import type { Transaction } from "../../src/engine/transaction.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { tfFillOrKill, tfPartialPayment, tfPassive, tfSell } from "../../src/protocol/flags.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { Amount } from "../../src/protocol/types.ts";
import { testAccount } from "../support/testLedger.ts";
import type { Fields, Town } from "./town.ts";

/** Hundreds of small offers in one book, at one price or at as many: more than a taker may look at. */
export function* dust(town: Town): Generator<Transaction> {
  const { random } = town;
  const gets = random.pick(town.issued());
  const pays = random.chance(0.7) ? town.assets[0]! : random.pick(town.assets);
  if (gets === pays) return;
  const worth = random.magnitude(1e4, 1e6);
  const many = random.between(40, 1700);
  const spread = random.chance(0.5) ? 0 : 0.01 / many;
  // The issuer never runs out of its own money.
  const makers = [town.member(gets.issue.issuer)];
  if (random.chance(0.3)) makers.push(random.pick(town.members));
  const TakerGets = town.amountOf(gets, worth);
  for (let i = 0; i < many; i++) {
    const TakerPays = town.scaled(town.amountOf(pays, worth * 1.01), 0.9 + i * spread);
    const maker = random.pick(makers);
    yield town.fill(maker, { TransactionType: "OfferCreate", TakerPays, TakerGets, Flags: tfPassive });
  }
  for (let i = 0; i < 4; i++) {
    const taker = random.pick(town.members);
    const [give, take] = [town.amountOf(pays, worth * many * 4), town.amountOf(gets, worth * many * 2)];
    yield random.chance(0.5)
      ? town.fill(taker, {
          TransactionType: "OfferCreate",
          TakerPays: take,
          TakerGets: give,
          Flags: random.chance(0.5) ? tfSell : 0,
        })
      : town.fill(taker, {
          TransactionType: "Payment",
          Destination: random.pick(town.members).id,
          Amount: take,
          SendMax: give,
          Flags: tfPartialPayment,
        });
  }
}

/** What nobody in his senses would send: amounts at the end of the range, of nothing, of the same money. */
export function odd(town: Town, sane: Transaction): Transaction {
  const { random } = town;
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
      return { ...sane, [name]: extreme(town, amount, 80, 10n ** 16n - 1n, 10n ** 17n) };
    case "tiny":
      return { ...sane, [name]: extreme(town, amount, -96, 10n ** 15n, 1n) };
    case "zero":
      return { ...sane, [name]: typeof amount === "bigint" ? 0n : canonicalAmount(0n, 0, amount) };
    case "negative":
      return { ...sane, [name]: typeof amount === "bigint" ? -1n : canonicalAmount(-1n, 0, amount) };
    case "other":
      return { ...sane, [name]: town.amountOf(random.pick(town.assets), 1000) };
    case "flags":
      return {
        ...sane,
        Flags: random.pick([tfPassive, tfSell, tfPartialPayment, tfFillOrKill, 0x00800000]),
      };
    case "stranger":
      return drainOrFound(town);
  }
}

function extreme(town: Town, amount: Amount, exponent: number, mantissa: bigint, drops: bigint): Amount {
  if (typeof amount === "bigint") return drops;
  const by = town.random.below(3);
  return canonicalAmount(mantissa, exponent - Math.sign(exponent) * by, amount);
}

/** Drops to an account that is not there yet, or so many that next to nothing is left above the reserve. */
function drainOrFound(town: Town): Transaction {
  const { random } = town;
  const sender = random.pick(town.holders);
  const { Balance = 0n, OwnerCount = 0 } = town.world.now.read(keylet.account(sender.id)) ?? {};
  const { fees } = town.world.now;
  const spare = Balance - fees.reserveBase - fees.reserveIncrement * BigInt(OwnerCount) - 10n;
  const isDrain = random.chance(0.7);
  const Amount = isDrain ? spare - BigInt(random.below(21)) : BigInt(random.between(1, 60_000_000));
  const Destination = isDrain
    ? random.pick(town.members).id
    : testAccount(`stranger ${random.below(1000)}`).id;
  return town.fill(sender, { TransactionType: "Payment", Destination, Amount: Amount > 0n ? Amount : 1n });
}
