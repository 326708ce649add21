/** A parsed JSON document. `undefined` members are absent: they are not written. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** An object of a JSON document. Names are as they came: look members up with Object.hasOwn. */
export interface JsonObject {
  [member: string]: JsonValue | undefined;
}

/** Whether it is an object, neither null nor a list. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
