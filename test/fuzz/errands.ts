import { deriveKeyPair } from "../../src/crypto/keyPair.ts";
import { sign } from "../../src/crypto/sign.ts";
import { claimMessage } from "../../src/engine/channel/claimMessage.ts";
import type { Transaction } from "../../src/engine/transaction.ts";
import { canonicalAmount } from "../../src/protocol/amounts/canonicalAmount.ts";
import { sha256 } from "../../src/protocol/digests.ts";
import { asf, tfClose, tfRenew } from "../../src/protocol/flags.ts";
import { bytesToHex } from "../../src/protocol/hex.ts";
import type { Check, Escrow, LedgerEntryOf, PayChannel } from "../../src/protocol/ledgerEntryFormats.ts";
import type { Amount, Hash256, Hex } from "../../src/protocol/types.ts";
import { Pool } from "./pool.ts";
import type { Random } from "./random.ts";
import type { Applied, Member, World } from "./world.ts";

type Fields = Record<string, unknown> & { TransactionType: string };
type Fill = (sender: Member, fields: Fields) => Transaction;
type Kept = "Check" | "Escrow" | "PayChannel";

/** Every channel is paid out with this key. */
const channelKey = deriveKeyPair(
  Uint8Array.from({ length: 16 }, (_, i) => i + 1),
  "ed25519",
);

/**
 * Everything else that accounts do: escrows, channels, checks, preauthorizations, signer lists, regular keys, tickets,
 * flags, and leaving for good. Right and wrong ones, on objects that are there and on some that are not.
 */
export class Errands {
  private readonly world: World;
  private readonly random: Random;
  private readonly members: readonly Member[];
  private readonly fill: Fill;
  private readonly amount: () => Amount;
  private readonly kept: Record<Kept, Pool<Hash256>> = {
    Check: new Pool(),
    Escrow: new Pool(),
    PayChannel: new Pool(),
  };

  /** `amount` thinks up money of any kind. */
  constructor(world: World, random: Random, members: readonly Member[], fill: Fill, amount: () => Amount) {
    this.world = world;
    this.random = random;
    this.members = members;
    this.fill = fill;
    this.amount = amount;
  }

  learn({ changes }: Applied): void {
    for (const { key, before, after } of changes) {
      const type = (after ?? before)?.LedgerEntryType;
      if (type !== "Check" && type !== "Escrow" && type !== "PayChannel") continue;
      if (after === undefined) this.kept[type].delete(key);
      else this.kept[type].add(key);
    }
  }

  next(): Transaction {
    const kind = this.random.weighted({ escrow: 3, channel: 3, check: 4, keys: 2, account: 2, leave: 0.3 });
    const { sender, fields } = this[kind]();
    const tx = this.fill(sender, fields);
    return this.random.chance(0.1) ? this.signedOtherwise(tx) : tx;
  }

  private anyone(): Member {
    return this.random.pick(this.members);
  }

  private by(id: string): Member {
    return this.members.find((member) => member.id === id) ?? this.anyone();
  }

  private drops(): bigint {
    const { random } = this;
    return random.chance(0.03) ? BigInt(random.between(-1, 0)) : BigInt(Math.round(random.magnitude(1, 1e8)));
  }

  /** A time around now; rarely none. */
  private time(): number | undefined {
    const { random } = this;
    return random.chance(0.4) ? undefined : this.world.now.parentCloseTime + random.between(-20, 200);
  }

  private entry<T extends Kept>(type: T): Readonly<LedgerEntryOf<T>> | undefined {
    const key = this.kept[type].pick(this.random);
    const entry = key === undefined ? undefined : this.world.now.readKey(key);
    return entry?.LedgerEntryType === type ? (entry as unknown as Readonly<LedgerEntryOf<T>>) : undefined;
  }

  private escrow(): { sender: Member; fields: Fields } {
    const { random } = this;
    const escrow: Readonly<Escrow> | undefined = random.chance(0.5) ? undefined : this.entry("Escrow");
    if (escrow === undefined) {
      const Condition = random.chance(0.4) ? conditionOf(random.below(4)) : undefined;
      const times = { FinishAfter: this.time(), CancelAfter: this.time() };
      const fields = { Destination: this.anyone().id, Amount: this.drops(), Condition, ...times };
      return { sender: this.anyone(), fields: { TransactionType: "EscrowCreate", ...fields } };
    }
    const Owner = escrow.Account;
    const sender = random.chance(0.5) ? this.anyone() : this.by(random.pick([Owner, escrow.Destination]));
    const OfferSequence = this.sequenceOf(escrow);
    if (random.chance(0.4))
      return { sender, fields: { TransactionType: "EscrowCancel", Owner, OfferSequence } };
    const secret = random.below(4);
    const proof = random.chance(0.7)
      ? { Condition: escrow.Condition ?? conditionOf(secret), Fulfillment: fulfillmentOf(secret), Fee: 2000n }
      : {};
    return { sender, fields: { TransactionType: "EscrowFinish", Owner, OfferSequence, ...proof } };
  }

  /** Escrows do not say which transaction made them: it is found by trying, as nobody but a test would. */
  private sequenceOf(escrow: Readonly<Escrow>): number {
    return this.world.sequences.get(escrow.index) ?? 1;
  }

  private channel(): { sender: Member; fields: Fields } {
    const { random } = this;
    const channel: Readonly<PayChannel> | undefined = random.chance(0.35)
      ? undefined
      : this.entry("PayChannel");
    if (channel === undefined) {
      const fields = {
        Destination: this.anyone().id,
        Amount: this.drops(),
        SettleDelay: random.below(100),
        PublicKey: channelKey.publicKey,
        CancelAfter: this.time(),
      };
      return { sender: this.anyone(), fields: { TransactionType: "PaymentChannelCreate", ...fields } };
    }
    const Channel = channel.index;
    const sender = random.chance(0.2)
      ? this.anyone()
      : this.by(random.pick([channel.Account, channel.Destination]));
    if (random.chance(0.3)) {
      const fields = { Channel, Amount: this.drops(), Expiration: this.time() };
      return { sender, fields: { TransactionType: "PaymentChannelFund", ...fields } };
    }
    const fields: Fields = { TransactionType: "PaymentChannelClaim", Channel };
    if (random.chance(0.7)) {
      const balance = channel.Balance + BigInt(random.below(Number(channel.Amount - channel.Balance) + 2));
      fields.Balance = balance;
      const amount = random.chance(0.8) ? balance : channel.Amount;
      if (random.chance(0.9)) fields.Amount = amount;
      if (random.chance(0.8)) {
        fields.Signature = sign(claimMessage(Channel, amount), channelKey);
        fields.PublicKey = channelKey.publicKey;
      }
    }
    if (random.chance(0.3)) fields.Flags = random.pick([tfRenew, tfClose, tfRenew | tfClose]);
    return { sender, fields };
  }

  private check(): { sender: Member; fields: Fields } {
    const { random } = this;
    const check: Readonly<Check> | undefined = random.chance(0.45) ? undefined : this.entry("Check");
    if (check === undefined) {
      const fields = { Destination: this.anyone().id, SendMax: this.amount(), Expiration: this.time() };
      return { sender: this.anyone(), fields: { TransactionType: "CheckCreate", ...fields } };
    }
    const CheckID = check.index;
    const sender = random.chance(0.15)
      ? this.anyone()
      : this.by(random.pick([check.Destination, check.Account]));
    if (random.chance(0.15)) return { sender, fields: { TransactionType: "CheckCancel", CheckID } };
    const share = random.chance(0.4) ? 1000n : BigInt(random.between(0, 1100));
    const amount = partOf(check.SendMax, share);
    const how = random.pick(["Amount", "DeliverMin"]);
    return { sender, fields: { TransactionType: "CheckCash", CheckID, [how]: amount } };
  }

  private keys(): { sender: Member; fields: Fields } {
    const { random } = this;
    const sender = this.anyone();
    if (random.chance(0.4)) {
      const RegularKey = random.chance(0.2) ? undefined : this.anyone().id;
      return { sender, fields: { TransactionType: "SetRegularKey", RegularKey } };
    }
    const signers = random.chance(0.2)
      ? []
      : Array.from({ length: random.between(1, 9) }, () => this.anyone().id);
    const SignerEntries = signers.map((Account) => ({
      SignerEntry: { Account, SignerWeight: random.between(random.chance(0.05) ? 0 : 1, 3) },
    }));
    const fields = {
      SignerQuorum: signers.length === 0 ? 0 : random.between(1, 6),
      ...(signers.length === 0 ? {} : { SignerEntries }),
    };
    return { sender, fields: { TransactionType: "SignerListSet", ...fields } };
  }

  private account(): { sender: Member; fields: Fields } {
    const { random } = this;
    const sender = this.anyone();
    if (random.chance(0.5)) {
      const how = random.pick(["Authorize", "Authorize", "Unauthorize"]);
      return { sender, fields: { TransactionType: "DepositPreauth", [how]: this.anyone().id } };
    }
    if (random.chance(0.3)) {
      return { sender, fields: { TransactionType: "TicketCreate", TicketCount: random.between(0, 4) } };
    }
    const which = random.pick(["SetFlag", "ClearFlag", "ClearFlag"]);
    const flag = random.pick([
      asf.RequireDest,
      asf.DepositAuth,
      asf.AccountTxnID,
      asf.DisallowXRP,
      asf.RequireAuth,
    ]);
    const fields: Fields = { TransactionType: "AccountSet", [which]: flag };
    if (random.chance(0.2)) fields.Domain = random.pick(["", "6578616D706C65"]);
    if (random.chance(0.1)) fields.EmailHash = random.pick(["0".repeat(32), "A5".repeat(16)]);
    return { sender, fields };
  }

  /** Deletes an account: most own too much for it. */
  private leave(): { sender: Member; fields: Fields } {
    const fields = { Destination: this.anyone().id, Fee: this.world.now.fees.reserveIncrement };
    return { sender: this.anyone(), fields: { TransactionType: "AccountDelete", ...fields } };
  }

  /** Signed by another key, or by several: whether that will do is for the ledger to say. */
  private signedOtherwise(tx: Transaction): Transaction {
    const { random } = this;
    if (random.chance(0.4)) return { ...tx, SigningPubKey: this.anyone().publicKey };
    const signers = new Map(
      Array.from({ length: random.between(1, 4) }, () => this.anyone()).map((one) => [one.id, one]),
    );
    const Signers = [...signers.values()]
      .filter(({ id }) => id !== tx.Account)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, publicKey }) => ({
        Signer: { Account: id, SigningPubKey: publicKey, TxnSignature: "AA".repeat(64) },
      }));
    return Signers.length === 0 ? tx : { ...tx, SigningPubKey: "", Signers };
  }
}

function partOf(amount: Amount, thousandths: bigint): Amount {
  if (typeof amount === "bigint") return (amount * thousandths) / 1000n;
  return canonicalAmount(amount.mantissa * thousandths, amount.exponent - 3, amount);
}

const preimage = (secret: number): Uint8Array => Buffer.from(`secret ${secret}`);

/** PREIMAGE-SHA-256 crypto-conditions of eight bytes. */
function conditionOf(secret: number): Hex {
  return `A0258020${bytesToHex(sha256(preimage(secret)))}810108`;
}
const fulfillmentOf = (secret: number): Hex => `A00A8008${bytesToHex(preimage(secret))}`;
