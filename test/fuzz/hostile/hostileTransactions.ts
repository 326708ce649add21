import { transactionDefinitions } from "../../../src/engine/registry.ts";
import type { TransactionDefinition } from "../../../src/engine/transaction.ts";
import { canonicalAmount } from "../../../src/protocol/amounts/canonicalAmount.ts";
import { issueOf } from "../../../src/protocol/amounts/issue.ts";
import { allFields, field, fieldTypes } from "../../../src/protocol/fieldTable.ts";
import { asf } from "../../../src/protocol/flags.ts";
import type { LedgerEntry } from "../../../src/protocol/ledgerEntryFormats.ts";
import type { AccountID, FieldValue, SerializedObject } from "../../../src/protocol/types.ts";
import type { Random } from "../random.ts";
import { EdgeValues, type Surroundings } from "./edgeValues.ts";

/** A ledger that transactions are thought up for. */
export interface HostileWorld extends Surroundings {
  /** Some entries that there are, of every kind. */
  readonly entries: readonly Readonly<LedgerEntry>[];
  nextSequence(account: AccountID): number;
}

type Fields = Record<string, FieldValue>;

/** Most code is behind these. */
const moneyMovers = transactionDefinitions.filter(({ type }) =>
  /^(Payment|OfferCreate|TrustSet|Check\w+)$/.test(type),
);

/** The flags that a type may have, by bit, beside those of every type. */
const flagBits: Readonly<Record<string, readonly number[]>> = {
  AccountSet: [16, 17, 18, 19, 20, 21],
  OfferCreate: [16, 17, 18, 19],
  Payment: [16, 17, 17, 18],
  TrustSet: [16, 17, 18, 20, 21],
  PaymentChannelClaim: [16, 17],
};

/**
 * Transactions of every type that are nearly right: most fields make sense, a few hold something at the edge of what
 * their type can, are missing, or do not belong there. They are not signed.
 */
export class HostileTransactions {
  private readonly random: Random;
  private readonly world: HostileWorld;
  private readonly edges: EdgeValues;

  constructor(random: Random, world: HostileWorld) {
    this.random = random;
    this.world = world;
    this.edges = new EdgeValues(random, world);
  }

  /** @param sender its account, or anybody's */
  next(sender: AccountID = this.random.pick(this.world.accounts)): SerializedObject {
    const { random } = this;
    const definition = random.pick(random.chance(0.25) ? moneyMovers : transactionDefinitions);
    const fields: Fields = { TransactionType: definition.type };
    // How hostile this one is as a whole: otherwise nothing would get past the first check.
    const edginess = random.pick([0, 0, 0.05, 0.2, 0.5]);
    this.addFields(fields, definition, sender, edginess);
    this.addCommonFields(fields, definition.type, sender, edginess);
    if (random.chance(edginess / 4)) delete fields[random.pick(Object.keys(fields))];
    if (random.chance(edginess / 4)) this.addStranger(fields);
    return fields;
  }

  private addFields(
    fields: Fields,
    { format, type }: TransactionDefinition,
    sender: AccountID,
    edginess: number,
  ): void {
    const { random } = this;
    const target = this.targetOf(type);
    for (const [name, { presence }] of Object.entries(format)) {
      if (presence !== "required" && target[name] === undefined && !random.chance(0.25)) continue;
      fields[name] = random.chance(edginess)
        ? this.edges.of(field(name))
        : (target[name] ?? this.usual(name, sender));
    }
  }

  private addCommonFields(fields: Fields, type: string, sender: AccountID, edginess: number): void {
    const { random, edges, world } = this;
    fields.Account = sender;
    fields.Sequence = random.chance(edginess / 4) ? edges.uint32() : world.nextSequence(sender);
    fields.Fee = random.chance(edginess / 3) ? edges.amount() : 5_000_000n;
    fields.SigningPubKey = random.pick(world.publicKeys);
    if (random.chance(0.5)) fields.Flags = random.chance(edginess / 2) ? edges.uint32() : this.flags(type);
    if (random.chance(edginess / 4)) {
      fields.TicketSequence = random.chance(0.5) ? edges.uint32() : this.ticketOf(sender);
      if (random.chance(0.8)) fields.Sequence = 0;
    }
    const rare = ["SourceTag", "LastLedgerSequence", "AccountTxnID", "OperationLimit", "PreviousTxnID"];
    for (const name of rare) if (random.chance(edginess / 8)) fields[name] = edges.of(field(name));
    if (random.chance(edginess / 4)) fields.Memos = this.memos();
    if (random.chance(edginess / 8)) {
      fields.SigningPubKey = "";
      fields.Signers = this.signers();
    }
  }

  private flags(type: string): number {
    const { random } = this;
    const flags = random.chance(0.5) ? 0x8000_0000 : 0;
    const bits = flagBits[type];
    return bits === undefined || random.chance(0.3) ? flags : (flags | (1 << random.pick(bits))) >>> 0;
  }

  /** A field that no transaction of this type has. */
  private addStranger(fields: Fields): void {
    const { name, typeName } = this.random.pick([...allFields()]);
    if (name !== "hash" && name !== "index" && fieldTypes.includes(typeName)) {
      fields[name] = this.edges.of({ name, typeName });
    }
  }

  /** Fields that belong together: which escrow, which channel. */
  private targetOf(type: string): Fields {
    const { random } = this;
    const entry = random.pick(this.world.entries);
    switch (entry.LedgerEntryType) {
      case "Escrow":
        // An escrow does not say its sequence; small numbers hit now and then.
        return { Owner: entry.Account, OfferSequence: random.between(1, 60) };
      case "Offer":
        return { OfferSequence: entry.Sequence, TakerPays: entry.TakerGets, TakerGets: entry.TakerPays };
      case "Check":
        return { CheckID: entry.index, Amount: entry.SendMax };
      case "PayChannel":
        return { Channel: entry.index, PublicKey: entry.PublicKey, Destination: entry.Destination };
      case "RippleState":
        return type === "TrustSet" ? { LimitAmount: entry.LowLimit } : { Amount: entry.HighLimit };
      default:
        return {};
    }
  }

  private ticketOf(sender: AccountID): number {
    const found = this.world.entries.find(
      (entry) => entry.LedgerEntryType === "Ticket" && entry.Account === sender,
    );
    return found?.LedgerEntryType === "Ticket" ? found.TicketSequence : 1;
  }

  /** What a field usually holds. */
  private usual(name: string, sender: AccountID): FieldValue {
    const { random, edges, world } = this;
    switch (name) {
      case "Paths":
        return edges.paths();
      case "Domain":
      case "MessageKey":
        return random.pick([random.pick(world.publicKeys), "6578616D706C652E636F6D", ""]);
      case "Expiration":
      case "FinishAfter":
      case "CancelAfter":
        return world.closeTime + random.between(-5, 60);
      case "SettleDelay":
      case "OfferSequence":
      case "TicketCount":
      case "SignerQuorum":
        return random.between(0, 12);
      case "SetFlag":
      case "ClearFlag":
        return random.pick(Object.values(asf).filter((flag) => flag !== asf.DisableMaster));
      case "TransferRate":
        return random.pick([0, 1_000_000_000, 1_000_000_001, 1_200_000_000, 2_000_000_000]);
      case "TickSize":
        return random.pick([0, 3, 5, 15]);
      case "QualityIn":
      case "QualityOut":
        return random.pick([0, 1, 1_000_000_000, 2_000_000_000, 0xffff_ffff]);
      case "SignerEntries":
        return this.signerEntries();
      case "PublicKey":
        return random.pick(world.publicKeys);
      case "LimitAmount":
        return edges.issued();
      case "Destination":
      case "Authorize":
      case "Unauthorize":
      case "RegularKey":
        return random.pick(world.accounts.filter((account) => account !== sender));
      default:
        return field(name).typeName === "Amount" ? this.usualAmount() : edges.of(field(name));
    }
  }

  private usualAmount(): FieldValue {
    const { random, edges, world } = this;
    if (random.chance(0.4)) return BigInt(random.between(1, 5_000_000));
    const line = random.pick(world.entries);
    if (line.LedgerEntryType !== "RippleState" || random.chance(0.3)) return edges.issued();
    return canonicalAmount(BigInt(random.between(1, 1000)), random.between(-2, 0), issueOf(line.LowLimit));
  }

  private memos(): SerializedObject[] {
    const { random, edges } = this;
    const memo = (): SerializedObject => ({
      ...(random.chance(0.5) && { MemoType: "746578742F706C61696E" }),
      ...(random.chance(0.9) && { MemoData: edges.blob() }),
      ...(random.chance(0.2) && { MemoFormat: edges.blob() }),
      ...(random.chance(0.1) && { Fee: edges.amount() }),
    });
    return Array.from({ length: random.below(4) }, () =>
      random.chance(0.9) ? { Memo: memo() } : { Signer: memo() },
    );
  }

  private signers(): SerializedObject[] {
    const { random, edges, world } = this;
    const signers = Array.from({ length: random.between(0, 9) }, () => ({
      Signer: {
        Account: edges.account(),
        SigningPubKey: random.pick(world.publicKeys),
        TxnSignature: edges.blob(),
      },
    }));
    if (random.chance(0.7)) signers.sort((a, b) => (a.Signer.Account < b.Signer.Account ? -1 : 1));
    return signers;
  }

  private signerEntries(): SerializedObject[] {
    const { random, edges } = this;
    return Array.from({ length: random.between(0, 9) }, () => ({
      SignerEntry: { Account: edges.account(), SignerWeight: random.pick([0, 1, 1, 2, 0xffff]) },
    }));
  }
}
