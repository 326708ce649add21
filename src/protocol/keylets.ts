import { sha512Half } from "./digests.ts";
import { writeHex } from "./hex.ts";
import { lastFew } from "./lastFew.ts";
import type {
  AccountRoot,
  Amendments,
  Check,
  DepositPreauth,
  DirectoryNode,
  Escrow,
  FeeSettings,
  LedgerEntry,
  LedgerEntryType,
  LedgerHashes,
  NegativeUNL,
  Offer,
  PayChannel,
  RippleState,
  SignerList,
  Ticket,
} from "./ledgerEntryFormats.ts";
import { remembering } from "./remembering.ts";
import type { AccountID, Currency, Hash256, Issue } from "./types.ts";

/** A key in the state together with the kind of entry that it leads to. */
export interface Keylet<T extends LedgerEntry = LedgerEntry> {
  /** "Any" where the key alone is known: whatever lies there is meant. */
  readonly type: LedgerEntryType | "Any";
  readonly key: Hash256;
  /** Never present at run time; it only carries T. */
  readonly entryType?: T;
}

/** Whether an entry is of the kind that a keylet means. */
export const keyletMatches = (keylet: Keylet, entry: LedgerEntry): boolean =>
  keylet.type === "Any" || keylet.type === entry.LedgerEntryType;

/** The longest key material is a book's: two bytes of name space and four times twenty. */
const material = Buffer.alloc(2 + 80);

/**
 * SHA-512Half of a name space (a letter, as two bytes), hex strings, and a number of `tailBytes` bytes.
 * Source for every key below: Indexes.cpp of the reference.
 */
function hashKey(space: string, parts: readonly string[], tail = 0, tailBytes: 0 | 4 = 0): Hash256 {
  material[0] = 0;
  material[1] = space.charCodeAt(0);
  let length = 2;
  for (const part of parts) {
    const written = writeHex(part, material, length);
    if (written < 0 || written !== part.length >> 1)
      throw new RangeError("a key is made of hexadecimal text");
    length += written;
  }
  if (tailBytes === 4) length = material.writeUInt32BE(tail, length);
  return sha512Half(material.subarray(0, length));
}

const named = <T extends LedgerEntry>(type: T["LedgerEntryType"], key: Hash256): Keylet<T> => ({ type, key });

/** So many keylets of one kind are remembered at least, and twice as many at most: some megabytes. */
const rememberedKeylets = 20_000;

/**
 * A keylet by the text that it is made of, hashed once as long as it is asked for again soon: one transaction
 * needs the same accounts and lines many times over, and so does the close of its ledger.
 */
const remembered = <T extends LedgerEntry>(
  type: T["LedgerEntryType"],
  space: string,
): ((made: string) => Keylet<T>) =>
  remembering(rememberedKeylets, (made) => named<T>(type, hashKey(space, [made])));

const one = <T extends LedgerEntry>(type: T["LedgerEntryType"], space: string): (() => Keylet<T>) => {
  const only = Object.freeze(named<T>(type, hashKey(space, [])));
  return () => only;
};

const sixteen = (value: bigint): string => value.toString(16).toUpperCase().padStart(16, "0");

const lineOf = remembered<RippleState>("RippleState", "r");

const accountOf = remembered<AccountRoot>("AccountRoot", "a");

/** Keys by what they are made of. Accounts, currencies and keys are uppercase hex, as everywhere. */
export const keylet = {
  account: lastFew(accountOf) as (account: AccountID) => Keylet<AccountRoot>,

  /** The trust line between two accounts, named in either order. */
  line: lastFew((a, b, currency) => lineOf(a < b ? a + b + currency : b + a + currency)) as (
    a: AccountID,
    b: AccountID,
    currency: Currency,
  ) => Keylet<RippleState>,

  /** `sequence` is the transaction's, or its ticket's. */
  offer: (account: AccountID, sequence: number) =>
    named<Offer>("Offer", hashKey("o", [account], sequence, 4)),
  ticket: (account: AccountID, sequence: number) =>
    named<Ticket>("Ticket", hashKey("T", [account], sequence, 4)),
  check: (account: AccountID, sequence: number) =>
    named<Check>("Check", hashKey("C", [account], sequence, 4)),
  escrow: (account: AccountID, sequence: number) =>
    named<Escrow>("Escrow", hashKey("u", [account], sequence, 4)),
  payChannel: (source: AccountID, destination: AccountID, sequence: number) =>
    named<PayChannel>("PayChannel", hashKey("x", [source, destination], sequence, 4)),
  signerList: (account: AccountID) => named<SignerList>("SignerList", hashKey("S", [account], 0, 4)),
  depositPreauth: (owner: AccountID, authorized: AccountID) =>
    named<DepositPreauth>("DepositPreauth", hashKey("p", [owner, authorized])),

  ownerDirectory: remembered<DirectoryNode>("DirectoryNode", "O") as (
    account: AccountID,
  ) => Keylet<DirectoryNode>,
  /** A page of the directory whose root has the key `root`; page 0 is the root itself. */
  directoryPage: (root: Hash256, page: bigint) =>
    named<DirectoryNode>("DirectoryNode", page === 0n ? root : hashKey("d", [root, sixteen(page)])),

  /** Where the order book's directories begin, quality 0: offers whose taker pays `pays` and gets `gets`. */
  bookBase: (pays: Issue, gets: Issue) =>
    keylet.quality(
      named<DirectoryNode>(
        "DirectoryNode",
        hashKey("B", [pays.currency, gets.currency, pays.issuer, gets.issuer]),
      ),
      0n,
    ),
  /** The directory of one quality in a book: the rate is the last eight bytes of the key. */
  quality: (bookBase: Keylet<DirectoryNode>, rate: bigint) =>
    named<DirectoryNode>("DirectoryNode", bookBase.key.slice(0, 48) + sixteen(rate)),

  amendments: one<Amendments>("Amendments", "f"),
  fees: one<FeeSettings>("FeeSettings", "e"),
  negativeUNL: one<NegativeUNL>("NegativeUNL", "N"),
  /** The hashes of the last 256 ledgers. */
  skipList: one<LedgerHashes>("LedgerHashes", "s"),
  /** The hashes of every 256th ledger, in pages of 65,536 ledgers: the page that has `ledgerIndex`. */
  skipListPage: (ledgerIndex: number) =>
    named<LedgerHashes>("LedgerHashes", hashKey("s", [], Math.floor(ledgerIndex / 65_536), 4)),

  /** An entry known by its key only. */
  unchecked: (key: Hash256): Keylet => ({ type: "Any", key }),
} as const;

/** The rate (quality) that a book directory's key ends in. */
export const qualityOf = (bookDirectory: Hash256): bigint => BigInt(`0x${bookDirectory.slice(48)}`);

/** The first key after every directory of the book that `bookBase` begins; exclusive end of a walk over it. */
export function qualityNext(bookBase: Hash256): Hash256 {
  const next = BigInt(`0x${bookBase.slice(0, 48)}`) + 1n;
  // wraps as the reference's 256-bit sum does
  return BigInt.asUintN(192, next).toString(16).toUpperCase().padStart(48, "0") + bookBase.slice(48);
}
