import { createRequire } from "node:module";

/**
 * Every field that can be serialized, by name and by code.
 *
 * The table is the client libraries' definitions.json, so that new fields come with an upgrade of that package. What
 * the package does not know, a field's part in metadata, is added here.
 */
interface Definitions {
  readonly TYPES: Readonly<Record<string, number>>;
  readonly LEDGER_ENTRY_TYPES: Readonly<Record<string, number>>;
  readonly TRANSACTION_TYPES: Readonly<Record<string, number>>;
  readonly FIELDS: readonly (readonly [
    string,
    {
      readonly type: string;
      readonly nth: number;
      readonly isSerialized: boolean;
      readonly isSigningField: boolean;
    },
  ])[];
}

const definitions = createRequire(import.meta.url)(
  "ripple-binary-codec/dist/enums/definitions.json",
) as Definitions;

/** Serialized types that the codec reads and writes. A field of any other type is an unknown field here. */
export const fieldTypes = [
  "UInt8",
  "UInt16",
  "UInt32",
  "UInt64",
  "Hash128",
  "Hash160",
  "Hash192",
  "Hash256",
  "Amount",
  "Blob",
  "AccountID",
  "Vector256",
  "PathSet",
  "STObject",
  "STArray",
] as const;
export type FieldTypeName = (typeof fieldTypes)[number];

/**
 * When a field of a changed entry appears in the metadata:
 * `changeOrig` its old value in PreviousFields, `changeNew` in FinalFields of a modified entry, `deleteFinal` in
 * FinalFields of a deleted one, `create` in NewFields.
 */
export interface MetadataUse {
  readonly changeOrig: boolean;
  readonly changeNew: boolean;
  readonly deleteFinal: boolean;
  readonly create: boolean;
}

const never: MetadataUse = { changeOrig: false, changeNew: false, deleteFinal: false, create: false };
const usual: MetadataUse = { changeOrig: true, changeNew: true, deleteFinal: true, create: true };
const onlyWhenDeleted: MetadataUse = { ...never, deleteFinal: true };

/** Fields that metadata treats otherwise than usual. Source: SField.cpp of the reference. */
const unusualInMetadata: Readonly<Record<string, MetadataUse>> = {
  LedgerEntryType: never,
  Indexes: never,
  PreviousTxnID: onlyWhenDeleted,
  PreviousTxnLgrSeq: onlyWhenDeleted,
  RootIndex: { ...usual, changeOrig: false },
};

/** A field of the protocol: how it is named, typed, ordered and announced on the wire. */
export interface Field {
  readonly name: string;
  readonly typeName: FieldTypeName;
  /** The type's number on the wire. */
  readonly typeCode: number;
  /** The field's number among those of its type. */
  readonly fieldCode: number;
  /** Fields are serialized in the order of this: type code, then field code. */
  readonly ordinal: number;
  /** False for `hash` and `index`, which JSON shows beside an object's own fields. */
  readonly isSerialized: boolean;
  /** False for signatures: they are left out of what is signed. */
  readonly isSigningField: boolean;
  readonly inMetadata: MetadataUse;
  /** The one to three bytes that announce the field, most significant first, and how many they are. */
  readonly header: number;
  readonly headerLength: 1 | 2 | 3;
}

function makeField(
  name: string,
  typeName: FieldTypeName,
  entry: { readonly nth: number; readonly isSerialized: boolean; readonly isSigningField: boolean },
): Field {
  const typeCode = definitions.TYPES[typeName]!;
  const fieldCode = entry.nth;
  // Numbers up to 15 share the first byte; a greater one leaves its half zero and takes a byte of its own.
  const commonType = typeCode < 16;
  const commonField = fieldCode < 16;
  const first = ((commonType ? typeCode : 0) << 4) | (commonField ? fieldCode : 0);
  const rest = [...(commonType ? [] : [typeCode]), ...(commonField ? [] : [fieldCode])];
  return {
    name,
    typeName,
    typeCode,
    fieldCode,
    ordinal: (typeCode << 16) | fieldCode,
    isSerialized: entry.isSerialized,
    isSigningField: entry.isSigningField,
    inMetadata: unusualInMetadata[name] ?? usual,
    header: rest.reduce((header, byte) => (header << 8) | byte, first),
    headerLength: (1 + rest.length) as 1 | 2 | 3,
  };
}

const markers = new Set(["ObjectEndMarker", "ArrayEndMarker"]);
const onlyInJson = new Set(["hash", "index"]);
const isFieldType = (name: string): name is FieldTypeName => (fieldTypes as readonly string[]).includes(name);

const byName = new Map<string, Field>();
/** At `typeCode × 256 + fieldCode`. */
const byCode: (Field | undefined)[] = new Array(32 * 256).fill(undefined);
for (const [name, entry] of definitions.FIELDS) {
  if (markers.has(name) || !isFieldType(entry.type)) continue;
  if (!entry.isSerialized && !onlyInJson.has(name)) continue;
  const made = makeField(name, entry.type, entry);
  byName.set(name, made);
  if (entry.isSerialized) byCode[made.typeCode * 256 + made.fieldCode] = made;
}

/** The field with this name, or undefined: for names that come from outside. */
export const findField = (name: string): Field | undefined => byName.get(name);

/** The field with these codes on the wire, or undefined. */
export const findFieldByCode = (typeCode: number, fieldCode: number): Field | undefined =>
  byCode[typeCode * 256 + fieldCode];

/** The field with this name. @throws Error for a name that is none: our own mistake. */
export function field(name: string): Field {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`no field is named ${name}`);
  return found;
}

/** Every field, in no particular order. */
export const allFields = (): IterableIterator<Field> => byName.values();

/** Names and codes of transaction types and ledger entry types, as the wire and JSON spell them. */
export class CodeTable {
  private readonly names: (string | undefined)[] = [];
  private readonly codes = new Map<string, number>();

  constructor(entries: Readonly<Record<string, number>>) {
    for (const [name, code] of Object.entries(entries)) {
      if (code < 0) continue;
      this.names[code] = name;
      this.codes.set(name, code);
    }
  }
  nameOf(code: number): string | undefined {
    return this.names[code];
  }
  codeOf(name: string): number | undefined {
    return this.codes.get(name);
  }
}

export const transactionTypes = new CodeTable(definitions.TRANSACTION_TYPES);
export const ledgerEntryTypes = new CodeTable(definitions.LEDGER_ENTRY_TYPES);
