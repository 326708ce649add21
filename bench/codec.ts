/**
 * How many objects a second the codec encodes and decodes on one core. Run: `npx tsx bench/codec.ts`.
 * Each figure is the best of seven rounds, after warming up.
 */
import { IssuedAmount } from "../src/protocol/amounts/issuedAmount.ts";
import { decodeObject } from "../src/protocol/codec/decodeObject.ts";
import { encodeObject } from "../src/protocol/codec/encodeObject.ts";
import { objectFromJson, objectToJson } from "../src/protocol/codec/json.ts";
import { bytesToHex } from "../src/protocol/hex.ts";

const account = "B5F762798A53D543A014CAF8B297CFF8F2F937E8";
const other = "88A5A57C829F40F25EA83385BBDE6C3D8B4CA082";
const payment = {
  TransactionType: "Payment",
  Flags: 2147483648,
  Sequence: 12,
  LastLedgerSequence: 2000,
  Amount: 1000000n,
  Fee: 10n,
  SigningPubKey: `02${"AB".repeat(32)}`,
  TxnSignature: `3045${"0C".repeat(69)}`,
  Account: account,
  Destination: other,
};
const usd = "0000000000000000000000005553440000000000";
const issuedPayment = {
  ...payment,
  Amount: new IssuedAmount(1_234_567_000_000_000n, -12, usd, account),
  SendMax: new IssuedAmount(1_300_000_000_000_000n, -12, usd, account),
};
const accountRoot = {
  LedgerEntryType: "AccountRoot",
  Flags: 0,
  Sequence: 12,
  PreviousTxnLgrSeq: 4,
  OwnerCount: 2,
  PreviousTxnID: "5A".repeat(32),
  Balance: 99_999_999_990n,
  Account: account,
};
const trustLine = {
  LedgerEntryType: "RippleState",
  Flags: 65536,
  PreviousTxnLgrSeq: 4,
  LowNode: 0n,
  HighNode: 3n,
  PreviousTxnID: "5A".repeat(32),
  Balance: new IssuedAmount(-1_234_567_000_000_000n, -12, usd, "0000000000000000000000000000000000000001"),
  LowLimit: new IssuedAmount(0n, -100, usd, account),
  HighLimit: new IssuedAmount(1_000_000_000_000_000n, -9, usd, other),
};
const metadata = {
  TransactionIndex: 3,
  AffectedNodes: [
    {
      ModifiedNode: {
        LedgerEntryType: "AccountRoot",
        PreviousTxnLgrSeq: 4,
        PreviousTxnID: "5A".repeat(32),
        LedgerIndex: "6B".repeat(32),
        PreviousFields: { Sequence: 11, Balance: 1n },
        FinalFields: { Flags: 0, Sequence: 12, OwnerCount: 2, Balance: 99n, Account: account },
      },
    },
    {
      ModifiedNode: {
        LedgerEntryType: "AccountRoot",
        PreviousTxnLgrSeq: 4,
        PreviousTxnID: "5A".repeat(32),
        LedgerIndex: "6C".repeat(32),
        PreviousFields: { Balance: 1n },
        FinalFields: { Flags: 0, Sequence: 12, OwnerCount: 2, Balance: 99n, Account: other },
      },
    },
  ],
  TransactionResult: "tesSUCCESS",
};

/** Calls in a second of processor time, so that other programs on the machine disturb little. */
function rate(work: () => unknown): number {
  const calls = 200_000;
  let best = 0;
  for (let round = 0; round < 8; round++) {
    const begin = process.cpuUsage();
    for (let i = 0; i < calls; i++) work();
    const { user, system } = process.cpuUsage(begin);
    if (round > 0) best = Math.max(best, (calls * 1e6) / (user + system));
  }
  return best;
}

const millions = (value: number): string => `${(value / 1e6).toFixed(2)} M/s`.padStart(10);
const cases = { payment, issuedPayment, accountRoot, trustLine, metadata };
for (const [name, object] of Object.entries(cases)) {
  const bytes = encodeObject(object);
  if (bytesToHex(encodeObject(decodeObject(bytes))) !== bytesToHex(bytes))
    throw new Error(`${name} does not round trip`);
  const encoding = rate(() => encodeObject(object));
  const decoding = rate(() => decodeObject(bytes));
  const showing = rate(() => objectToJson(object, { native: "XAG" }));
  const json = objectToJson(object, { native: "XAG" });
  const reading = rate(() => objectFromJson(json, { native: "XAG" }));
  console.log(
    `${name.padEnd(14)} ${String(bytes.length).padStart(4)} B  encode ${millions(encoding)}  decode ${millions(decoding)}  to JSON ${millions(showing)}  from JSON ${millions(reading)}`,
  );
}
