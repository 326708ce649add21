import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AccountSetAsfFlags,
  Client,
  type SubmittableTransaction,
  TrustSetFlags,
  type TxResponse,
  Wallet,
} from "xrpl";
import { developmentAccounts } from "../../src/cli/developmentAccounts.ts";
import { type StartedServer, startServer } from "./startedServer.ts";

/**
 * The README's tour by unmodified xrpl.js: an issuer who decides who may hold its currency. Each step stands on the
 * ones before it.
 */
describe("an issuer's tour with xrpl.js", () => {
  const [issuer, holder, early, operational, hotWallet, customer, seller] = developmentAccounts().map(
    ({ seed }) => Wallet.fromSeed(seed),
  ) as [Wallet, Wallet, Wallet, Wallet, Wallet, Wallet, Wallet];
  const lsfRequireDestTag = 0x00020000;
  const lsfRequireAuth = 0x00040000;
  let server: StartedServer;
  let client: Client;

  beforeAll(async () => {
    server = await startServer("--data", ":memory:", "--close", "instant");
    client = new Client(`ws://127.0.0.1:${server.port}`);
    await client.connect();
  });
  afterAll(async () => {
    await client.disconnect();
    expect(await server.stop()).toBe(0);
  });

  /** Signs and submits; what a validated ledger says of it, which here is there with the answer. */
  async function result(wallet: Wallet, transaction: SubmittableTransaction): Promise<string> {
    const submitted = await client.submit(transaction, { wallet });
    const { hash } = submitted.result.tx_json;
    const reply: TxResponse = await client.request({ command: "tx", transaction: hash! });
    expect(reply.result.validated).toBe(true);
    const { meta } = reply.result;
    return typeof meta === "object" ? meta.TransactionResult : "";
  }

  const usd = (value: string, by: Wallet = issuer) => ({ currency: "USD", issuer: by.address, value });
  const pay = (from: Wallet, to: Wallet, value: string, by = issuer): SubmittableTransaction => ({
    TransactionType: "Payment",
    Account: from.address,
    Destination: to.address,
    Amount: usd(value, by),
  });
  const trust = (holding: Wallet, value: string, by = issuer): SubmittableTransaction => ({
    TransactionType: "TrustSet",
    Account: holding.address,
    LimitAmount: usd(value, by),
  });
  const authorize = (by: Wallet, holding: Wallet): SubmittableTransaction => ({
    TransactionType: "TrustSet",
    Account: by.address,
    LimitAmount: usd("0", holding),
    Flags: TrustSetFlags.tfSetfAuth,
  });
  const setFlag = (of: Wallet, flag: AccountSetAsfFlags): SubmittableTransaction => ({
    TransactionType: "AccountSet",
    Account: of.address,
    SetFlag: flag,
  });
  async function flagsOf(of: Wallet): Promise<number> {
    const reply = await client.request({
      command: "account_info",
      account: of.address,
      ledger_index: "validated",
    });
    return reply.result.account_data.Flags;
  }
  async function linesOf(of: Wallet) {
    const reply = await client.request({
      command: "account_lines",
      account: of.address,
      ledger_index: "validated",
    });
    return reply.result.lines;
  }

  test("the issuer turns on RequireAuth and reads the flag back", async () => {
    expect((await flagsOf(issuer)) & lsfRequireAuth).toBe(0);
    expect(await result(issuer, setFlag(issuer, AccountSetAsfFlags.asfRequireAuth))).toBe("tesSUCCESS");
    expect((await flagsOf(issuer)) & lsfRequireAuth).toBe(lsfRequireAuth);
  });

  test("a holder makes a trust line, and cannot hold the currency yet", async () => {
    expect(await result(holder, trust(holder, "1000"))).toBe("tesSUCCESS");
    expect(await result(issuer, pay(issuer, holder, "10"))).toBe("tecPATH_DRY");
  });

  test("once authorized, the holder can", async () => {
    expect(await result(issuer, authorize(issuer, holder))).toBe("tesSUCCESS");
    expect(await linesOf(holder)).toMatchObject([
      { account: issuer.address, balance: "0", limit: "1000", peer_authorized: true },
    ]);
    expect(await result(issuer, pay(issuer, holder, "10"))).toBe("tesSUCCESS");
    expect(await linesOf(holder)).toMatchObject([{ account: issuer.address, balance: "10" }]);
  });

  test("a holder may be authorized before it has a line", async () => {
    expect(await result(issuer, authorize(issuer, early))).toBe("tesSUCCESS");
    expect(await linesOf(early)).toMatchObject([
      { account: issuer.address, limit: "0", peer_authorized: true },
    ]);
    expect(await result(early, trust(early, "500"))).toBe("tesSUCCESS");
    expect(await result(issuer, pay(issuer, early, "20"))).toBe("tesSUCCESS");
  });

  test("with RequireDest a payment without a tag is refused", async () => {
    expect(await result(issuer, setFlag(issuer, AccountSetAsfFlags.asfRequireDest))).toBe("tesSUCCESS");
    expect((await flagsOf(issuer)) & lsfRequireDestTag).toBe(lsfRequireDestTag);
    expect(await result(holder, pay(holder, issuer, "1"))).toBe("tecDST_TAG_NEEDED");
    expect(
      await result(holder, { ...pay(holder, issuer, "1"), DestinationTag: 7 } as SubmittableTransaction),
    ).toBe("tesSUCCESS");
  });

  test("an operational address that requires authorization cannot issue by accident", async () => {
    expect(await result(operational, setFlag(operational, AccountSetAsfFlags.asfRequireAuth))).toBe(
      "tesSUCCESS",
    );
    expect(await result(customer, trust(customer, "100", operational))).toBe("tesSUCCESS");
    expect(await result(operational, pay(operational, customer, "5", operational))).toBe("tecPATH_DRY");
  });

  test("gateway_balances tells obligations from the hot wallet's balance", async () => {
    expect(await result(hotWallet, trust(hotWallet, "10000"))).toBe("tesSUCCESS");
    expect(await result(issuer, authorize(issuer, hotWallet))).toBe("tesSUCCESS");
    expect(await result(issuer, pay(issuer, hotWallet, "500"))).toBe("tesSUCCESS");
    const reply = await client.request({
      command: "gateway_balances",
      account: issuer.address,
      hotwallet: hotWallet.address,
      strict: true,
      ledger_index: "validated",
    });
    expect(reply.result).toMatchObject({
      obligations: { USD: "29" },
      balances: { [hotWallet.address]: [{ currency: "USD", value: "500" }] },
    });
  });

  test("RequireAuth is refused to an account that owns a line or an offer", async () => {
    expect(await result(holder, setFlag(holder, AccountSetAsfFlags.asfRequireAuth))).toBe("tecOWNERS");
    const offer: SubmittableTransaction = {
      TransactionType: "OfferCreate",
      Account: seller.address,
      TakerPays: usd("1", customer),
      TakerGets: "1000000",
    };
    expect(await result(seller, offer)).toBe("tesSUCCESS");
    expect(await result(seller, setFlag(seller, AccountSetAsfFlags.asfRequireAuth))).toBe("tecOWNERS");
  });

  test("xrpl.js waits for its transaction as it does anywhere", async () => {
    const payment: SubmittableTransaction = {
      TransactionType: "Payment",
      Account: seller.address,
      Destination: customer.address,
      Amount: "25000000",
    };
    const { result } = await client.submitAndWait(payment, { wallet: seller });
    expect(result).toMatchObject({ validated: true, meta: { TransactionResult: "tesSUCCESS" } });
  });

  test("a ledger's close is heard", async () => {
    const closed = new Promise<number>((resolve) => {
      client.on("ledgerClosed", ({ ledger_index }) => resolve(ledger_index));
    });
    await client.request({ command: "subscribe", streams: ["ledger"] });
    await result(seller, { TransactionType: "AccountSet", Account: seller.address });
    expect(await closed).toBeGreaterThan(2);
  });
});
