import type { Transaction } from "../../src/engine/transaction.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { issueOf, nativeIssue } from "../../src/protocol/amounts/issue.ts";
import { tfLimitQuality, tfNoRippleDirect, tfPartialPayment } from "../../src/protocol/flags.ts";
import type { Amount, Issue, Path, PathStep } from "../../src/protocol/types.ts";
import type { Asset, Fields, Town } from "./town.ts";

/** A payment of any sort: native or issued, over one's own currency or others, with or without paths and limits. */
export function payment(town: Town): Transaction {
  const { random } = town;
  const sender = random.pick(town.members);
  const receiver = random.chance(0.1) ? sender : random.pick(town.members);
  const asset = random.pick(town.assets);
  const worth = random.magnitude(1, random.chance(0.2) ? 1e12 : 1e8);
  const deliver = town.amountOf(asset, worth);
  const anyIssuer = typeof deliver !== "bigint" && random.chance(0.15);
  const Amount = anyIssuer
    ? canonicalAmount(deliver.mantissa, deliver.exponent, { ...deliver, issuer: receiver.id })
    : deliver;
  const fields: Fields = { TransactionType: "Payment", Destination: receiver.id, Amount };
  if (typeof Amount === "bigint" && random.chance(0.4)) return town.fill(sender, fields);

  const source = random.chance(0.3) ? asset : random.pick(town.assets);
  if (random.chance(0.85) && !(typeof Amount === "bigint" && source.issue === nativeIssue)) {
    const most = town.amountOf(source, worth * random.magnitude(0.5, 3));
    const own = typeof most !== "bigint" && random.chance(0.15);
    fields.SendMax = own
      ? canonicalAmount(most.mantissa, most.exponent, { ...most, issuer: sender.id })
      : most;
  }
  const isNative =
    typeof Amount === "bigint" && (fields.SendMax === undefined || typeof fields.SendMax === "bigint");
  if (!isNative && random.chance(0.6)) {
    fields.Paths = Array.from({ length: random.between(1, 4) }, () => path(town, Amount, source));
  }
  let flags = 0;
  if (!isNative && random.chance(0.5)) {
    flags |= tfPartialPayment;
    if (random.chance(0.2)) fields.DeliverMin = town.scaled(Amount, random.fraction());
  }
  if (!isNative && random.chance(0.2)) flags |= tfLimitQuality;
  if (fields.Paths !== undefined && random.chance(0.2)) flags |= tfNoRippleDirect;
  return town.fill(sender, { ...fields, Flags: flags });
}

/** Books and accounts in some order: some of it even makes sense. */
function path(town: Town, deliver: Amount, source: Asset): Path {
  const { random } = town;
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
    else if (kind === "asset") steps.push(asset(random.pick(town.assets).issue));
    else steps.push({ account: random.pick(town.gateways.concat(random.pick(town.holders))).id });
  }
  if (random.chance(0.3)) steps.unshift(asset(source.issue));
  if (random.chance(0.4)) steps.push(asset(issueOf(deliver)));
  return steps;
}
