import { developmentAccounts } from "../../src/cli/developmentAccounts.ts";
import { type RunningLedger, startLedger } from "../../src/index.ts";

type Json = Record<string, unknown>;

export interface RestReply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever came
  readonly body: any;
}

/** A served ledger in which there is something of every kind that the REST interface shows. */
export interface RestWorld {
  readonly ledger: RunningLedger;
  readonly issuer: string;
  readonly holder: string;
  readonly hotWallet: string;
  /** Requires destination tags. */
  readonly exchange: string;
  /** A server account with a bearer token. */
  readonly payer: string;
  readonly token: string;
  /** An address that nobody has. */
  readonly nobody: string;
  /** Of a transaction in ledger {@link ledgerIndex}. */
  readonly transaction: string;
  readonly ledgerIndex: number;
  readonly ledgerHash: string;
  get(path: string, headers?: Record<string, string>): Promise<RestReply>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RestReply>;
  rpc(method: string, params?: Json): Promise<Json>;
  /** Signs with an account's seed and submits; throws unless it succeeds. */
  submit(tx: Json): Promise<Json>;
  close(): Promise<Json>;
}

const token = "the-payer's-token-0123456789";

export async function restWorld(): Promise<RestWorld> {
  const accounts = developmentAccounts();
  const [issuer, holder, hotWallet, exchange, payer, signer, other] = accounts.map(
    ({ address }) => address,
  ) as [string, string, string, string, string, string, string];
  const ledger = await startLedger({
    close: "manual",
    signing: [{ address: payer, seed: accounts[4]!.seed, token }],
  });
  const call = async (path: string, init: RequestInit): Promise<RestReply> => {
    const response = await fetch(new URL(path, ledger.adminUrl), init);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  };
  const get: RestWorld["get"] = (path, headers = {}) => call(path, { headers });
  const send: RestWorld["send"] = (method, path, body, headers = {}) =>
    call(path, {
      method,
      ...(body === undefined
        ? { headers }
        : {
            headers: { "content-type": "application/json", ...headers },
            body: typeof body === "string" ? body : JSON.stringify(body),
          }),
    });
  const rpc: RestWorld["rpc"] = async (method, params = {}) => {
    const { body } = await send("POST", "/", { method, params: [params] });
    return body.result;
  };
  const submit: RestWorld["submit"] = async (tx_json) => {
    const { seed: secret } = accounts.find(({ address }) => address === tx_json.Account)!;
    const reply = await rpc("submit", { secret, tx_json });
    if (reply.engine_result !== "tesSUCCESS") throw new Error(JSON.stringify(reply));
    return reply.tx_json as Json;
  };
  const close = () => rpc("ledger_accept");

  const usd = (value: string, currency = "USD") => ({ currency, issuer, value });
  await submit({ TransactionType: "AccountSet", Account: issuer, SetFlag: 8, TransferRate: 1_005_000_000 });
  await submit({ TransactionType: "AccountSet", Account: exchange, SetFlag: 1 });
  await submit({
    TransactionType: "AccountSet",
    Account: exchange,
    SetFlag: 3,
    Domain: "6578616D706C652E6F7267",
    EmailHash: "0123456789ABCDEF0123456789ABCDEF",
    WalletLocator: "AB".repeat(32),
    TickSize: 5,
    TransferRate: 1_002_000_000,
  });
  await submit({ TransactionType: "SetRegularKey", Account: exchange, RegularKey: other });
  await submit({
    TransactionType: "SignerListSet",
    Account: exchange,
    SignerQuorum: 3,
    SignerEntries: [
      { SignerEntry: { Account: signer, SignerWeight: 2 } },
      { SignerEntry: { Account: other, SignerWeight: 1 } },
    ],
  });
  await close();
  for (const Account of [holder, hotWallet, payer]) {
    await submit({ TransactionType: "TrustSet", Account, LimitAmount: usd("10000") });
  }
  for (let i = 0; i < 12; i++) {
    const currency = `A${String.fromCharCode(65 + i)}Z`;
    await submit({ TransactionType: "TrustSet", Account: holder, LimitAmount: usd("100", currency) });
  }
  await close();
  for (const [Destination, value] of [
    [holder, "250.5"],
    [hotWallet, "1000"],
    [payer, "50"],
  ]) {
    await submit({ TransactionType: "Payment", Account: issuer, Destination, Amount: usd(value!) });
  }
  await close();
  await submit({
    TransactionType: "OfferCreate",
    Account: holder,
    TakerPays: "5000000",
    TakerGets: usd("10"),
  });
  await submit({
    TransactionType: "PaymentChannelCreate",
    Account: holder,
    Destination: exchange,
    Amount: "1000000",
    SettleDelay: 60,
    PublicKey: "ED5F5AC8B98974A3CA843326D9B88CEBD0560177B973EE0B149F782CFAA06DC66A",
    DestinationTag: 1,
  });
  await submit({
    TransactionType: "EscrowCreate",
    Account: holder,
    Destination: issuer,
    Amount: "2000000",
    FinishAfter: 2_000_000_000,
  });
  await submit({ TransactionType: "CheckCreate", Account: holder, Destination: issuer, SendMax: "1000" });
  const { hash } = await submit({
    TransactionType: "Payment",
    Account: holder,
    Destination: exchange,
    DestinationTag: 7,
    Amount: "12345678",
  });
  const closed = await close();
  const ledgerIndex = Number(closed.ledger_current_index) - 1;
  const header = await rpc("ledger", { ledger_index: ledgerIndex });
  return {
    ledger,
    issuer,
    holder,
    hotWallet,
    exchange,
    payer,
    token,
    nobody: "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY",
    transaction: String(hash),
    ledgerIndex,
    ledgerHash: String(header.ledger_hash),
    get,
    send,
    rpc,
    submit,
    close,
  };
}
