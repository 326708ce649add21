import { isJsonObject, type JsonObject, type JsonValue } from "../protocol/jsonValue.ts";

export { isJsonObject, type JsonObject, type JsonValue };

/** Whether it is a list. */
export const isJsonArray = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);

/** True where the object itself (not its prototype) has the member, even if it is null. */
export const hasMember = (object: JsonObject, name: string): boolean => Object.hasOwn(object, name);

/** The object's own member: a request's `constructor` is what the caller sent, or nothing. */
export const member = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;
