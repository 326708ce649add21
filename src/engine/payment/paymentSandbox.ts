import { addAmounts, compareAmounts, subtractAmounts } from "../../protocol/amounts/arithmetic.ts";
import {
  currencyOf,
  issueOf,
  issuerOf,
  nativeAccount,
  withIssuer,
  zeroOf,
} from "../../protocol/amounts/issue.ts";
import type { AccountID, Amount } from "../../protocol/types.ts";
import { Sandbox } from "../../state/sandbox.ts";
import type { ChangeSink, ReadView } from "../../state/view.ts";
import { DeferredCredits } from "./deferredCredits.ts";

/**
 * The sandbox of a payment: what the payment credits to an account, that account cannot spend within it.
 *
 * So using up one path never gives another one, or the rest of the same one, more to work with. A payment
 * sandbox on top of another one heeds the credits of both.
 */
export class PaymentSandbox extends Sandbox {
  private readonly credits = new DeferredCredits();
  private readonly parent: PaymentSandbox | undefined;

  constructor(base: ReadView) {
    super(base);
    this.parent = base instanceof PaymentSandbox ? base : undefined;
  }

  override balanceHook(account: AccountID, issuer: AccountID, balance: Amount): Amount {
    // Debits are taken from the balance before the payment, instead of credits from the balance now: where the
    // two are of very different size, the latter would lose the small one's digits.
    const currency = currencyOf(balance);
    let debits: Amount | undefined;
    let original = balance;
    let least = balance;
    for (let view: PaymentSandbox | undefined = this; view !== undefined; view = view.parent) {
      const adjustment = view.credits.adjustment(account, issuer, currency);
      if (adjustment === undefined) continue;
      debits = addAmounts(debits ?? zeroOf(issueOf(balance)), adjustment.debits);
      original = adjustment.originalBalance;
      if (compareAmounts(original, least) < 0) least = original;
    }
    if (debits === undefined) return balance;

    let usable = balance;
    const left = subtractAmounts(original, debits);
    if (compareAmounts(left, usable) < 0) usable = left;
    if (compareAmounts(least, usable) < 0) usable = least;
    // A large credit that is paid out again leaves less than nothing of drops: no mistake, but not to be spent.
    if (issuer === nativeAccount && typeof usable === "bigint" && usable < 0n) return 0n;
    return withIssuer(usable, issuerOf(balance));
  }

  override ownerCountHook(account: AccountID, count: number): number {
    let highest = count;
    for (let view: PaymentSandbox | undefined = this; view !== undefined; view = view.parent) {
      const noted = view.credits.ownerCount(account);
      if (noted !== undefined && noted > highest) highest = noted;
    }
    return highest;
  }

  override creditHook(from: AccountID, to: AccountID, amount: Amount, before: Amount): void {
    this.credits.credit(from, to, amount, before);
  }

  override adjustOwnerCountHook(account: AccountID, current: number, next: number): void {
    this.credits.noteOwnerCount(account, Math.max(current, next));
  }

  override applyTo(sink: ChangeSink): void {
    super.applyTo(sink);
    if (sink instanceof PaymentSandbox) this.credits.applyTo(sink.credits);
  }
}
