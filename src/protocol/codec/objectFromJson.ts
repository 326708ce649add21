import { accountZero, currencyFromJson } from "../currency.ts";
import { type EngineResult, engineResultByCode, engineResults } from "../engineResults.ts";
import { type Field, findField, ledgerEntryTypes, transactionTypes } from "../fieldTable.ts";
import { isHex } from "../hex.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../jsonValue.ts";
import type { FieldValue, Hash256, Path, PathSet, PathStep, SerializedObject } from "../types.ts";
import { amountFromJson, type JsonOptions } from "./amountJson.ts";
import { CodecError } from "./codecError.ts";
import { checkInnerFormat } from "./innerFormats.ts";
import {
  accountFromJson,
  fixedHexFromText,
  isSignedInteger,
  isUnsignedInteger,
  unsignedFromText,
} from "./jsonLeaves.ts";

/** Objects and arrays inside each other. Bytes may be ten deep only, which encodeObject finds out. */
const deepest = 64;

/**
 * Reads an object from a client's JSON: fields by name, values in any form that the reference takes. `hash` and `index`
 * must be well formed but are left out of the result. Members are read in the order of their names, so that of several
 * faults the same one is reported as the reference reports.
 *
 * Sources: STParsedJSON.cpp, STAmount.cpp.
 * @param options `native`: the native currency's code; `name`: what errors call the object, "tx_json" where absent
 * @throws CodecError with the reference's text, naming the field by its path: `Field 'tx_json.Fee' has invalid data.`
 */
export function objectFromJson(
  json: JsonValue | undefined,
  options: JsonOptions & { readonly name?: string },
): SerializedObject {
  return readObject(json, options.name ?? "tx_json", undefined, 0, options);
}

const fault = (path: string, what: string): CodecError => new CodecError(`Field '${path}' ${what}`, path);
const invalidData = (path: string): CodecError => fault(path, "has invalid data.");
const badType = (path: string): CodecError => fault(path, "has bad type.");
const isNothing = (json: JsonValue | undefined): json is null | undefined =>
  json === null || json === undefined;

/** @param wrapper the field whose value this is, for those with a format of their own */
function readObject(
  json: JsonValue | undefined,
  path: string,
  wrapper: Field | undefined,
  depth: number,
  options: JsonOptions,
): SerializedObject {
  if (!isNothing(json) && !isJsonObject(json)) throw fault(path, "is not a JSON object.");
  if (depth > deepest) throw fault(path, "exceeds nesting depth limit.");
  const object: SerializedObject = {};
  for (const name of Object.keys(json ?? {}).sort()) {
    const value = (json as JsonObject)[name];
    if (value === undefined) continue;
    const field = findField(name);
    const fieldPath = `${path}.${name}`;
    if (field === undefined) throw fault(fieldPath, "is unknown.");
    const read = readValue(field, value, fieldPath, depth, options);
    if (field.isSerialized) object[name] = read;
  }
  if (wrapper !== undefined) {
    try {
      checkInnerFormat(wrapper.name, object);
    } catch {
      throw new CodecError(
        `Object '${wrapper.name}' contents did not meet requirements for that type.`,
        path,
      );
    }
  }
  return object;
}

function readValue(
  field: Field,
  value: JsonValue,
  path: string,
  depth: number,
  options: JsonOptions,
): FieldValue {
  switch (field.typeName) {
    case "UInt8":
      return readUint8(field, value, path);
    case "UInt16":
      return readUint16(field, value, path);
    case "UInt32":
      return readUint32(value, path);
    case "UInt64":
      return readUint64(value, path);
    case "Hash128":
      return readFixed(value, path, 16);
    case "Hash160":
      return readFixed(value, path, 20);
    case "Hash192":
      return readFixed(value, path, 24);
    case "Hash256":
      return readFixed(value, path, 32);
    case "Blob":
      return readBlob(value, path);
    case "Amount":
      try {
        return amountFromJson(value, options);
      } catch (error) {
        if (error instanceof CodecError) throw invalidData(path);
        throw error;
      }
    case "AccountID": {
      if (typeof value !== "string") throw badType(path);
      const account = accountFromJson(value);
      if (account === undefined) throw invalidData(path);
      return account;
    }
    case "Vector256":
      return readVector(value, path);
    case "PathSet":
      return readPathSet(value, path, options.native);
    case "STObject":
      if (!isJsonObject(value)) throw fault(path, "is not a JSON object.");
      return readObject(value, path, field, depth + 1, options);
    case "STArray":
      return readArray(value, path, depth + 1, options);
  }
}

function readUint8(field: Field, value: JsonValue, path: string): FieldValue {
  if (field.name === "TransactionResult") return readResult(value, path);
  if (typeof value === "string") {
    if (value !== "" && !/^[0-9]/.test(value)) throw badType(path);
    return unsignedFromText(value, 0xff) ?? raise(invalidData(path));
  }
  if (!isSignedInteger(value) && !isUnsignedInteger(value)) throw badType(path);
  if (value < 0 || value > 0xff) throw fault(path, "is out of range.");
  return value;
}

function readResult(value: JsonValue, path: string): EngineResult {
  if (typeof value === "string" && value !== "" && !/^[0-9]/.test(value)) {
    const code = Object.hasOwn(engineResults, value) ? engineResults[value as EngineResult].code : -1;
    if (code < 0 || code > 0xff) throw fault(path, "is out of range.");
    return value as EngineResult;
  }
  const code = typeof value === "string" ? unsignedFromText(value, 0xff) : value;
  if (typeof value !== "string" && !isSignedInteger(value) && !isUnsignedInteger(value)) throw badType(path);
  return engineResultByCode(Number(code ?? -1)) ?? raise(invalidData(path));
}

const raise = (error: CodecError): never => {
  throw error;
};

function readUint16(field: Field, value: JsonValue, path: string): FieldValue {
  const names =
    field.name === "TransactionType"
      ? transactionTypes
      : field.name === "LedgerEntryType"
        ? ledgerEntryTypes
        : undefined;
  if (typeof value === "string" && value !== "" && !/^[0-9]/.test(value)) {
    if (names?.codeOf(value) === undefined) throw invalidData(path);
    return value;
  }
  if (typeof value !== "string" && !isSignedInteger(value) && !isUnsignedInteger(value)) throw badType(path);
  const code = typeof value === "string" ? unsignedFromText(value, 0xffff) : value;
  if (code === undefined || code < 0 || code > 0xffff) throw invalidData(path);
  // Decoded objects hold names; a number that names nothing could not become a transaction or an entry anyway.
  return names === undefined ? code : (names.nameOf(code) ?? raise(invalidData(path)));
}

function readUint32(value: JsonValue, path: string): number {
  if (typeof value === "string") return unsignedFromText(value, 0xffff_ffff) ?? raise(invalidData(path));
  if (isUnsignedInteger(value)) return value;
  throw isSignedInteger(value) ? invalidData(path) : badType(path);
}

function readUint64(value: JsonValue, path: string): bigint {
  if (typeof value === "string") {
    if (!/^0*[0-9A-Fa-f]{1,16}$/.test(value)) throw invalidData(path);
    return BigInt(`0x${value}`);
  }
  if (isUnsignedInteger(value)) return BigInt(value);
  throw isSignedInteger(value) ? invalidData(path) : badType(path);
}

function readFixed(value: JsonValue, path: string, length: number): string {
  if (typeof value !== "string") throw badType(path);
  if (value === "") return "0".repeat(length * 2);
  return fixedHexFromText(value, length) ?? raise(invalidData(path));
}

/** An odd number of digits is taken as if a zero stood before them. */
function readBlob(value: JsonValue, path: string): string {
  if (typeof value !== "string") throw badType(path);
  const even = value.length % 2 === 0 ? value : `0${value}`;
  if (!isHex(even)) throw invalidData(path);
  return even.toUpperCase();
}

function readVector(value: JsonValue, path: string): readonly Hash256[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw fault(path, "must be a JSON array.");
  return value.map((item: JsonValue) => {
    const hash = typeof item === "string" || item === 0 ? fixedHexFromText(String(item), 32) : undefined;
    return hash ?? raise(invalidData(path));
  });
}

function readPathSet(value: JsonValue, path: string, native: string): PathSet {
  if (value === null) return [];
  if (!Array.isArray(value)) throw fault(path, "must be a JSON array.");
  return value.map((steps: JsonValue, i): Path => {
    if (steps === null) return [];
    if (!Array.isArray(steps)) throw fault(`${path}[${i}]`, "must be a JSON array.");
    return steps.map((step: JsonValue, j) => readPathStep(step, `${path}[${i}][${j}]`, native));
  });
}

function readPathStep(json: JsonValue, path: string, native: string): PathStep {
  if (!isJsonObject(json)) throw fault(path, "is not a JSON object.");
  const step: { account?: string; currency?: string; issuer?: string } = {};
  const account = readStepPart(json.account, `${path}.account`, accountFromJson);
  const currency = readStepPart(json.currency, `${path}.currency`, (text) => currencyFromJson(text, native));
  const issuer = readStepPart(json.issuer, `${path}.issuer`, accountFromJson);
  // Account zero says nothing, as in the binary form.
  if (account !== undefined && account !== accountZero) step.account = account;
  if (currency !== undefined) step.currency = currency;
  if (issuer !== undefined && issuer !== accountZero) step.issuer = issuer;
  return step;
}

/** A part that is missing, or as good as: null, "", [] and {}. */
const isEmpty = (value: JsonValue | undefined): boolean =>
  isNothing(value) || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

function readStepPart(
  value: JsonValue | undefined,
  path: string,
  read: (text: string) => string | undefined,
): string | undefined {
  if (isEmpty(value)) return undefined;
  if (typeof value !== "string") throw fault(path, "must be a string.");
  return read(value) ?? raise(invalidData(path));
}

function readArray(
  json: JsonValue,
  path: string,
  depth: number,
  options: JsonOptions,
): readonly SerializedObject[] {
  if (json === null) return [];
  if (!Array.isArray(json)) throw fault(path, "is not a JSON array.");
  if (depth > deepest) throw fault(path, "exceeds nesting depth limit.");
  return json.map((item: JsonValue, i) => {
    const names = isJsonObject(item) ? Object.keys(item).filter((name) => item[name] !== undefined) : [];
    const name = names[0];
    if (name === undefined || names.length > 1) {
      throw fault(`${path}[${i}]`, "must be an object with a single key/object value.");
    }
    const wrapper = findField(name);
    if (wrapper === undefined) throw fault(`${path}.${name}`, "is unknown.");
    const itemPath = `${path}.[${i}].${name}`;
    let object: SerializedObject;
    try {
      object = readObject((item as JsonObject)[name], itemPath, wrapper, depth + 1, options);
    } catch (error) {
      if (error instanceof CodecError)
        throw new CodecError(`Error at '${itemPath}'. ${error.message}`, error.field);
      throw error;
    }
    if (wrapper.typeName !== "STObject") {
      throw new CodecError(
        `Item '${itemPath}' at index ${i} is not an object.  Arrays may only contain objects.`,
        itemPath,
      );
    }
    return { [name]: object };
  });
}
