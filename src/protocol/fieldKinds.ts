import type { AccountID, Amount, Hash128, Hash160, Hash256, Hex, PathSet } from "./types.ts";

/** The serialized type of a field, by the field table's name, carrying the TypeScript type of its value. */
export interface FieldKind<T> {
  readonly typeName: string;
  /** Never present at run time; it only carries T. */
  readonly valueType?: T;
}

const kind = <T>(typeName: string): FieldKind<T> => ({ typeName });

export const uint8 = kind<number>("UInt8");
export const uint32 = kind<number>("UInt32");
export const uint64 = kind<bigint>("UInt64");
export const hash128 = kind<Hash128>("Hash128");
export const hash160 = kind<Hash160>("Hash160");
export const hash256 = kind<Hash256>("Hash256");
export const amount = kind<Amount>("Amount");
/** An Amount that is always native: balances of account roots, fees, escrowed amounts. */
export const drops = kind<bigint>("Amount");
export const blob = kind<Hex>("Blob");
export const accountID = kind<AccountID>("AccountID");
export const vector256 = kind<readonly Hash256[]>("Vector256");
export const pathSet = kind<PathSet>("PathSet");
/** An array of one-field wrappers, as in JSON: `[{ Memo: {...} }]`. */
export const array = <T>(): FieldKind<readonly T[]> => kind<readonly T[]>("STArray");

/**
 * `required`: always there. `optional`: may be absent. `defaulted`: absent means the type's zero, and a zero
 * may not be written out.
 */
export type Presence = "required" | "optional" | "defaulted";

/** One field of a format. */
export interface FieldSpec<T, P extends Presence = Presence> {
  readonly kind: FieldKind<T>;
  readonly presence: P;
}

/** A field that is always there. */
export const required = <T>(of: FieldKind<T>): FieldSpec<T, "required"> => ({
  kind: of,
  presence: "required",
});
/** A field that may be absent. */
export const optional = <T>(of: FieldKind<T>): FieldSpec<T, "optional"> => ({
  kind: of,
  presence: "optional",
});
/** A field that is absent where it would hold its type's zero. */
export const defaulted = <T>(of: FieldKind<T>): FieldSpec<T, "defaulted"> => ({
  kind: of,
  presence: "defaulted",
});

/** Field name to its specification: the template of a transaction type or a kind of ledger entry. */
// biome-ignore lint/suspicious/noExplicitAny: a format holds fields of every type; FieldsOf recovers each one
export type Format = Readonly<Record<string, FieldSpec<any>>>;

type RequiredNames<F extends Format> = {
  [K in keyof F]: F[K]["presence"] extends "required" ? K : never;
}[keyof F];
type ValueOf<S> = S extends FieldSpec<infer T> ? T : never;

/** The object type that a format describes. */
export type FieldsOf<F extends Format> = {
  [K in RequiredNames<F>]: ValueOf<F[K]>;
} & {
  [K in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[K]> | undefined;
};
