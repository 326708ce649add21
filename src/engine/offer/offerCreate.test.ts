import { beforeEach, describe, expect, test } from "vitest";
import {
  type TestAccount,
  TestLedger,
  testAccount,
  usd,
  usdCurrency,
} from "../../../test/support/testLedger.ts";
import { amountToText } from "../../protocol/amounts/amountText.ts";
import { issuedAmount, maxExponent, maxMantissa } from "../../protocol/amounts/canonicalAmount.ts";
import { IssuedAmount } from "../../protocol/amounts/issuedAmount.ts";
import { getRate } from "../../protocol/amounts/quality.ts";
import {
  asf,
  lsfDefaultRipple,
  lsfPassive,
  lsfSell,
  tfFillOrKill,
  tfImmediateOrCancel,
  tfPassive,
  tfSell,
  tfSetFreeze,
  tfSetfAuth,
} from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { Offer } from "../../protocol/ledgerEntryFormats.ts";
import type { Amount } from "../../protocol/types.ts";
import { dirEntries } from "../../state/directory.ts";
import { consequences } from "../consequences.ts";
import { accountHolds } from "../trust/accountFunds.ts";

let ledger: TestLedger;
let gateway: TestAccount;
let alice: TestAccount;
let bob: TestAccount;
const eur = (value: number, exponent = 0): IssuedAmount => {
  const { mantissa, exponent: power, issuer } = usd(value, gateway, exponent);
  return new IssuedAmount(mantissa, power, `${"0".repeat(24)}455552${"0".repeat(10)}`, issuer);
};

beforeEach(() => {
  ledger = new TestLedger();
  gateway = ledger.fund("gateway", 1_000_000_000n, { Flags: lsfDefaultRipple });
  alice = ledger.fund("alice");
  bob = ledger.fund("bob");
});

/** Lets accounts hold `limit` of the gateway's USD and EUR. */
function trust(...accounts: TestAccount[]): void {
  for (const account of accounts) {
    for (const limit of [usd(100_000, gateway), eur(100_000)]) {
      expect(ledger.submit({ TransactionType: "TrustSet", Account: account, LimitAmount: limit })).toBe(
        "tesSUCCESS",
      );
    }
  }
}
function pay(to: TestAccount, amount: Amount): void {
  expect(
    ledger.submit({ TransactionType: "Payment", Account: gateway, Destination: to.id, Amount: amount }),
  ).toBe("tesSUCCESS");
}
const create = (account: TestAccount, pays: Amount, gets: Amount, fields: Record<string, unknown> = {}) =>
  ledger.submit({
    TransactionType: "OfferCreate",
    Account: account,
    TakerPays: pays,
    TakerGets: gets,
    ...fields,
  });
function offersOf(account: TestAccount): Readonly<Offer>[] {
  return [...dirEntries(ledger.state, keylet.ownerDirectory(account.id))]
    .map((key) => ledger.state.readKey(key))
    .filter((entry): entry is Readonly<Offer> => entry?.LedgerEntryType === "Offer");
}
/** What an account has of the gateway's USD. */
const holds = (account: TestAccount): string =>
  amountToText(accountHolds(ledger.state, account.id, usd(0, gateway), "ignoreFreeze"));
const balance = (account: TestAccount): bigint => ledger.root(account).Balance;

describe("refuses", () => {
  const cases: [string, string, () => Record<string, unknown>][] = [
    ["temINVALID_FLAG", "a flag of another type", () => ({ Flags: 0x00100000 })],
    ["temINVALID_FLAG", "both kinds of at once", () => ({ Flags: tfImmediateOrCancel | tfFillOrKill })],
    ["temBAD_EXPIRATION", "an expiration of zero", () => ({ Expiration: 0 })],
    ["temBAD_SEQUENCE", "replacing offer zero", () => ({ OfferSequence: 0 })],
    ["temBAD_SEQUENCE", "replacing an offer of the future", () => ({ OfferSequence: 99 })],
    ["temBAD_AMOUNT", "more drops than there are", () => ({ TakerPays: 100_000_000_000_000_001n })],
    ["temBAD_OFFER", "drops for drops", () => ({ TakerPays: 5n, TakerGets: 4n })],
    ["temBAD_OFFER", "an amount of nothing", () => ({ TakerGets: 0n })],
    ["temBAD_OFFER", "a negative amount", () => ({ TakerPays: usd(-5, gateway) })],
    ["temREDUNDANT", "money for the same money", () => ({ TakerGets: usd(6, gateway) })],
    [
      "temBAD_CURRENCY",
      "an issued currency called XRP",
      () => ({
        TakerPays: new IssuedAmount(10n ** 15n, -15, `${"0".repeat(24)}585250${"0".repeat(10)}`, gateway.id),
      }),
    ],
    [
      "temBAD_ISSUER",
      "an issued currency without issuer",
      () => ({ TakerPays: new IssuedAmount(10n ** 15n, -15, usdCurrency, "0".repeat(40)) }),
    ],
    ["tecUNFUNDED_OFFER", "giving what it has not", () => ({ TakerPays: 5n, TakerGets: usd(5, gateway) })],
    ["tecNO_ISSUER", "an issuer that is not there", () => ({ TakerPays: usd(5, testAccount("nobody")) })],
    ["tecEXPIRED", "an offer that has ended", () => ({ Expiration: ledger.now })],
    ["terNO_ACCOUNT", "a sender that is not there", () => ({ Account: testAccount("nobody"), Sequence: 1 })],
  ];
  test.each(cases)("%s: %s", (result, _, fields) =>
    expect(create(alice, usd(5, gateway), 5_000_000n, fields())).toBe(result),
  );

  test("terNO_ACCOUNT where the issuer may still come", () => {
    const nobody = testAccount("nobody");
    const offer = {
      TransactionType: "OfferCreate",
      Account: alice,
      TakerPays: usd(5, nobody),
      TakerGets: 5n,
    };
    expect(ledger.submit(offer, { retry: true })).toBe("terNO_ACCOUNT");
  });

  test("tecFROZEN for either side of a global freeze", () => {
    trust(alice);
    pay(alice, usd(10, gateway));
    ledger.submit({ TransactionType: "AccountSet", Account: gateway, SetFlag: asf.GlobalFreeze });
    expect(create(alice, usd(1, gateway), 5n)).toBe("tecFROZEN");
    expect(create(alice, 5n, usd(1, gateway))).toBe("tecFROZEN");
  });

  test("an offer of frozen money as unfunded", () => {
    trust(alice);
    pay(alice, usd(10, gateway));
    const freeze = {
      TransactionType: "TrustSet",
      Account: gateway,
      LimitAmount: usd(0, alice),
      Flags: tfSetFreeze,
    };
    expect(ledger.submit(freeze)).toBe("tesSUCCESS");
    expect(create(alice, 5n, usd(1, gateway))).toBe("tecUNFUNDED_OFFER");
  });

  test("money that the issuer has not authorized it to hold", () => {
    ledger.submit({ TransactionType: "AccountSet", Account: gateway, SetFlag: asf.RequireAuth });
    const offer = {
      TransactionType: "OfferCreate",
      Account: alice,
      TakerPays: usd(1, gateway),
      TakerGets: 5n,
    };
    expect(ledger.submit(offer)).toBe("tecNO_LINE");
    expect(ledger.submit(offer, { retry: true })).toBe("terNO_LINE");
    trust(alice);
    expect(ledger.submit(offer)).toBe("tecNO_AUTH");
    expect(ledger.submit(offer, { retry: true })).toBe("terNO_AUTH");
    const authorize = {
      TransactionType: "TrustSet",
      Account: gateway,
      LimitAmount: usd(0, alice),
      Flags: tfSetfAuth,
    };
    expect(ledger.submit(authorize)).toBe("tesSUCCESS");
    expect(ledger.submit(offer)).toBe("tesSUCCESS");
    expect(create(gateway, usd(1, gateway), 5n), "the issuer itself").toBe("tesSUCCESS");
  });
});

describe("placing", () => {
  test("puts the offer into its owner's directory and its book", () => {
    const sequence = ledger.root(alice).Sequence;
    expect(
      create(alice, usd(5, gateway), 10_000_000n, { Expiration: ledger.now + 1, Flags: tfPassive | tfSell }),
    ).toBe("tesSUCCESS");
    const rate = getRate(10_000_000n, usd(5, gateway));
    const book = keylet.bookBase(usd(5, gateway), { currency: "0".repeat(40), issuer: "0".repeat(40) });
    const directory = keylet.quality(book, rate);
    expect(offersOf(alice)).toEqual([
      expect.objectContaining({
        index: keylet.offer(alice.id, sequence).key,
        Account: alice.id,
        Sequence: sequence,
        TakerPays: usd(5, gateway),
        TakerGets: 10_000_000n,
        Expiration: ledger.now + 1,
        BookDirectory: directory.key,
        BookNode: 0n,
        OwnerNode: 0n,
        Flags: lsfPassive | lsfSell,
      }),
    ]);
    expect(ledger.read(directory)).toMatchObject({
      RootIndex: directory.key,
      ExchangeRate: rate,
      TakerPaysCurrency: usdCurrency,
      TakerPaysIssuer: gateway.id,
      TakerGetsCurrency: "0".repeat(40),
      TakerGetsIssuer: "0".repeat(40),
    });
    expect(ledger.root(alice).OwnerCount).toBe(1);
  });

  test("is numbered by the ticket that it used", () => {
    ledger.submit({ TransactionType: "TicketCreate", Account: alice, TicketCount: 1 });
    const ticket = ledger.root(alice).Sequence - 1;
    expect(create(alice, usd(5, gateway), 5n, { Sequence: 0, TicketSequence: ticket })).toBe("tesSUCCESS");
    expect(offersOf(alice)[0]).toMatchObject({ Sequence: ticket });
  });

  test("needs the reserve for one more object, unless something was crossed", () => {
    trust(bob);
    pay(bob, usd(100, gateway));
    const poor = ledger.fund("poor", 240_000_000n);
    expect(create(poor, usd(5, gateway), 10_000_000n)).toBe("tecINSUF_RESERVE_OFFER");
    expect(create(bob, 1_000_000n, usd(1, gateway))).toBe("tesSUCCESS");
    expect(create(poor, usd(10, gateway), 10_000_000n)).toBe("tesSUCCESS");
    expect(holds(poor)).toBe("1");
    expect(offersOf(poor)).toEqual([]);
  });

  test("replaces an earlier offer, which need not be there any more", () => {
    const first = ledger.root(alice).Sequence;
    create(alice, usd(5, gateway), 5n);
    expect(create(alice, usd(6, gateway), 6n, { OfferSequence: first })).toBe("tesSUCCESS");
    expect(offersOf(alice).map((offer) => offer.TakerGets)).toEqual([6n]);
    expect(create(alice, usd(7, gateway), 7n, { OfferSequence: first })).toBe("tesSUCCESS");
    expect(ledger.root(alice).OwnerCount).toBe(2);
  });

  test("keeps the order of arrival within a book's page", () => {
    const sequence = ledger.root(alice).Sequence;
    for (let i = 0; i < 3; i++) create(alice, usd(5, gateway), 5n);
    const directory = offersOf(alice)[0]!.BookDirectory;
    expect([...dirEntries(ledger.state, { type: "DirectoryNode", key: directory })]).toEqual(
      [0, 1, 2].map((i) => keylet.offer(alice.id, sequence + i).key),
    );
  });

  test("may cost all the drops that it gives", () => {
    const tx = ledger.fill({
      TransactionType: "OfferCreate",
      Account: alice,
      TakerPays: usd(5, gateway),
      TakerGets: 7n,
    });
    expect(consequences(tx).potentialSpend).toBe(7n);
  });
});

describe("crossing", () => {
  beforeEach(() => {
    trust(alice, bob);
    pay(bob, usd(1000, gateway));
    pay(alice, eur(1000));
  });

  test("takes a better offer at that offer's price and places the rest at its own", () => {
    expect(create(bob, 1_000_000n, usd(2, gateway))).toBe("tesSUCCESS");
    const before = balance(alice);
    expect(create(alice, usd(10, gateway), 10_000_000n)).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("2");
    expect(before - balance(alice)).toBe(1_000_010n);
    expect(offersOf(bob)).toEqual([]);
    expect(offersOf(alice)).toMatchObject([{ TakerPays: usd(8, gateway), TakerGets: 8_000_000n }]);
  });

  test("a sale goes on until all is given", () => {
    create(bob, 1_000_000n, usd(2, gateway));
    create(bob, 1_000_000n, usd(15, gateway, -1));
    expect(create(alice, usd(2, gateway), 2_000_000n, { Flags: tfSell })).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("3.5");
    expect(offersOf(alice)).toEqual([]);
  });

  test("a purchase ends when all is bought", () => {
    create(bob, 1_000_000n, usd(2, gateway));
    create(bob, 1_000_000n, usd(15, gateway, -1));
    expect(create(alice, usd(2, gateway), 2_000_000n)).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("2");
    expect(offersOf(bob)).toHaveLength(1);
    expect(offersOf(alice)).toEqual([]);
  });

  test("a passive offer leaves offers at its own price alone, and takes better ones", () => {
    create(bob, 1_000_000n, usd(1, gateway));
    expect(create(alice, usd(1, gateway), 1_000_000n, { Flags: tfPassive })).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("0");
    expect(offersOf(alice)).toHaveLength(1);
    const OfferSequence = offersOf(alice)[0]!.Sequence;
    ledger.submit({ TransactionType: "OfferCancel", Account: alice, OfferSequence });
    create(bob, 999_999n, usd(1, gateway));
    expect(create(alice, usd(1, gateway), 1_000_000n, { Flags: tfPassive })).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("1");
  });

  test("immediate or cancel places nothing", () => {
    create(bob, 1_000_000n, usd(1, gateway));
    expect(create(alice, usd(3, gateway), 3_000_000n, { Flags: tfImmediateOrCancel })).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("1");
    expect(offersOf(alice)).toEqual([]);
  });

  test("fill or kill leaves nothing behind but dead offers' removal", () => {
    create(bob, 1_000_000n, usd(1, gateway));
    const dead = ledger.root(bob).Sequence;
    create(bob, 900_000n, usd(1, gateway), { Expiration: ledger.now + 10 });
    ledger.advance({ seconds: 20 });
    const killed = create(alice, usd(3, gateway), 3_000_000n, { Flags: tfFillOrKill });
    expect(killed).toBe("tecKILLED");
    expect(holds(alice)).toBe("0");
    expect(ledger.read(keylet.offer(bob.id, dead))).toBeUndefined();
    expect(offersOf(bob)).toHaveLength(1);
    expect(create(alice, usd(1, gateway), 1_000_000n, { Flags: tfFillOrKill })).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("1");
  });

  test("fill or kill of a sale needs all to be given", () => {
    create(bob, 1_000_000n, usd(2, gateway));
    expect(create(alice, usd(1, gateway), 1_500_000n, { Flags: tfFillOrKill | tfSell })).toBe("tecKILLED");
    expect(create(alice, usd(1, gateway), 1_000_000n, { Flags: tfFillOrKill | tfSell })).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("2");
  });

  test("deletes one's own older offer instead of taking it", () => {
    const own = ledger.root(bob).Sequence;
    create(bob, 1_000_000n, usd(1, gateway));
    expect(create(bob, usd(1, gateway), 1_000_000n)).toBe("tesSUCCESS");
    expect(ledger.read(keylet.offer(bob.id, own))).toBeUndefined();
    expect(offersOf(bob)).toMatchObject([{ TakerGets: 1_000_000n }]);
  });

  test("removes offers that are expired, unfunded, or of owners who may not hold what they ask for", () => {
    const carol = ledger.fund("carol");
    trust(carol);
    pay(carol, usd(5, gateway));
    create(carol, 1_000_000n, usd(5, gateway));
    // carol's money goes elsewhere
    ledger.submit({
      TransactionType: "Payment",
      Account: carol,
      Destination: bob.id,
      Amount: usd(5, gateway),
    });
    create(bob, 1_100_000n, usd(5, gateway), { Expiration: ledger.now + 5 });
    ledger.advance({ seconds: 10 });
    create(bob, 5_000_000n, usd(5, gateway));
    expect(create(alice, usd(5, gateway), 6_000_000n)).toBe("tesSUCCESS");
    expect(offersOf(carol)).toEqual([]);
    expect(offersOf(bob)).toEqual([]);
    expect(holds(alice)).toBe("5");
  });

  test("gives no more than the owner has", () => {
    const carol = ledger.fund("carol");
    trust(carol);
    pay(carol, usd(3, gateway));
    create(carol, 10_000_000n, usd(10, gateway));
    const before = balance(carol);
    expect(create(alice, usd(10, gateway), 10_000_000n, { Flags: tfImmediateOrCancel })).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("3");
    expect(balance(carol) - before).toBe(3_000_000n);
    expect(offersOf(carol)).toEqual([]);
  });

  test("keeps the sender's reserve", () => {
    create(bob, 1_000_000_000n, usd(1000, gateway));
    // alice's two lines and the base: 300 of her 1000 are out of reach
    expect(create(alice, usd(1000, gateway), 1_000_000_000n)).toBe("tesSUCCESS");
    expect(balance(alice)).toBe(300_000_000n);
    expect(offersOf(alice)).toEqual([]);
  });

  test("between two issued currencies also goes over the native one, best price first", () => {
    const carol = ledger.fund("carol");
    trust(carol);
    create(carol, eur(10), 10_000_000n); // EUR to drops, one for one
    create(bob, 10_000_000n, usd(20, gateway)); // drops to USD, one for two: one for two over both
    create(bob, eur(10), usd(15, gateway)); // directly one for one and a half
    expect(create(alice, usd(25, gateway), eur(25))).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("25");
    expect(offersOf(carol)).toEqual([]);
    expect(offersOf(bob)).toMatchObject([{ TakerGets: usd(10, gateway) }]);
    expect(offersOf(alice)).toEqual([]);
  });

  test("charges the transfer fee to whoever passes the issuer's money on", () => {
    ledger.submit({ TransactionType: "AccountSet", Account: gateway, TransferRate: 1_100_000_000 });
    create(bob, 10_000_000n, usd(10, gateway));
    expect(create(alice, usd(10, gateway), 10_000_000n)).toBe("tesSUCCESS");
    // bob, who sells, gives a tenth more
    expect(holds(bob)).toBe("989");
    expect(holds(alice)).toBe("10");
    // alice sells now, and bears the fee herself
    create(bob, usd(5, gateway), 5_000_000n);
    expect(create(alice, 5_000_000n, usd(5, gateway))).toBe("tesSUCCESS");
    expect(holds(alice)).toBe("4.5");
    expect(holds(bob)).toBe("994");
  });

  test("rounds the price to the issuer's tick size", () => {
    ledger.submit({ TransactionType: "AccountSet", Account: gateway, TickSize: 3 });
    const pays = usd(123_456, gateway, -4);
    create(alice, pays, 10_000_000n);
    create(alice, pays, 10_000_000n, { Flags: tfSell });
    // 1.23456 rounds to 1.24 USD for a million drops
    expect(offersOf(alice)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ TakerPays: pays, TakerGets: 9_956_129n }),
        expect.objectContaining({ TakerPays: usd(124, gateway, -1), TakerGets: 10_000_000n }),
      ]),
    );
  });

  test("an offer that rounds to nothing is not placed", () => {
    ledger.submit({ TransactionType: "AccountSet", Account: gateway, TickSize: 3 });
    expect(create(alice, usd(12345, gateway), 1n)).toBe("tesSUCCESS");
    expect(offersOf(alice)).toEqual([]);
  });

  test("refuses to add up more than an amount can hold", () => {
    const most = issuedAmount(maxMantissa, maxExponent, usd(0, gateway));
    const price = eur(1, 30);
    ledger.submit({ TransactionType: "TrustSet", Account: alice, LimitAmount: eur(1, 40) });
    pay(alice, eur(1, 32));
    for (let i = 0; i < 3; i++) create(gateway, price, most);
    expect(create(alice, most, price)).toBe("tesSUCCESS");
    const held = holds(alice);
    expect(held).toBe("9999999999999999e80");
    const before = balance(alice);
    expect(create(alice, most, price)).toBe("tecINTERNAL");
    expect(holds(alice)).toBe(held);
    expect(before - balance(alice)).toBe(10n);
    expect(offersOf(gateway)).toHaveLength(2);
  });

  test("looks at no more than a thousand offers", () => {
    const crowd = Array.from({ length: 11 }, (_, i) => ledger.fund(`crowd ${i}`, 10_000_000_000n));
    for (const member of crowd) {
      trust(member);
      pay(member, usd(1, gateway));
      for (let i = 0; i < 100; i++) create(member, 10n, usd(1, gateway, -2));
    }
    expect(create(alice, usd(11, gateway), 11_000n)).toBe("tesSUCCESS");
    const left = crowd.reduce((sum, member) => sum + offersOf(member).length, 0);
    expect(left).toBe(100);
    expect(holds(alice)).toBe("10");
  });
});
