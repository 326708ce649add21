import { issueOf } from "../protocol/amounts/issue.ts";
import type { EngineResult } from "../protocol/engineResults.ts";
import { field, type MetadataUse } from "../protocol/fieldTable.ts";
import { keylet } from "../protocol/keylets.ts";
import type { LedgerEntry } from "../protocol/ledgerEntryFormats.ts";
import { sameFieldValue } from "../protocol/sameFieldValue.ts";
import type { AccountID, Amount, FieldValue, Hash256, SerializedObject } from "../protocol/types.ts";
import { isThreaded, zeroHash } from "./newEntry.ts";
import type { Change, Sandbox } from "./sandbox.ts";
import { sortFew } from "./sortFew.ts";
import type { ReadView } from "./view.ts";

/** What one transaction did to one entry. */
export interface AffectedNode {
  LedgerEntryType: string;
  LedgerIndex: Hash256;
  PreviousTxnID?: Hash256;
  PreviousTxnLgrSeq?: number;
  PreviousFields?: SerializedObject;
  FinalFields?: SerializedObject;
  NewFields?: SerializedObject;
}

export type AffectedNodeWrapper =
  | { CreatedNode: AffectedNode }
  | { ModifiedNode: AffectedNode }
  | { DeletedNode: AffectedNode };

/** A transaction's metadata, as it is encoded into the transaction tree. */
export interface Metadata {
  TransactionIndex: number;
  AffectedNodes: AffectedNodeWrapper[];
  TransactionResult: EngineResult;
  DeliveredAmount?: Amount;
}

type NodeKind = "CreatedNode" | "ModifiedNode" | "DeletedNode";

/**
 * Makes the metadata of a transaction from its sandbox, and threads it: every changed entry that keeps a thread
 * gets PreviousTxnID and PreviousTxnLgrSeq of this transaction, and so do the owners of created and deleted
 * entries, through the sandbox. Call it just before the sandbox is applied.
 *
 * Rules: the reference's ApplyStateTable.cpp and the fields' metadata marks in SField.cpp.
 */
export function buildMetadata(
  sandbox: Sandbox,
  base: ReadView,
  transaction: {
    hash: Hash256;
    result: EngineResult;
    transactionIndex: number;
    delivered?: Amount | undefined;
  },
): Metadata {
  const builder = new MetadataBuilder(sandbox, base, transaction.hash);
  for (const change of touchedInOrder(sandbox, base)) builder.describe(change);
  const metadata: Metadata = {
    TransactionIndex: transaction.transactionIndex,
    AffectedNodes: builder.affectedNodes(),
    TransactionResult: transaction.result,
  };
  if (transaction.delivered !== undefined) metadata.DeliveredAmount = transaction.delivered;
  return metadata;
}

interface Touched extends Change {
  /** As it was below the sandbox; undefined for a new entry. */
  readonly before: Readonly<LedgerEntry> | undefined;
  /** Whether it differed from that before any threading. */
  readonly isChanged: boolean;
}

/**
 * The entries to describe, by key: what one of them threads, a later one sees. An entry that was only peeked at is
 * left out before any threading changes it; threading may bring it in all the same, without its fields.
 */
function touchedInOrder(sandbox: Sandbox, base: ReadView): Touched[] {
  const touched: Touched[] = [];
  for (const { kind, entry } of sandbox.changes.values()) {
    const before = kind === "inserted" ? undefined : base.readKey(entry.index);
    if (kind !== "inserted" && before === undefined) {
      throw new Error(`metadata: ${entry.index} changed but was never there`);
    }
    const isAsBefore = kind === "modified" && sameEntry(before!, entry);
    if (isAsBefore && !sandbox.touched.has(entry.index)) continue;
    touched.push({ kind, entry, before, isChanged: !isAsBefore });
  }
  return sortFew(touched, (a, b) => (a.entry.index < b.entry.index ? -1 : 1));
}

class MetadataBuilder {
  private readonly nodes = new Map<Hash256, { kind: NodeKind; node: AffectedNode }>();
  private readonly sandbox: Sandbox;
  private readonly base: ReadView;
  private readonly hash: Hash256;

  constructor(sandbox: Sandbox, base: ReadView, hash: Hash256) {
    this.sandbox = sandbox;
    this.base = base;
    this.hash = hash;
  }

  affectedNodes(): AffectedNodeWrapper[] {
    const inOrder = sortFew([...this.nodes.values()], (a, b) =>
      a.node.LedgerIndex < b.node.LedgerIndex ? -1 : 1,
    );
    return inOrder.map(({ kind, node }) => wrapped(kind, node));
  }

  describe({ entry, before, kind, isChanged }: Touched): void {
    if (before === undefined) {
      const node = this.affect(entry, "CreatedNode");
      this.threadOwners(entry);
      this.thread(entry);
      setIfAny(
        node,
        "NewFields",
        pick(entry, (use, name, value) => use.create && !isDefault(name, value)),
      );
      return;
    }
    if (kind === "erased") {
      const node = this.affect(entry, "DeletedNode");
      this.threadOwners(before);
      setPreviousFields(node, before, entry);
      setIfAny(
        node,
        "FinalFields",
        pick(entry, (use) => use.deleteFinal),
      );
      return;
    }
    // Threading may have changed it meanwhile, but never changes it back.
    if (!isChanged && sameEntry(before, entry)) return;
    const node = this.affect(entry, "ModifiedNode");
    this.thread(entry);
    setPreviousFields(node, before, entry);
    setIfAny(
      node,
      "FinalFields",
      pick(entry, (use) => use.changeNew),
    );
  }

  private affect(entry: Readonly<LedgerEntry>, kind: NodeKind): AffectedNode {
    const known = this.nodes.get(entry.index);
    if (known !== undefined) {
      known.kind = kind;
      return known.node;
    }
    const node: AffectedNode = { LedgerEntryType: entry.LedgerEntryType, LedgerIndex: entry.index };
    this.nodes.set(entry.index, { kind, node });
    return node;
  }

  /** Hooks the transaction into the entry's own thread; the metadata names the one before. */
  private thread(entry: LedgerEntry): void {
    if (!isThreaded(entry.LedgerEntryType)) return;
    const threaded = entry as LedgerEntry & { PreviousTxnID: Hash256; PreviousTxnLgrSeq: number };
    const { PreviousTxnID, PreviousTxnLgrSeq } = threaded;
    if (PreviousTxnID === this.hash) return;
    threaded.PreviousTxnID = this.hash;
    threaded.PreviousTxnLgrSeq = this.base.ledgerIndex;
    if (PreviousTxnID === zeroHash) return;
    const node = this.nodes.get(entry.index)?.node ?? this.affect(entry, "ModifiedNode");
    node.PreviousTxnID ??= PreviousTxnID;
    node.PreviousTxnLgrSeq ??= PreviousTxnLgrSeq;
  }

  /** A created or deleted entry is part of the history of the accounts that it belongs to. */
  private threadOwners(entry: Readonly<LedgerEntry>): void {
    if (entry.LedgerEntryType === "AccountRoot") return;
    if (entry.LedgerEntryType === "RippleState") {
      this.threadAccount(issueOf(entry.LowLimit).issuer);
      this.threadAccount(issueOf(entry.HighLimit).issuer);
      return;
    }
    if ("Account" in entry) this.threadAccount(entry.Account);
    if ("Destination" in entry) this.threadAccount(entry.Destination);
  }

  private threadAccount(account: AccountID): void {
    // The destination of an escrow or a channel may have been deleted since: then there is nothing to thread.
    const root = this.sandbox.peek(keylet.account(account));
    if (root !== undefined) this.thread(root);
  }
}

function wrapped(kind: NodeKind, node: AffectedNode): AffectedNodeWrapper {
  switch (kind) {
    case "CreatedNode":
      return { CreatedNode: node };
    case "ModifiedNode":
      return { ModifiedNode: node };
    case "DeletedNode":
      return { DeletedNode: node };
  }
}

/**
 * Old values of the fields that are different now, or gone. Where fields were only added there are no old values,
 * and the list is there all the same, empty.
 */
function setPreviousFields(node: AffectedNode, before: Readonly<LedgerEntry>, after: LedgerEntry): void {
  const old = before as unknown as SerializedObject;
  const now = after as unknown as SerializedObject;
  const previous = pick(before, (use, name, value) => use.changeOrig && !sameFieldValue(value, now[name]));
  setIfAny(node, "PreviousFields", previous);
  if (node.PreviousFields !== undefined) return;
  const isNew = (name: string) => old[name] === undefined && now[name] !== undefined;
  for (const name in now) if (isNew(name) && field(name).inMetadata.changeOrig) node.PreviousFields = {};
}

function pick(
  entry: Readonly<LedgerEntry>,
  wanted: (use: MetadataUse, name: string, value: FieldValue) => boolean,
): SerializedObject {
  const source = entry as unknown as SerializedObject;
  const fields: SerializedObject = {};
  for (const name in source) {
    const value = source[name];
    if (value === undefined || name === "index") continue;
    if (wanted(field(name).inMetadata, name, value)) fields[name] = value;
  }
  return fields;
}

function setIfAny(
  node: AffectedNode,
  name: "PreviousFields" | "FinalFields" | "NewFields",
  fields: SerializedObject,
): void {
  for (const _ in fields) {
    node[name] = fields;
    return;
  }
}

function sameEntry(before: Readonly<LedgerEntry>, after: LedgerEntry): boolean {
  const old = before as unknown as SerializedObject;
  const now = after as unknown as SerializedObject;
  for (const name in now) if (!sameFieldValue(now[name], old[name])) return false;
  for (const name in old) if (old[name] !== undefined && now[name] === undefined) return false;
  return true;
}

/**
 * Whether it is its type's zero, which NewFields leave out. An issued amount never is: it names its currency. Nor
 * is an account, even account zero.
 */
function isDefault(name: string, value: FieldValue): boolean {
  if (typeof value === "number") return value === 0;
  if (typeof value === "bigint") return value === 0n;
  if (typeof value === "string") {
    return value === "" || (field(name).typeName.startsWith("Hash") && /^0+$/.test(value));
  }
  return Array.isArray(value) && value.length === 0;
}
