import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, Wallet } from "xrpl";
import { developmentAccounts } from "../../src/cli/developmentAccounts.ts";
import { startLedger } from "../../src/index.ts";
import { decodeAddress } from "../../src/protocol/base58.ts";
import { encodeXAddress } from "../../src/protocol/xAddress.ts";
import { type RestWorld, restWorld } from "./restWorld.ts";
import { projectFolder } from "./startedServer.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await restWorld();
});
afterAll(() => world?.ledger.stop());

const xAddress = (address: string, tag?: number): string =>
  encodeXAddress({ account: decodeAddress(address)!, tag, isTest: false });
const get = async (path: string) => (await world.get(path)).body;

describe("the server", () => {
  test("answers a ping", async () => expect(await get("/ping")).toEqual({}));

  test("tells of itself and its ledger", async () => {
    const info = await get("/servers/info");
    expect(info).toEqual({
      server_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      ledger_servers: [
        {
          buildVersion: expect.any(String),
          completeLedgers: `2-${world.ledgerIndex}`,
          hostID: expect.any(String),
          ioLatencyMs: expect.any(Number),
          lastClose: { convergeTimeS: expect.any(Number), proposers: 0 },
          loadFactor: 1,
          peers: 0,
          pubkeyNode: expect.stringMatching(/^n/),
          serverState: "full",
          validatedLedger: {
            age: expect.any(Number),
            baseFeeXAG: "0.00001",
            hash: world.ledgerHash,
            reserveBaseXAG: "1",
            reserveIncrementXAG: "0.2",
            ledgerVersion: world.ledgerIndex,
          },
          validationQuorum: expect.any(Number),
          uptime: expect.any(Number),
        },
      ],
    });
  });

  test("keeps answering JSON-RPC at POST /, and browsers at GET /", async () => {
    expect(await world.rpc("ping")).toMatchObject({ status: "success" });
    const { status, headers } = await world.get("/", { accept: "text/html" });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(/^text\/html/);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("has its pages in one file each, whose own scripts are the only ones that may run", async () => {
    const folder = mkdtempSync(join(tmpdir(), "xagd-pages-"));
    execFileSync(process.execPath, [join(projectFolder, "src/explorer/build.mjs"), folder]);
    for (const [path, file] of [
      ["/", "index.html"],
      ["/docs", "docs.html"],
    ] as const) {
      const built = readFileSync(join(folder, file), "utf8");
      expect(built).toMatch(/<div id="page"><\/div>\s*<script type="module">/);
      expect(built).not.toMatch(/<script[^>]+src=|<link[^>]+stylesheet|@import|url\(/);
      const { body, headers } = await world.get(path);
      const scripts = [...body.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
      for (const script of scripts) {
        const hash = createHash("sha256").update(script).digest("base64");
        expect(headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
      }
    }
    rmSync(folder, { recursive: true });
  });
});

test("names are those of the ledger's own currency", async () => {
  const ledger = await startLedger({ close: "manual", native: "XRP" });
  const at = async (path: string) =>
    JSON.stringify(await (await fetch(new URL(path, ledger.adminUrl))).json());
  try {
    expect(await at("/servers/info")).toMatch(/"baseFeeXRP":.*"reserveBaseXRP":.*"reserveIncrementXRP":/);
    expect(await at("/apiDocs")).toContain('"disallowIncomingXRP":');
    expect(await at("/apiDocs")).not.toContain("XAG");
    const { address } = developmentAccounts()[0]!;
    expect(await at(`/accounts/${address}/balances`)).toContain('"currency":"XRP"');
  } finally {
    await ledger.stop();
  }
});

describe("an account's resources", () => {
  test("info: of the open ledger, or of the one that is asked for", async () => {
    expect(await get(`/accounts/${world.holder}/info`)).toEqual({
      account_data: expect.objectContaining({ Account: world.holder, LedgerEntryType: "AccountRoot" }),
      ledger_current_index: world.ledgerIndex + 1,
      validated: false,
    });
    const validated = {
      account_data: expect.objectContaining({ Account: world.holder }),
      ledger_index: world.ledgerIndex,
      validated: true,
    };
    for (const ledger of ["validated", "closed", world.ledgerIndex, world.ledgerHash]) {
      expect(await get(`/accounts/${world.holder}/info?ledger_index=${ledger}`)).toEqual(validated);
    }
  });

  test("settings: what is set, and nothing else", async () => {
    const [, , , , , signer, other] = developmentAccounts();
    expect(await get(`/accounts/${world.exchange}/settings`)).toEqual({
      signers: {
        threshold: 3,
        weights: expect.toBeOneOf([
          [
            { address: signer!.address, weight: 2 },
            { address: other!.address, weight: 1 },
          ],
          [
            { address: other!.address, weight: 1 },
            { address: signer!.address, weight: 2 },
          ],
        ]),
      },
      disallowIncomingXAG: true,
      requireDestinationTag: true,
      tickSize: 5,
      walletLocator: "AB".repeat(32),
      domain: "6578616D706C652E6F7267",
      emailHash: "0123456789ABCDEF0123456789ABCDEF",
      transferRate: 1.002,
      regularKey: other!.address,
    });
    expect(await get(`/accounts/${world.holder}/settings`)).toEqual({});
  });

  test("balances: native money first, then each trust line", async () => {
    const { balances, ...rest } = await get(`/accounts/${world.holder}/balances?ledger_index=validated`);
    expect(rest).toEqual({
      account: world.holder,
      ledger_hash: world.ledgerHash,
      ledger_index: world.ledgerIndex,
      validated: true,
    });
    expect(balances[0]).toEqual({ currency: "XAG", value: expect.stringMatching(/^999\d\d(\.\d{1,6})?$/) });
    expect(balances).toHaveLength(14);
    expect(balances).toContainEqual({ currency: "USD", value: "250.5", counterparty: world.issuer });
  });

  test("trust-lines, with one peer or with all", async () => {
    expect((await get(`/accounts/${world.holder}/trust-lines`)).lines).toHaveLength(13);
    const { lines } = await get(`/accounts/${world.issuer}/trust-lines?peer=${world.payer}`);
    expect(lines).toEqual([
      expect.objectContaining({ account: world.payer, balance: "-50", currency: "USD", limit_peer: "10000" }),
    ]);
  });

  test("obligations, with and without hot wallets", async () => {
    expect(await get(`/accounts/${world.issuer}/obligations`)).toMatchObject({
      obligations: { USD: "1300.5" },
    });
    const both = `hotwallet=${world.hotWallet}&hotwallet=${xAddress(world.payer)}`;
    expect(await get(`/accounts/${world.issuer}/obligations?${both}&ledger_index=validated`)).toEqual({
      account: world.issuer,
      obligations: { USD: "250.5" },
      balances: {
        [world.hotWallet]: [{ currency: "USD", value: "1000" }],
        [world.payer]: [{ currency: "USD", value: "50" }],
      },
      ledger_hash: world.ledgerHash,
      ledger_index: world.ledgerIndex,
      validated: true,
    });
  });

  test("offers, channels, escrows, objects", async () => {
    const account = `/accounts/${world.holder}`;
    expect((await get(`${account}/offers`)).offers).toMatchObject([{ taker_pays: "5000000" }]);
    expect((await get(`${account}/channels`)).channels).toMatchObject([{ amount: "1000000" }]);
    expect((await get(`${account}/channels?destination_account=${world.issuer}`)).channels).toEqual([]);
    expect((await get(`${account}/escrows`)).escrows).toMatchObject([{ Amount: "2000000" }]);
    expect((await get(`/accounts/${world.issuer}/escrows`)).escrows).toHaveLength(1);
    expect((await get(`${account}/objects?type=check`)).account_objects).toMatchObject([{ SendMax: "1000" }]);
    const blockers = await get(`${account}/objects?deletion_blockers_only=true`);
    expect(blockers.account_objects).toHaveLength(16);
  });

  test("transactions, newest first or oldest first, as their own resource shows them", async () => {
    const newest = await get(`/accounts/${world.holder}/transactions`);
    expect(Object.keys(newest).sort()).toEqual(["minLedgerVersion", "transactions", "validated"]);
    expect(newest).toMatchObject({ minLedgerVersion: 2, validated: true });
    const single = await get(`/transactions/${world.transaction}`);
    expect(newest.transactions).toContainEqual(single);
    const oldest = await get(`/accounts/${world.holder}/transactions?forward=true`);
    expect(oldest.transactions).toEqual(newest.transactions.toReversed());
    const last = await get(`/accounts/${world.holder}/transactions?ledger_index=${world.ledgerIndex}`);
    expect(last.transactions).toHaveLength(5);
    const range = await get(`/accounts/${world.holder}/transactions?minLedgerVersion=3&maxLedgerVersion=4`);
    expect(range.minLedgerVersion).toBe(3);
    expect(new Set(range.transactions.map((one: { ledger_index: number }) => one.ledger_index))).toEqual(
      new Set([4]),
    );
  });

  test("an X-address is as good, where it has no tag", async () => {
    for (const resource of ["info", "settings", "balances", "trust-lines", "obligations", "transactions"]) {
      const plain = await get(`/accounts/${world.holder}/${resource}`);
      expect(await get(`/accounts/${xAddress(world.holder)}/${resource}`)).toEqual(plain);
      const tagged = await world.get(`/accounts/${xAddress(world.holder, 5)}/${resource}`);
      expect(tagged).toMatchObject({ status: 400, body: { errors: [{ code: 35 }] } });
    }
  });
});

describe("transactions and ledgers", () => {
  test("a transaction", async () => {
    expect(await get(`/transactions/${world.transaction}`)).toMatchObject({
      TransactionType: "Payment",
      Account: world.holder,
      hash: world.transaction,
      ledger_index: world.ledgerIndex,
      meta: { TransactionResult: "tesSUCCESS", delivered_amount: "12345678" },
      validated: true,
    });
  });

  test("one that is not there: whether all was searched", async () => {
    const path = `/transactions/${"A".repeat(64)}`;
    const refusal = {
      message: "Transaction not found.",
      errors: [{ code: 29, message: "Transaction not found." }],
    };
    expect(await world.get(path)).toMatchObject({ status: 404, body: refusal });
    expect((await world.get(path)).body).toEqual(refusal);
    expect(await get(`${path}?min_ledger=2&max_ledger=${world.ledgerIndex}`)).toEqual({
      ...refusal,
      searched_all: true,
    });
    expect(await get(`${path}?min_ledger=2&max_ledger=900`)).toEqual({ ...refusal, searched_all: false });
  });

  test("one that is only in the open ledger is not final", async () => {
    const { hash } = await world.submit({ TransactionType: "AccountSet", Account: world.hotWallet });
    const { body, headers } = await world.get(`/transactions/${hash}`);
    expect(body).toMatchObject({ hash, validated: false });
    expect(body.meta).toBeUndefined();
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("a ledger, by any of its names", async () => {
    const byIndex = await get(`/ledgers/${world.ledgerIndex}`);
    expect(byIndex).toMatchObject({
      ledger: { ledger_index: world.ledgerIndex, ledger_hash: world.ledgerHash, closed: true },
      validated: true,
    });
    for (const name of [world.ledgerHash, world.ledgerHash.toLowerCase(), "validated", "closed"]) {
      expect(await get(`/ledgers/${name}`)).toEqual(byIndex);
    }
    expect(await get("/ledgers/current")).toMatchObject({ ledger: { closed: false }, validated: false });
  });

  test("a ledger with its transactions", async () => {
    const path = `/ledgers/${world.ledgerIndex}`;
    const { ledger } = await get(`${path}?transactions=true`);
    expect(ledger.transactions).toHaveLength(5);
    expect(ledger.transactions).toContain(world.transaction);
    const expanded = await get(`${path}?expand=true`);
    expect(expanded.ledger.transactions.map((one: { hash: string }) => one.hash)).toEqual(
      ledger.transactions,
    );
    const { meta, ...single } = await get(`/transactions/${world.transaction}`);
    expect(expanded.ledger.transactions).toContainEqual({ ...single, meta: expect.objectContaining(meta) });
  });

  test("fees", async () => {
    expect(await get("/fees")).toMatchObject({ drops: { base_fee: "10", open_ledger_fee: "10" } });
  });
});

describe("caching", () => {
  const info = (ledger: string | number) => `/accounts/${world.issuer}/info?ledger_index=${ledger}`;

  test("what is final is kept for ever", async () => {
    const paths = [
      info(world.ledgerIndex),
      info(world.ledgerHash),
      `/ledgers/${world.ledgerIndex}?expand=true`,
      `/transactions/${world.transaction}`,
      `/accounts/${world.holder}/transactions?minLedgerVersion=3&maxLedgerVersion=4`,
    ];
    for (const path of paths) {
      const { headers } = await world.get(path);
      expect(headers.get("cache-control"), path).toBe("public, max-age=31536000, immutable");
      expect(headers.get("etag"), path).toMatch(/^"[\w-]+"$/);
    }
  });

  test("what is validated is asked about, and sent only when it has changed", async () => {
    const first = await world.get(info("validated"));
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const etag = first.headers.get("etag")!;
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await world.get(info("validated"), { "if-none-match": header });
      expect(again).toMatchObject({ status: 304, body: "" });
      expect(again.headers.get("etag")).toBe(etag);
    }
    expect((await world.get(info("validated"), { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("what is still open is not kept", async () => {
    for (const path of [info("current"), "/ledgers/current", "/fees", "/servers/info"]) {
      const { headers } = await world.get(path);
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("etag"), path).toBeNull();
    }
  });
});

describe("pages", () => {
  const rows: [string, string][] = [
    ["trust-lines", "lines"],
    ["balances", "balances"],
    ["objects", "account_objects"],
    ["transactions", "transactions"],
  ];
  test.each(rows)("of %s are linked, of one ledger, and together are all", async (resource, list) => {
    const account = `/accounts/${world.holder}/${resource}`;
    // Transactions are of all ledgers.
    const query = resource === "transactions" ? "" : "ledger_index=validated&";
    const whole = (await get(`${account}?${query}limit=400`))[list];
    let path: string | undefined = `${account}?${query}limit=10`;
    const collected: unknown[] = [];
    while (path !== undefined) {
      const { body, headers } = await world.get(path);
      collected.push(...body[list]);
      path = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
      expect(new URLSearchParams(path?.split("?")[1]).get("marker") ?? undefined).toBe(body.marker);
      // What is closed meanwhile does not show on the pages that follow.
      await world.submit({ TransactionType: "TicketCreate", Account: world.holder, TicketCount: 1 });
      await world.close();
    }
    expect(collected.length).toBeGreaterThan(10);
    expect(collected).toEqual(whole);
  });
});

describe("preparing a payment", () => {
  const prepare = (query: Record<string, string>) => {
    const whole = { source: world.holder, currency: "XAG", value: "1.5", ...query };
    return world.get(`/preparations/payments?${new URLSearchParams(whole)}`);
  };

  test("fills in what is missing", async () => {
    const { body } = await prepare({ destination: world.issuer, maxLedgerVersionOffset: "500" });
    const validated = (await get("/ledgers/validated")).ledger_index;
    expect(body).toEqual({
      TransactionType: "Payment",
      Account: world.holder,
      Destination: world.issuer,
      Amount: "1500000",
      Flags: 2147483648,
      Fee: "10",
      Sequence: (await get(`/accounts/${world.holder}/info`)).account_data.Sequence,
      LastLedgerSequence: validated + 500,
      min_ledger: validated,
      max_ledger: validated + 500,
    });
  });

  test("takes drops and issued currencies", async () => {
    const drops = await prepare({ destination: world.issuer, currency: "drops", value: "0017" });
    expect(drops.body.Amount).toBe("17");
    const usd = { currency: "USD", value: "1.25" };
    const issued = await prepare({ destination: world.payer, ...usd, issuer: world.issuer });
    expect(issued.body.Amount).toEqual({ ...usd, issuer: world.issuer });
    const anyIssuer = await prepare({ destination: world.payer, ...usd });
    expect(anyIssuer.body.Amount).toEqual({ ...usd, issuer: world.payer });
  });

  test("takes the tags of X-addresses", async () => {
    const query = { source: xAddress(world.holder, 3), destination: xAddress(world.exchange, 0) };
    const tags = { Account: world.holder, SourceTag: 3, Destination: world.exchange, DestinationTag: 0 };
    expect((await prepare(query)).body).toMatchObject(tags);
    expect((await prepare({ ...query, source_tag: "3", destination_tag: "0" })).body).toMatchObject(tags);
    const { status, body } = await prepare({ ...query, destination_tag: "1" });
    expect(status).toBe(400);
    expect(body.message).toContain("another tag");
  });

  test("refuses what would fail for sure", async () => {
    const rows: [number, Record<string, string>][] = [
      [143, { destination: world.exchange }],
      [125, { destination: world.nobody, value: "0.999999" }],
      [124, { destination: world.nobody, currency: "USD", issuer: world.issuer }],
    ];
    for (const [code, query] of rows) {
      const { status, body } = await prepare(query);
      expect(status).toBe(422);
      expect(body).toEqual({
        message: expect.any(String),
        errors: [{ code, message: expect.any(String) }],
      });
    }
    expect((await prepare({ destination: world.nobody, value: "1" })).status).toBe(200);
    expect(await prepare({ source: world.nobody, destination: world.issuer })).toMatchObject({
      status: 404,
      body: { errors: [{ code: 67 }] },
    });
  });
});

describe("paying", () => {
  const bearer = () => ({ authorization: `Bearer ${world.token}` });
  const order = (drops = "1000000") => ({
    payment: {
      source_address: world.payer,
      destination_address: world.issuer,
      destination_amount: { value: drops, currency: "drops" },
    },
    submit: true,
  });
  const nativeBalance = async (account: string) =>
    BigInt((await get(`/accounts/${account}/info`)).account_data.Balance);

  test("with PUT: a prepared payment is signed and submitted, and pays once however often it is sent", async () => {
    const query = `source=${world.payer}&destination=${world.issuer}&currency=XAG&value=2`;
    const prepared = await get(`/preparations/payments?${query}`);
    const before = await nativeBalance(world.issuer);
    const first = await world.send("PUT", "/payments", prepared, bearer());
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      engine_result: "tesSUCCESS",
      engine_result_code: 0,
      engine_result_message: expect.any(String),
      tx_blob: expect.stringMatching(/^[0-9A-F]+$/),
      tx_json: expect.objectContaining({ hash: expect.any(String), TxnSignature: expect.any(String) }),
      accepted: true,
      applied: true,
      broadcast: true,
      kept: true,
      queued: false,
      account_sequence_available: prepared.Sequence + 1,
      account_sequence_next: prepared.Sequence + 1,
      open_ledger_cost: "10",
      validated_ledger_index: prepared.min_ledger,
    });
    const second = await world.send("PUT", "/payments", prepared, bearer());
    expect(second.body.engine_result).toMatch(/^tef/);
    const signed = await world.send("PUT", "/payments", { signedTransaction: first.body.tx_blob });
    expect(signed.body.engine_result).toMatch(/^tef/);
    expect(await nativeBalance(world.issuer)).toBe(before + 2_000_000n);
  });

  test("with POST: many at once all get a sequence of their own", async () => {
    const before = await nativeBalance(world.issuer);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => world.send("POST", "/payments", order(), bearer())),
    );
    expect(replies.map(({ body }) => body.engine_result)).toEqual(Array(20).fill("tesSUCCESS"));
    expect(await nativeBalance(world.issuer)).toBe(before + 20_000_000n);
    await world.close();
  });

  test("in an issued currency, for at most so much", async () => {
    const usd = (value: string) => ({ value, currency: "USD", issuer: world.issuer });
    const payment = {
      source_address: world.payer,
      source_amount: usd("10.05"),
      destination_address: world.holder,
      destination_amount: usd("10"),
    };
    const { body } = await world.send("POST", "/payments", { payment, submit: true }, bearer());
    expect(body.engine_result).toBe("tesSUCCESS");
    expect(body.tx_json).toMatchObject({ SendMax: usd("10.05"), Amount: usd("10") });
  });

  test("not submitted, it is only prepared; with the token, signed as well", async () => {
    const unsigned = await world.send("POST", "/payments", { ...order(), submit: false });
    expect(Object.keys(unsigned.body).sort()).toEqual(["max_ledger", "min_ledger", "tx_json"]);
    const signed = await world.send("POST", "/payments", { ...order(), submit: false }, bearer());
    const submitted = await world.send("POST", "/transactions", { tx_blob: signed.body.tx_blob });
    expect(submitted.body.engine_result).toBe("tesSUCCESS");
  });

  test("the fee is bounded", async () => {
    const { status, body } = await world.send(
      "POST",
      "/payments",
      { ...order(), instructions: { maxFee: "0.000009" } },
      bearer(),
    );
    expect({ status, code: body.errors[0].code }).toEqual({ status: 422, code: 11 });
    const exact = await world.send(
      "POST",
      "/payments",
      { ...order(), instructions: { fee: "0.000012" } },
      bearer(),
    );
    expect(exact.body.tx_json.Fee).toBe("12");
  });

  test("only for who shows the account's token", async () => {
    for (const authorization of ["", "Bearer wrong", world.token]) {
      const headers = { authorization };
      for (const call of [
        world.send("POST", "/payments", order(), headers),
        world.send(
          "POST",
          `/accounts/${world.payer}/settings`,
          { settings: { tickSize: 5 }, submit: true },
          headers,
        ),
      ]) {
        const { status, body, headers: answer } = await call;
        expect(status).toBe(401);
        expect(answer.get("www-authenticate")).toBe("Bearer");
        expect(JSON.stringify(body)).not.toContain(world.token);
      }
    }
  });

  test("not for accounts that the server has no key of, nor for the faucet's", async () => {
    for (const address of [world.holder, "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"]) {
      const { payment } = order();
      const body = { payment: { ...payment, source_address: address }, submit: true };
      const reply = await world.send("POST", "/payments", body, bearer());
      expect(reply).toMatchObject({ status: 400, body: { errors: [{ code: 6000 }] } });
    }
  });
});

describe("changing settings", () => {
  const change = (settings: unknown, submit = true) =>
    world.send(
      "POST",
      `/accounts/${world.payer}/settings`,
      { settings, submit },
      { authorization: `Bearer ${world.token}` },
    );

  test("what is set is seen, and what is null is gone", async () => {
    const settings = {
      requireDestinationTag: true,
      disallowIncomingXAG: true,
      tickSize: 6,
      transferRate: 1.25,
      domain: "6578616D706C65",
      emailHash: "00112233445566778899AABBCCDDEEFF",
      walletLocator: "CD".repeat(32),
    };
    expect((await change(settings)).body.engine_result).toBe("tesSUCCESS");
    const path = `/accounts/${world.payer}/settings`;
    expect(await get(path)).toEqual(settings);
    const regularKey = await change({ regularKey: world.holder });
    expect(regularKey.body.engine_result).toBe("tesSUCCESS");
    const signers = { threshold: 2, weights: [{ address: world.holder, weight: 2 }] };
    expect((await change({ signers })).body.engine_result).toBe("tesSUCCESS");
    expect(await get(path)).toMatchObject({ ...settings, regularKey: world.holder, signers });
    const nothing = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, value === true ? false : null]),
    );
    for (const settings of [nothing, { regularKey: null }, { signers: null }]) {
      expect((await change(settings)).body.engine_result).toBe("tesSUCCESS");
    }
    const { passwordSpent: _spent, ...left } = await get(path);
    expect(left).toEqual({});
  });

  test("flags with numbers: one on, one off", async () => {
    const { body } = await change({ defaultRipple: true, depositAuth: false }, false);
    expect(body.tx_json).toMatchObject({ TransactionType: "AccountSet", SetFlag: 8, ClearFlag: 9 });
  });

  const refused: [string, unknown][] = [
    ["nothing to change", {}],
    ["take a transaction each", { defaultRipple: true, depositAuth: true }],
    ["transaction of their own", { tickSize: 5, regularKey: null }],
    ["Unrecognized key", { passwordSpent: true }],
    ["settings.tickSize", { tickSize: 2 }],
  ];
  test.each(refused)("refused: %s", async (message, settings) => {
    const { status, body } = await change(settings);
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });
});

describe("the faucet", () => {
  test("is what xrpl.js funds wallets with", async () => {
    const client = new Client(world.ledger.webSocketUrl);
    await client.connect();
    try {
      const { host } = new URL(world.ledger.adminUrl);
      const closing = setInterval(() => void world.close(), 300);
      const options = { faucetHost: host, faucetPath: "/accounts", faucetProtocol: "http" } as const;
      const { wallet, balance } = await client
        .fundWallet(Wallet.generate(), { ...options, amount: "250" })
        .finally(() => clearInterval(closing));
      expect(balance).toBe(250);
      expect((await get(`/accounts/${wallet.classicAddress}/balances`)).balances).toEqual([
        { currency: "XAG", value: "250" },
      ]);
    } finally {
      await client.disconnect();
    }
  });

  test("makes an account for whoever names none", async () => {
    const { body } = await world.send("POST", "/accounts", {});
    const { account, amount } = body;
    expect(amount).toBe(1000);
    expect(account.classicAddress).toBe(account.address);
    const wallet = Wallet.fromSeed(account.secret, { algorithm: "ecdsa-secp256k1" as never });
    expect(wallet.classicAddress).toBe(account.classicAddress);
    expect(wallet.getXAddress(undefined, true)).toBe(account.xAddress);
  });

  test("refuses what it cannot give", async () => {
    for (const xrpAmount of ["0", "-1", "1000001", "many", "0.0000001"]) {
      const { status } = await world.send("POST", "/accounts", { destination: world.holder, xrpAmount });
      expect(status, xrpAmount).toBe(400);
    }
    const untagged = await world.send("POST", "/accounts", { destination: world.exchange });
    expect(untagged).toMatchObject({ status: 422, body: { errors: [{ code: 143 }] } });
    const tagged = await world.send("POST", "/accounts", { destination: xAddress(world.exchange, 9) });
    expect(tagged.status).toBe(200);
  });

  test("is off where the ledger is not for development", async () => {
    const folder = mkdtempSync(join(tmpdir(), "xagd-rest-"));
    const genesis = join(folder, "genesis.json");
    writeFileSync(genesis, JSON.stringify({ accounts: [{ address: world.holder, balance: "1000000000" }] }));
    const ledger = await startLedger({ close: "manual", genesis });
    try {
      const response = await fetch(new URL("/accounts", ledger.adminUrl), { method: "POST", body: "{}" });
      expect(response.status).toBe(404);
      const document = (await (await fetch(new URL("/apiDocs", ledger.adminUrl))).json()) as {
        paths: object;
      };
      expect(Object.keys(document.paths)).not.toContain("/accounts");
    } finally {
      await ledger.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

describe("what is wrong is answered with why", () => {
  const holder = developmentAccounts()[1]!.address;
  const rows: [method: string, path: string, body: unknown, status: number, code: number][] = [
    ["GET", "/nowhere", undefined, 404, 404],
    ["GET", "/accounts", undefined, 404, 404],
    ["DELETE", "/payments", undefined, 404, 404],
    ["GET", "/accounts//info", undefined, 400, 35],
    ["GET", "/accounts/%zz/info", undefined, 400, 1],
    ["GET", "/accounts/rHb9/info", undefined, 400, 35],
    ["GET", `/accounts/${holder.slice(0, -1)}x/info`, undefined, 400, 35],
    ["GET", `/accounts/${"a".repeat(5000)}/info`, undefined, 400, 35],
    ["GET", "/accounts/rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY/info", undefined, 404, 19],
    ["GET", "/accounts/rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY/settings", undefined, 404, 19],
    ["GET", "/accounts/rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY/transactions", undefined, 404, 19],
    ["GET", "/accounts/rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY/obligations", undefined, 404, 19],
    ["GET", "/accounts/rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY/channels", undefined, 404, 19],
    ["GET", `/accounts/${holder}/info?ledger_index=foo`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/info?ledger_index=`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/info?ledger_index=0`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/info?ledger_index=4294967296`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/info?ledger_index=1&ledger_index=2`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/info?ledger_index=999`, undefined, 404, 21],
    ["GET", `/accounts/${holder}/info?ledger_index=${"A".repeat(64)}`, undefined, 404, 21],
    ["GET", `/accounts/${holder}/trust-lines?limit=9`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/trust-lines?marker=zzz`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/objects?marker=zzz`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/objects?type=nonsense`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/transactions?marker=zzz`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/transactions?ledger_index=3&minLedgerVersion=2`, undefined, 400, 31],
    ["GET", `/accounts/${holder}/transactions?minLedgerVersion=9000`, undefined, 400, 57],
    ["GET", `/accounts/${holder}/obligations?hotwallet=x`, undefined, 400, 35],
    ["GET", "/ledgers/latest", undefined, 400, 31],
    ["GET", "/ledgers/1", undefined, 404, 21],
    ["GET", "/transactions/ABC", undefined, 400, 31],
    ["GET", `/transactions/${"A".repeat(64)}?min_ledger=5`, undefined, 400, 79],
    ["GET", `/transactions/${"A".repeat(64)}?min_ledger=5&max_ledger=4`, undefined, 400, 79],
    ["GET", `/transactions/${"A".repeat(64)}?min_ledger=1&max_ledger=1002`, undefined, 400, 78],
    ["GET", "/preparations/payments", undefined, 400, 31],
    [
      "GET",
      `/preparations/payments?source=${holder}&destination=${holder}&currency=XAG&value=0.0000001`,
      undefined,
      400,
      31,
    ],
    [
      "GET",
      `/preparations/payments?source=${holder}&destination=${holder}&currency=drops&value=1.5`,
      undefined,
      400,
      31,
    ],
    [
      "GET",
      `/preparations/payments?source=${holder}&destination=${holder}&currency=XAG&value=-1`,
      undefined,
      400,
      31,
    ],
    [
      "GET",
      `/preparations/payments?source=${holder}&destination=${holder}&currency=GOLDEN&value=1`,
      undefined,
      400,
      31,
    ],
    [
      "GET",
      `/preparations/payments?source=${holder}&destination=${holder}&currency=XAG&value=1&issuer=${holder}`,
      undefined,
      400,
      31,
    ],
    ["PUT", "/payments", undefined, 400, 31],
    ["PUT", "/payments", "{", 400, 1],
    ["PUT", "/payments", '{"__proto__": {}}', 400, 1],
    ["PUT", "/payments", "[]", 400, 31],
    ["PUT", "/payments", { TransactionType: "AccountSet", Account: holder }, 400, 31],
    ["PUT", "/payments", { signedTransaction: "12GG" }, 400, 31],
    ["PUT", "/payments", { signedTransaction: "1200" }, 400, 31],
    ["POST", "/transactions", { tx_blob: "" }, 400, 31],
    ["POST", "/transactions", { tx_blob: "12", other: 1 }, 400, 31],
    ["POST", "/transactions", `{"tx_blob": "${"A".repeat(1_000_001)}"}`, 413, 1],
    ["POST", "/payments", { payment: { source_address: "r" } }, 400, 35],
    ["POST", `/accounts/${holder}/settings`, { settings: { colour: 1 } }, 400, 31],
    ["POST", "/accounts", [], 400, 31],
  ];
  for (const [method, path, body, status, code] of rows) {
    const name = `${method} ${path} ${JSON.stringify(body) ?? ""}`;
    test(name.slice(0, 120), async () => {
      const reply = await world.send(method, path, body);
      expect({ status: reply.status, code: reply.body.errors?.[0].code }).toEqual({ status, code });
      expect(typeof reply.body.message).toBe("string");
      for (const error of reply.body.errors) expect(Object.keys(error)).toEqual(["code", "message"]);
      expect(await get("/ping")).toEqual({});
    });
  }

  test("HEAD and a slash at the end are as good as GET", async () => {
    const head = await world.send("HEAD", `/accounts/${holder}/info/?ledger_index=validated`);
    expect(head).toMatchObject({ status: 200, body: "" });
    expect(head.headers.get("etag")).not.toBeNull();
  });

  test("a body may come without saying that it is JSON", async () => {
    const reply = await world.send("POST", "/accounts", "{}", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(reply.status).toBe(200);
  });
});
