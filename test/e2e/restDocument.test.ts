import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestReply, type RestWorld, restWorld } from "./restWorld.ts";

// The served OpenAPI document against the server: every operation is called with what its schemas allow and with what
// they refuse, and each reply is checked against the schema of its status.

type Schema = Record<string, unknown>;
type Values = Record<string, unknown>;

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, { readonly content: Record<string, unknown> }>>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

const queries = [
  "getPing",
  "getServersInfo",
  "getApiDocs",
  "getAccountInfo",
  "getAccountSettings",
  "getAccountBalances",
  "getAccountTrustLines",
  "getAccountObligations",
  "getAccountTransactions",
  "getAccountOffers",
  "getAccountChannels",
  "getAccountEscrows",
  "getAccountObjects",
  "getTransaction",
  "getLedger",
  "getFees",
  "preparePayment",
];
const changes = ["putPayment", "makePayment", "submitTransaction", "changeAccountSettings", "fundAccount"];

describe("the served OpenAPI document", () => {
  let world: RestWorld;
  let document: Document;
  let calls: Map<string, Call>;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validators = new Map<string, ValidateFunction>();
  /** Why the last value that did not fit its schema did not. */
  let misfit = "";

  beforeAll(async () => {
    world = await restWorld();
    document = (await world.get("/apiDocs")).body;
    ajv.addSchema(document as unknown as Schema, "document");
    calls = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [
          operation.operationId,
          { path, method, operation },
        ]),
      ),
    );
  });
  afterAll(() => world?.ledger.stop());

  /** Whether a value fits a schema of the document. */
  const fits = (schema: Schema, value: unknown): boolean => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as Schema);
    validators.set(text, validate);
    if (validate(value)) return true;
    misfit = ajv.errorsText(validate.errors);
    return false;
  };

  /** The schema itself, where it is only named. */
  const resolved = (schema: Schema): Schema =>
    typeof schema.$ref === "string"
      ? document.components.schemas[schema.$ref.replace("#/components/schemas/", "")]!
      : schema;

  /** A reply must have a status that is documented, and the body that goes with it. */
  const check = ({ operation }: Call, { status, body }: RestReply, what: unknown): void => {
    const response = operation.responses[status];
    expect(response, `status ${status} for ${JSON.stringify(what)}: ${JSON.stringify(body)}`).toBeDefined();
    const { schema } = response!.content["application/json"] as { schema: Schema };
    expect(fits(schema, body), `${JSON.stringify(body).slice(0, 2000)} ${misfit}`).toBe(true);
  };

  /** Calls an operation. */
  const send = ({ path, method, operation }: Call, values: Values, body?: unknown): Promise<RestReply> => {
    const query = new URLSearchParams();
    let address = path;
    for (const { name, in: place } of operation.parameters ?? []) {
      const value = values[name];
      if (value === undefined) continue;
      if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
      else for (const one of [value].flat()) query.append(name, String(one));
    }
    const search = query.size === 0 ? "" : `?${query}`;
    const authorization = { authorization: `Bearer ${world.token}` };
    return world.send(method.toUpperCase(), address + search, body, authorization);
  };

  /** What parameters may be, first what all calls use. */
  const goodValues = (): Record<string, readonly unknown[]> => ({
    address: [world.holder, world.issuer, world.exchange],
    ledger_index: ["validated", "closed", "current", world.ledgerIndex, world.ledgerHash],
    ledger: ["validated", "closed", "current", world.ledgerIndex, world.ledgerHash],
    id: [world.transaction, world.transaction.toLowerCase()],
    source: [world.payer],
    destination: [world.holder, world.nobody],
    currency: ["XAG", "drops", "USD", `${"0".repeat(24)}555344${"0".repeat(10)}`],
    value: ["20000000"],
    peer: [world.issuer],
    hotwallet: [world.hotWallet, [world.hotWallet, world.payer]],
    destination_account: [world.exchange, world.nobody],
    minLedgerVersion: [3],
    maxLedgerVersion: [4],
    limit: [10, 400],
  });

  const required = ({ operation }: Call): Values =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.required)
        .map(({ name }) => [name, goodValues()[name]![0]]),
    );

  /** What a schema allows at its edges. */
  function allowedBy(schema: Schema): unknown[] {
    const { type, enum: values, minimum, maximum, anyOf } = resolved(schema);
    if (Array.isArray(values)) return values;
    if (Array.isArray(anyOf)) return (anyOf as Schema[]).flatMap(allowedBy);
    if (type === "integer") return [minimum, maximum].filter((value) => value !== undefined);
    return type === "boolean" ? [true, false] : [];
  }

  /** A parameter may be given several times. */
  const fitsParameter = (schema: Schema, value: unknown): boolean =>
    [value].flat().every((one) => fits(schema, one) || fits(schema, [one]));

  /** Texts, none of which a schema of a parameter allows. */
  function refusedBy(schema: Schema): string[] {
    const { type, minimum, maximum, pattern, enum: values } = resolved(schema);
    const candidates = ["nonsense!", "-1", "1.5", "1e3", " 1", "0x10", "ff", "é", "a".repeat(500)];
    if (typeof minimum === "number") candidates.push(String(minimum - 1));
    if (typeof maximum === "number") candidates.push(String(maximum + 1));
    if (type === "string" && pattern === undefined && values === undefined) return [];
    return candidates.filter((text) => {
      const asNumber = /^\d+$/.test(text) ? Number(text) : text;
      return !fits(schema, text) && !fits(schema, asNumber);
    });
  }

  test("is an OpenAPI 3.1 document with every operation, and all its schemas are sound", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect([...calls.keys()].sort()).toEqual([...queries, ...changes].sort());
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
    }
  });

  describe("parameters", () => {
    test.each(queries)("%s", async (operationId) => {
      const call = calls.get(operationId)!;
      const base = required(call);
      const reply = await send(call, base);
      check(call, reply, base);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      for (const { name, schema, required: isRequired } of call.operation.parameters ?? []) {
        for (const value of (goodValues()[name] ?? []).filter((one) => fitsParameter(schema, one))) {
          const values = { ...base, [name]: value };
          const answer = await send(call, values);
          check(call, answer, values);
          expect(answer.status, `${JSON.stringify(values)}: ${JSON.stringify(answer.body)}`).toBe(200);
        }
        for (const value of allowedBy(schema)) {
          const values = { ...base, [name]: value };
          check(call, await send(call, values), values);
        }
        for (const value of refusedBy(schema)) {
          const values = { ...base, [name]: value };
          const answer = await send(call, values);
          check(call, answer, values);
          expect(answer.status, JSON.stringify(values)).toBe(400);
        }
        if (isRequired && call.path.includes(`{${name}}`) === false) {
          const { [name]: _missing, ...values } = base;
          expect((await send(call, values)).status).toBe(400);
        }
      }
    });
  });

  /** Bodies that each operation takes, made when they are wanted: sequences move on. */
  const goodBodies = (): Record<string, () => Promise<unknown[]>> => ({
    putPayment: async () => [await preparedPayment(), { signedTransaction: await signedBlob() }],
    submitTransaction: async () => [
      { tx_blob: await signedBlob() },
      { signedTransaction: await signedBlob(), fail_hard: true },
    ],
    makePayment: async () => [
      { payment: payment(), submit: false },
      { payment: payment(), submit: true },
      {
        payment: {
          ...payment(),
          destination_amount: { value: "1.5", currency: "USD", issuer: world.issuer },
          source_amount: { value: "2", currency: "USD" },
          source_tag: 0,
          destination_tag: 4294967295,
          invoice_id: "AB".repeat(32),
          partial_payment: true,
          no_direct_ripple: false,
          paths: [[{ account: world.issuer }]],
        },
        instructions: { fee: "0.00002", maxLedgerVersionOffset: 5 },
        submit: true,
      },
      { payment: payment(), instructions: { maxFee: "1", maxLedgerVersion: 1000, sequence: 77 } },
    ],
    changeAccountSettings: async () => [
      { settings: { requireDestinationTag: false, tickSize: 7, defaultRipple: true }, submit: true },
      {
        settings: {
          disallowIncomingXAG: true,
          domain: "6578616D706C65",
          emailHash: null,
          transferRate: 1.01,
          walletLocator: null,
          requireAuthorization: false,
          depositAuth: false,
        },
        instructions: { sequence: 1 },
        submit: false,
      },
      { settings: { regularKey: world.holder }, submit: true },
      { settings: { regularKey: null } },
      {
        settings: { signers: { threshold: 1, weights: [{ address: world.holder, weight: 1 }] } },
        submit: true,
      },
      { settings: { signers: null } },
    ],
    fundAccount: async () => [
      {},
      { destination: world.holder, xrpAmount: "12.5", userAgent: "test", usageContext: "test" },
      { destination: world.holder, xrpAmount: 3 },
    ],
  });

  const payment = () => ({
    source_address: world.payer,
    destination_address: world.holder,
    destination_amount: { value: "1000", currency: "drops" },
  });
  const preparedPayment = async (): Promise<unknown> => {
    const query = `source=${world.payer}&destination=${world.holder}&currency=XAG&value=0.5`;
    return (await world.get(`/preparations/payments?${query}`)).body;
  };
  const signedBlob = async (): Promise<unknown> => {
    const secret = "shmQmciquDWaFv6PGKDpn1S876E8p"; // development account 3
    const tx_json = { TransactionType: "AccountSet", Account: world.hotWallet };
    return (await world.rpc("sign", { secret, tx_json })).tx_blob;
  };

  /** A body with one thing wrong or different at any depth. */
  function* variations(body: unknown): Generator<unknown> {
    for (const other of [null, 1, -1, 1.5, "nonsense", true, [], {}]) yield other;
    if (typeof body !== "object" || body === null || Array.isArray(body)) return;
    yield { ...body, unknown: 1 };
    for (const [name, value] of Object.entries(body)) {
      const { [name]: _left, ...rest } = body as Values;
      yield rest;
      for (const other of variations(value)) yield { ...body, [name]: other };
    }
  }

  describe("bodies", () => {
    test.each(changes)("%s", async (operationId) => {
      const call = calls.get(operationId)!;
      const { schema } = call.operation.requestBody!.content["application/json"];
      const base = { address: world.payer };
      for (const body of await goodBodies()[operationId]!()) {
        expect(fits(schema, body), JSON.stringify(body)).toBe(true);
        const answer = await send(call, base, body);
        check(call, answer, body);
        expect(answer.status, `${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`).toBe(200);
        for (const other of variations(body)) {
          const answer = await send(call, base, other);
          check(call, answer, other);
          if (!fits(schema, other)) expect(answer.status, JSON.stringify(other)).toBe(400);
        }
      }
      for (const text of ["", "{", "[1", '"text"', "null", '{"__proto__": 1}']) {
        const answer = await send(call, base, text);
        check(call, answer, text);
        expect(answer.status, text).toBe(400);
      }
    });
  });
});
