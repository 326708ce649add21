import { decodeSeed } from "../../src/protocol/base58.ts";
import { asf } from "../../src/protocol/flags.ts";
import { type Account, accountFromSeed, numberedAccount } from "../load/accounts.ts";
import { drive, each, eachInOrder, expectText } from "../load/drive.ts";
import { type Measurement, measure } from "../load/measure.ts";
import { seededRandom } from "../load/random.ts";
import type { Target } from "../load/target.ts";
import { issued, payment, signed } from "../load/transactions.ts";

/** The genesis account of a ledger that is made for development: ours and the reference's alike. */
const genesisSeed = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";

const drops = (units: number): bigint => BigInt(units) * 1_000_000n;

/**
 * Accounts that pay one another, made through the server's own commands, so that any server can be measured on the
 * same work: holders with either kind of key, each with one trust line to one gateway, which has as many lines.
 */
export class Market {
  readonly target: Target;
  readonly gateway: Account;
  readonly holders: readonly Account[];
  /** Ledgers that are full of payments. */
  readonly ledgers: number[] = [];
  private readonly random = seededRandom(20_000_101);
  private readonly fee: bigint;

  private constructor(target: Target, gateway: Account, holders: readonly Account[], fee: bigint) {
    this.target = target;
    this.gateway = gateway;
    this.holders = holders;
    this.fee = fee;
  }

  /** Funds the accounts, makes the lines and hands out the currency: three transactions an account. */
  static async found(target: Target, accounts: number): Promise<Market> {
    const { drops: cost } = await target.ask("fee");
    const fee = BigInt((cost as { base_fee: string }).base_fee);
    const { reserve, increment } = await reservesOf(target);
    const balance = reserve + 20n * increment + drops(1000);
    const firstNames = Array.from({ length: accounts + 1 }, (_, i) => numberedAccount(i));
    const [gateway, ...holders] = firstNames as [Account, ...Account[]];
    const market = new Market(target, gateway, holders, fee);

    const genesis = await market.genesis();
    const funders = holders.slice(0, target.connections.length);
    const share = balance * BigInt(Math.ceil(accounts / funders.length) + 2);
    await market.submit([[genesis, funders.map((to) => payment(genesis, to.id, share, fee))]]);
    await market.startOf(funders);
    const others = [gateway, ...holders.slice(funders.length)];
    await market.submit(
      dealtOut(others, funders).map(([funder, mine]) => [
        funder,
        mine.map((to) => payment(funder, to.id, balance, fee)),
      ]),
    );
    await market.startOf(others);

    const defaultRipple = { TransactionType: "AccountSet", SetFlag: asf.DefaultRipple };
    await market.submit([[gateway, [signed(gateway, defaultRipple, fee)]]]);
    const line = { TransactionType: "TrustSet", LimitAmount: issued(1e11, gateway.id) };
    await market.submit(holders.map((holder) => [holder, [signed(holder, line, fee)]]));

    const hoard = 1_000_000 * Math.ceil(accounts / funders.length + 2);
    await market.submit([
      [gateway, funders.map((to) => payment(gateway, to.id, issued(hoard, gateway.id), fee))],
    ]);
    const rest = holders.slice(funders.length);
    await market.submit(
      dealtOut(rest, funders).map(([funder, mine]) => [
        funder,
        mine.map((to) => payment(funder, to.id, issued(1_000_000, gateway.id), fee)),
      ]),
    );
    await target.stored();
    return market;
  }

  /**
   * Payments between holders, signed now, as requests: native and issued by turns, senders of either key by turns. One
   * holder in twenty sends half of them. What one holder sends is on one connection, so that it keeps its order.
   */
  payments(count: number): Buffer[][] {
    const requests: Buffer[][] = this.target.connections.map(() => []);
    for (let i = 0; i < count; i++) {
      const from = this.someHolder(i);
      const to = this.otherThan(from);
      const amount =
        i % 4 < 2 ? BigInt(1 + this.random.below(1000)) : issued(1 + this.random.below(100), this.gateway.id);
      const blob = payment(this.holders[from]!, this.holders[to]!.id, amount, this.fee);
      requests[from % requests.length]!.push(this.target.request("submit", { tx_blob: blob }));
    }
    return requests;
  }

  /** Submits what `payments` made. */
  async submitPayments(requests: readonly (readonly Buffer[])[]): Promise<Measurement> {
    const { connections } = this.target;
    return measure(this.target, () =>
      this.target.profiled("submit", () => drive(connections, eachInOrder(requests), applied)),
    );
  }

  /** Closes the ledger with the payments; an operation is a transaction in it. */
  async closePayments(count: number): Promise<Measurement> {
    const { target } = this;
    const connection = target.connections.slice(0, 1);
    const request = target.request("ledger_accept");
    const closed = await measure(
      target,
      () => target.profiled("close", () => drive(connection, each([request]), expectText("success"))),
      count,
      () => target.stored(),
    );
    const { ledger_index: index } = await target.ask("ledger", { ledger_index: "validated" });
    this.ledgers.push(Number(index));
    return closed;
  }

  /** Those who send half of the payments: one in twenty. */
  busyHolders(): readonly Account[] {
    return this.holders.filter((_, i) => isBusy(i));
  }

  /** A holder with the wanted kind of key: even numbers have the one kind, odd ones the other. */
  private someHolder(turn: number): number {
    const isFromBusy = turn % 8 < 4;
    for (;;) {
      const holder = this.random.below(this.holders.length);
      if (holder % 2 === turn % 2 && isBusy(holder) === isFromBusy) return holder;
    }
  }

  private otherThan(holder: number): number {
    const other = this.random.below(this.holders.length - 1);
    return other < holder ? other : other + 1;
  }

  private async genesis(): Promise<Account> {
    const account = accountFromSeed(decodeSeed(genesisSeed)!.bytes, "secp256k1");
    await this.startOf([account]);
    return account;
  }

  /** A new account's first sequence is the index of the ledger that made it. */
  private async startOf(accounts: readonly Account[]): Promise<void> {
    const { account_data: data } = await this.target.ask("account_info", {
      account: accounts.at(-1)!.address,
    });
    const { Sequence: sequence } = data as { Sequence: number };
    for (const account of accounts) account.sequence = sequence;
  }

  /** Submits what nobody measures, and closes the ledger. Each account's blobs keep their order. */
  private async submit(
    work: readonly (readonly [sender: Account, blobs: readonly string[]])[],
  ): Promise<void> {
    const lists: Buffer[][] = this.target.connections.map(() => []);
    for (const [i, [, blobs]] of work.entries()) {
      lists[i % lists.length]!.push(...blobs.map((blob) => this.target.request("submit", { tx_blob: blob })));
    }
    await drive(this.target.connections, eachInOrder(lists), applied);
    await this.target.closeLedger();
  }
}

const applied = expectText("tesSUCCESS");

/** One holder in twenty, of either kind of key. */
const isBusy = (holder: number): boolean => holder % 40 < 2;

/** Everything in equal parts to so many owners. */
function dealtOut<T, O>(things: readonly T[], owners: readonly O[]): [O, T[]][] {
  return owners.map((owner, i) => [owner, things.filter((_, j) => j % owners.length === i)]);
}

async function reservesOf(target: Target): Promise<{ reserve: bigint; increment: bigint }> {
  const { state } = await target.ask("server_state");
  const { validated_ledger: ledger } = state as { validated_ledger: Record<string, number> };
  return { reserve: BigInt(ledger!.reserve_base!), increment: BigInt(ledger!.reserve_inc!) };
}
