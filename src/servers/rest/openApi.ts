import { z } from "zod";
import type { JsonObject } from "../../commands/json.ts";
import type { Route, Tag } from "./route.ts";
import { errorBody } from "./schemas/errorBody.ts";

const tags: Readonly<Record<Tag, string>> = {
  Query: "What is in the ledger.",
  Transact: "Putting transactions into the ledger.",
  Meta: "The server itself.",
};

const refusalTexts: Readonly<Record<number, string>> = {
  400: "The request is malformed.",
  401: "The account's bearer token is missing or wrong.",
  404: "There is no such account, transaction or ledger.",
  422: "The ledger would refuse it: the code is that of the engine result.",
};

interface Schemas {
  readonly properties?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
}

/** The OpenAPI 3.1 document of the routes. Named schemas (those with an `id`) are its components. */
export function openApiDocument(routes: readonly Route[], native: string, version: string): JsonObject {
  const { converted, components } = convert(routes);
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method.toLowerCase()] = operation(route, converted);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "xagd",
      version,
      description: `Resources of a ledger whose native currency is ${native}. Amounts of ${native} are whole units with up to six decimals, or a millionth of it, a drop, where a field or the currency code says \`drops\`.`,
    },
    servers: [{ url: "/" }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        accountToken: {
          type: "http",
          scheme: "bearer",
          description: "The token that the server was configured with for the account that pays.",
        },
      },
    },
  };
}

type Part = "params" | "query" | "body" | "reply";
type Converted = (route: Route, part: Part) => JsonObject | undefined;

/** Converts all schemas at once, so that what is named is converted once. */
function convert(routes: readonly Route[]): { converted: Converted; components: JsonObject } {
  const shape: Record<string, z.ZodType> = { error: errorBody };
  const keyOf = (route: Route, part: Part): string => `${route.operationId}.${part}`;
  for (const route of routes) {
    for (const part of ["params", "query", "body", "reply"] as const) {
      const schema = route[part];
      if (schema !== undefined) shape[keyOf(route, part)] = schema;
    }
  }
  const whole = z.toJSONSchema(z.object(shape), { io: "input" });
  // Names are looked up where OpenAPI keeps them.
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { properties, $defs } = JSON.parse(text) as { properties: JsonObject; $defs: JsonObject };
  return {
    converted: (route, part) => properties[keyOf(route, part)] as JsonObject | undefined,
    components: $defs,
  };
}

function operation(route: Route, converted: Converted): JsonObject {
  const parameters = [
    ...parametersOf(converted(route, "params"), "path"),
    ...parametersOf(converted(route, "query"), "query"),
  ];
  const body = converted(route, "body");
  const responses: JsonObject = {
    200: { description: "As asked for.", content: json(converted(route, "reply")!) },
  };
  for (const status of route.refusals) {
    const description = refusalTexts[status]!;
    responses[status] = { description, content: json({ $ref: "#/components/schemas/Error" }) };
  }
  return {
    tags: [route.tag],
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: json(body) } }),
    responses,
    // An empty requirement: it also works without.
    ...(route.takesToken === true && { security: [{ accountToken: [] }, {}] }),
  };
}

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });

function parametersOf(schema: JsonObject | undefined, place: "path" | "query"): JsonObject[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Schemas;
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
}
