import {
  accountID,
  amount,
  array,
  blob,
  drops,
  type FieldsOf,
  type Format,
  hash128,
  hash160,
  hash256,
  optional,
  required,
  uint8,
  uint32,
  uint64,
  vector256,
} from "./fieldKinds.ts";
import type { AccountID, Hash256, Hex } from "./types.ts";

/** The transaction that last changed an entry, and its ledger: entries with these are threaded. */
const threaded = { PreviousTxnID: required(hash256), PreviousTxnLgrSeq: required(uint32) };

/** A member of a signer list and what its signature weighs. */
export interface SignerEntry {
  Account: AccountID;
  SignerWeight: number;
}
/** An amendment that most validators want, and since when (seconds since 2000-01-01). */
export interface Majority {
  Amendment: Hash256;
  CloseTime: number;
}
/** A validator that does not count, and since which ledger. */
export interface DisabledValidator {
  PublicKey: Hex;
  FirstLedgerSequence: number;
}

/** Every kind of ledger entry: its code on the wire and its fields beside LedgerEntryType and Flags. */
export const ledgerEntryFormats = {
  AccountRoot: {
    code: 0x61,
    format: {
      Account: required(accountID),
      Sequence: required(uint32),
      Balance: required(drops),
      OwnerCount: required(uint32),
      ...threaded,
      AccountTxnID: optional(hash256),
      RegularKey: optional(accountID),
      EmailHash: optional(hash128),
      WalletLocator: optional(hash256),
      WalletSize: optional(uint32),
      MessageKey: optional(blob),
      TransferRate: optional(uint32),
      Domain: optional(blob),
      TickSize: optional(uint8),
      TicketCount: optional(uint32),
    },
  },
  DirectoryNode: {
    code: 0x64,
    format: {
      Owner: optional(accountID),
      TakerPaysCurrency: optional(hash160),
      TakerPaysIssuer: optional(hash160),
      TakerGetsCurrency: optional(hash160),
      TakerGetsIssuer: optional(hash160),
      ExchangeRate: optional(uint64),
      Indexes: required(vector256),
      RootIndex: required(hash256),
      IndexNext: optional(uint64),
      IndexPrevious: optional(uint64),
    },
  },
  Offer: {
    code: 0x6f,
    format: {
      Account: required(accountID),
      Sequence: required(uint32),
      TakerPays: required(amount),
      TakerGets: required(amount),
      BookDirectory: required(hash256),
      BookNode: required(uint64),
      OwnerNode: required(uint64),
      ...threaded,
      Expiration: optional(uint32),
    },
  },
  RippleState: {
    code: 0x72,
    format: {
      Balance: required(amount),
      LowLimit: required(amount),
      HighLimit: required(amount),
      ...threaded,
      LowNode: optional(uint64),
      LowQualityIn: optional(uint32),
      LowQualityOut: optional(uint32),
      HighNode: optional(uint64),
      HighQualityIn: optional(uint32),
      HighQualityOut: optional(uint32),
    },
  },
  Escrow: {
    code: 0x75,
    format: {
      Account: required(accountID),
      Destination: required(accountID),
      Amount: required(drops),
      Condition: optional(blob),
      CancelAfter: optional(uint32),
      FinishAfter: optional(uint32),
      SourceTag: optional(uint32),
      DestinationTag: optional(uint32),
      OwnerNode: required(uint64),
      ...threaded,
      DestinationNode: optional(uint64),
    },
  },
  LedgerHashes: {
    code: 0x68,
    format: {
      FirstLedgerSequence: optional(uint32),
      LastLedgerSequence: optional(uint32),
      Hashes: required(vector256),
    },
  },
  Amendments: {
    code: 0x66,
    format: {
      Amendments: optional(vector256),
      Majorities: optional(array<{ Majority: Majority }>()),
    },
  },
  FeeSettings: {
    code: 0x73,
    format: {
      BaseFee: required(uint64),
      ReferenceFeeUnits: required(uint32),
      ReserveBase: required(uint32),
      ReserveIncrement: required(uint32),
    },
  },
  Ticket: {
    code: 0x54,
    format: {
      Account: required(accountID),
      OwnerNode: required(uint64),
      TicketSequence: required(uint32),
      ...threaded,
    },
  },
  SignerList: {
    code: 0x53,
    format: {
      OwnerNode: required(uint64),
      SignerQuorum: required(uint32),
      SignerEntries: required(array<{ SignerEntry: SignerEntry }>()),
      SignerListID: required(uint32),
      ...threaded,
    },
  },
  PayChannel: {
    code: 0x78,
    format: {
      Account: required(accountID),
      Destination: required(accountID),
      Amount: required(drops),
      Balance: required(drops),
      PublicKey: required(blob),
      SettleDelay: required(uint32),
      Expiration: optional(uint32),
      CancelAfter: optional(uint32),
      SourceTag: optional(uint32),
      DestinationTag: optional(uint32),
      OwnerNode: required(uint64),
      ...threaded,
      DestinationNode: optional(uint64),
    },
  },
  Check: {
    code: 0x43,
    format: {
      Account: required(accountID),
      Destination: required(accountID),
      SendMax: required(amount),
      Sequence: required(uint32),
      OwnerNode: required(uint64),
      DestinationNode: required(uint64),
      Expiration: optional(uint32),
      InvoiceID: optional(hash256),
      SourceTag: optional(uint32),
      DestinationTag: optional(uint32),
      ...threaded,
    },
  },
  DepositPreauth: {
    code: 0x70,
    format: {
      Account: required(accountID),
      Authorize: required(accountID),
      OwnerNode: required(uint64),
      ...threaded,
    },
  },
  NegativeUNL: {
    code: 0x4e,
    format: {
      DisabledValidators: optional(array<{ DisabledValidator: DisabledValidator }>()),
      ValidatorToDisable: optional(blob),
      ValidatorToReEnable: optional(blob),
    },
  },
} as const satisfies Record<string, { code: number; format: Format }>;

export type LedgerEntryType = keyof typeof ledgerEntryFormats;

/** A ledger entry of one kind. `index` is its key in the state; it is not serialized. */
export type LedgerEntryOf<T extends LedgerEntryType> = {
  readonly index: Hash256;
  readonly LedgerEntryType: T;
  Flags: number;
} & FieldsOf<(typeof ledgerEntryFormats)[T]["format"]>;

export type AccountRoot = LedgerEntryOf<"AccountRoot">;
export type DirectoryNode = LedgerEntryOf<"DirectoryNode">;
export type Offer = LedgerEntryOf<"Offer">;
export type RippleState = LedgerEntryOf<"RippleState">;
export type Escrow = LedgerEntryOf<"Escrow">;
export type LedgerHashes = LedgerEntryOf<"LedgerHashes">;
export type Amendments = LedgerEntryOf<"Amendments">;
export type FeeSettings = LedgerEntryOf<"FeeSettings">;
export type Ticket = LedgerEntryOf<"Ticket">;
export type SignerList = LedgerEntryOf<"SignerList">;
export type PayChannel = LedgerEntryOf<"PayChannel">;
export type Check = LedgerEntryOf<"Check">;
export type DepositPreauth = LedgerEntryOf<"DepositPreauth">;
export type NegativeUNL = LedgerEntryOf<"NegativeUNL">;
export type LedgerEntry = { [T in LedgerEntryType]: LedgerEntryOf<T> }[LedgerEntryType];
