/** A JSON Schema, as far as this page looks at it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
}

/** A parameter of an operation's path or query. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly "application/json": { readonly schema: Schema };
}

/** One method of one path, as OpenAPI describes it. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
  readonly security?: readonly unknown[];
}

/** An OpenAPI document, as far as this page looks at it. */
export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An operation with its place. */
export interface OperationEntry {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** A tag's operations, in the document's order. */
export const operationsOf = ({ paths }: ApiDocument, tag: string): OperationEntry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** The name of a schema that is only referred to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split("/").at(-1);

/** The schema itself, where it is only referred to. */
export const resolved = (schema: Schema, { components }: ApiDocument): Schema => {
  const name = nameOf(schema);
  return name === undefined ? schema : components.schemas[name]!;
};

/** What a schema is for: what is said of it here, or else wherever it is named. */
export const descriptionOf = (schema: Schema, document: ApiDocument): string =>
  schema.description ?? resolved(schema, document).description ?? "";

/** A schema in a few words: `integer, 10 to 400`. */
export function wordsFor(schema: Schema, document: ApiDocument): string {
  const { type, enum: values, anyOf, minimum, maximum, items, const: only } = resolved(schema, document);
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.join(" | ");
  if (anyOf !== undefined) return anyOf.map((one) => nameOf(one) ?? wordsFor(one, document)).join(" or ");
  if (type === "array" && items !== undefined) return `list of ${nameOf(items) ?? wordsFor(items, document)}`;
  const hasRange = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return hasRange ? `${type}, ${minimum} to ${maximum}` : (type ?? "anything");
}

/** Something that fits a schema, to begin with: required members only, unless there are none. */
export function sampleFor(schema: Schema, document: ApiDocument): unknown {
  const {
    type,
    enum: values,
    anyOf,
    examples,
    properties,
    required = [],
    items,
    const: only,
    minimum,
  } = resolved(schema, document);
  if (examples?.[0] !== undefined) return examples[0];
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  if (anyOf !== undefined) return sampleFor(anyOf[0]!, document);
  if (properties !== undefined) {
    const names = required.length > 0 ? required : Object.keys(properties);
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => names.includes(name) || name === "submit")
        .map(([name, property]) => [name, sampleFor(property, document)]),
    );
  }
  if (type === "array") return items === undefined ? [] : [sampleFor(items, document)];
  return { integer: minimum ?? 1, number: 1, boolean: false, string: "", object: {} }[type ?? "object"];
}
