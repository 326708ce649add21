import type { LedgerTransaction } from "../node/ledger.ts";
import type { JsonOptions } from "../protocol/codec/amountJson.ts";
import type { JsonWriter } from "../protocol/codec/jsonWriter.ts";
import { type FieldNote, fieldNote, writeAmountField, writeFields } from "../protocol/codec/writeFields.ts";
import type { StateEntry } from "../state/ledgerStore.ts";
import { mayDeliver, tellsDelivery, unknownDelivery } from "./deliveredAmount.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { type Naming, optionsOf } from "./present.ts";
import { asJson, WrittenJson, writeMembers } from "./writtenJson.ts";

/** A serialized object's fields and more members after them, as one JSON object. */
class WrittenObject extends WrittenJson {
  private readonly bytes: Uint8Array;
  private readonly options: JsonOptions;
  private readonly more: JsonObject;
  private readonly renamed: FieldNote | undefined;

  constructor(bytes: Uint8Array, options: JsonOptions, more: JsonObject, renamed?: FieldNote) {
    super();
    this.bytes = bytes;
    this.options = options;
    this.more = more;
    this.renamed = renamed;
  }

  write(json: JsonWriter): void {
    json.raw("{");
    writeFields(json, this.bytes, this.options, this.renamed);
    writeMembers(json, this.more, false);
    json.raw("}");
  }
}

/** A transaction as version 1 shows it, with `more` (its hash, to begin with) among its fields. */
export const writtenTransaction = (
  { blob }: LedgerTransaction,
  more: JsonObject,
  naming: Naming,
): JsonValue => asJson(new WrittenObject(blob, optionsOf(naming), more));

const deliverMax = fieldNote("Amount", "DeliverMax");

/** A transaction as version 2 shows it: a payment's Amount is called DeliverMax. */
export const writtenTransactionAlone = (
  { blob, type }: LedgerTransaction,
  more: JsonObject,
  naming: Naming,
): JsonValue =>
  asJson(new WrittenObject(blob, optionsOf(naming), more, type === "Payment" ? deliverMax : undefined));

/** A ledger entry, with its key as `index`. */
export const writtenEntry = ({ key, bytes }: StateEntry, naming: Naming): JsonValue =>
  asJson(new WrittenObject(bytes, optionsOf(naming), { index: key }));

/** A serialized object's fields as they are. */
export const writtenFields = (bytes: Uint8Array, naming: Naming): JsonValue =>
  asJson(new WrittenObject(bytes, optionsOf(naming), {}));

/** Metadata, with `delivered_amount` as metadataJson tells it. */
class WrittenMetadata extends WrittenJson {
  private readonly transaction: LedgerTransaction;
  private readonly closeTime: number;
  private readonly options: JsonOptions;

  constructor(transaction: LedgerTransaction, closeTime: number, options: JsonOptions) {
    super();
    this.transaction = transaction;
    this.closeTime = closeTime;
    this.options = options;
  }

  write(json: JsonWriter): void {
    const { transaction, closeTime, options } = this;
    json.raw("{");
    writeFields(json, transaction.metadataBlob!, options, told);
    if (mayDeliver(transaction)) {
      json.raw(',"delivered_amount":');
      if (told.from >= 0) json.repeat(told.from, told.to);
      else {
        const isTold = tellsDelivery(transaction.ledgerIndex, closeTime);
        const isWritten = isTold && writeAmountField(json, transaction.blob, options);
        if (!isWritten) json.value(unknownDelivery);
      }
    }
    json.raw("}");
  }
}

const told = fieldNote("DeliveredAmount");

/** @param closeTime of the transaction's ledger */
export const writtenMetadata = (
  transaction: LedgerTransaction,
  closeTime: number,
  naming: Naming,
): JsonValue => asJson(new WrittenMetadata(transaction, closeTime, optionsOf(naming)));
