import { readdirSync } from "node:fs";
import { encode } from "ripple-binary-codec";
import { describe, expect, test } from "vitest";
import { issuerOf } from "../../src/protocol/amounts/issue.ts";
import { decodeAddress, decodeSeed, encodeAddress, encodeSeed } from "../../src/protocol/base58.ts";
import { CodecError } from "../../src/protocol/codec/codecError.ts";
import { decodeObject } from "../../src/protocol/codec/decodeObject.ts";
import { encodeObject } from "../../src/protocol/codec/encodeObject.ts";
import { objectFromJson, objectToJson } from "../../src/protocol/codec/json.ts";
import { JsonWriter } from "../../src/protocol/codec/jsonWriter.ts";
import { writeFields } from "../../src/protocol/codec/writeFields.ts";
import { bytesToHex, hexToBytes } from "../../src/protocol/hex.ts";
import { keylet } from "../../src/protocol/keylets.ts";
import type { LedgerEntry } from "../../src/protocol/ledgerEntryFormats.ts";
import { transactionHash } from "../../src/protocol/signingData.ts";
import { type Recording, readRecording } from "./recording.ts";

const native = "XRP";
const folder = new URL("../recordings/", import.meta.url).pathname;
const files = readdirSync(folder).filter((file) => file.endsWith(".json.br"));

/** Every serialized thing of a recording, by what it is. */
function* serialized({ head, steps, final_state }: Recording): Generator<[what: string, hex: string]> {
  for (const { index, data } of [...head.genesis.state_after_ledger_2, ...final_state])
    yield [`entry ${index}`, data];
  for (const step of steps) {
    if (step.do === "submit" && step.reply.error !== "invalidTransaction")
      yield [`blob ${step.hash}`, step.tx_blob];
    if (step.do !== "close") continue;
    for (const { hash, meta, tx_blob } of step.transactions) {
      yield [`metadata ${hash}`, meta];
      if (tx_blob !== undefined) yield [`blob ${hash}`, tx_blob];
    }
  }
}

const writer = new JsonWriter();

function writtenJson(bytes: Uint8Array): string {
  writer.raw("{");
  writeFields(writer, bytes, { native });
  writer.raw("}");
  return writer.take().toString();
}

for (const file of files) {
  const recording = readRecording(folder + file);

  test(`${file}: all that is serialized comes back from an object and from JSON as it was`, () => {
    let compared = 0;
    for (const [what, hex] of serialized(recording)) {
      const object = decodeObject(hexToBytes(hex));
      if (bytesToHex(encodeObject(object)) !== hex) expect.fail(`${what} does not encode to its bytes`);
      const json = objectToJson(object, { native });
      const text = JSON.stringify(json);
      if (writtenJson(hexToBytes(hex)) !== text) expect.fail(`${what} is not written as its JSON`);
      const read = objectFromJson(JSON.parse(text), { native });
      if (bytesToHex(encodeObject(read)) !== hex)
        expect.fail(`the JSON of ${what} does not encode to its bytes`);
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });

  test(`${file}: blobs have the hashes that were recorded`, () => {
    for (const step of recording.steps) {
      if (step.do !== "submit" || step.hash === undefined) continue;
      expect(transactionHash(hexToBytes(step.tx_blob))).toBe(step.hash);
    }
  });

  // One of each family is enough for the slow oracle and for keys.
  if (!file.endsWith("-1.json.br")) continue;
  test(`${file}: the client library makes the same bytes of our JSON`, () => {
    for (const [what, hex] of serialized(recording)) {
      const json = objectToJson(decodeObject(hexToBytes(hex)), { native });
      if (encode(json) !== hex) expect.fail(`the library makes other bytes of ${what}`);
    }
  });

  test(`${file}: addresses and seeds`, () => {
    for (const { address, seed } of Object.values(recording.head.accounts)) {
      expect(encodeAddress(decodeAddress(address)!)).toBe(address);
      const { bytes, algorithm } = decodeSeed(seed)!;
      expect(encodeSeed(bytes, algorithm)).toBe(seed);
    }
  });

  test(`${file}: every entry lies under the key that its fields make`, () => {
    const accounts = Object.values(recording.head.accounts).map(({ address }) => decodeAddress(address)!);
    for (const { index, data } of recording.final_state) {
      const entry = { ...decodeObject<LedgerEntry>(hexToBytes(data)), index };
      expect(possibleKeys(entry, accounts), entry.LedgerEntryType).toContain(index);
    }
  });
}

/** The keys that the entry may have; some kinds do not say all that went into theirs. */
function possibleKeys(entry: LedgerEntry, accounts: readonly string[]): readonly string[] {
  const sequences = Array.from({ length: 200 }, (_, sequence) => sequence);
  switch (entry.LedgerEntryType) {
    case "AccountRoot":
      return [keylet.account(entry.Account).key];
    case "DirectoryNode": {
      if (entry.RootIndex !== entry.index) {
        return sequences.map((page) => keylet.directoryPage(entry.RootIndex, BigInt(page)).key);
      }
      if (entry.Owner !== undefined) return [keylet.ownerDirectory(entry.Owner).key];
      const pays = { currency: entry.TakerPaysCurrency!, issuer: entry.TakerPaysIssuer! };
      const gets = { currency: entry.TakerGetsCurrency!, issuer: entry.TakerGetsIssuer! };
      return [keylet.quality(keylet.bookBase(pays, gets), entry.ExchangeRate!).key];
    }
    case "RippleState": {
      const [low, high] = [issuerOf(entry.LowLimit), issuerOf(entry.HighLimit)];
      if (typeof entry.Balance === "bigint") return [];
      return [keylet.line(high, low, entry.Balance.currency).key];
    }
    case "Offer":
      return [keylet.offer(entry.Account, entry.Sequence).key];
    case "Ticket":
      return [keylet.ticket(entry.Account, entry.TicketSequence).key];
    case "Check":
      return [keylet.check(entry.Account, entry.Sequence).key];
    case "Escrow":
      return sequences.map((sequence) => keylet.escrow(entry.Account, sequence).key);
    case "PayChannel":
      return sequences.map((sequence) => keylet.payChannel(entry.Account, entry.Destination, sequence).key);
    case "SignerList":
      return accounts.map((account) => keylet.signerList(account).key);
    case "DepositPreauth":
      return [keylet.depositPreauth(entry.Account, entry.Authorize).key];
    case "LedgerHashes":
      return [keylet.skipList().key, keylet.skipListPage(1).key, keylet.skipListPage(256).key];
    case "Amendments":
      return [keylet.amendments().key];
    case "FeeSettings":
      return [keylet.fees().key];
    case "NegativeUNL":
      return [keylet.negativeUNL().key];
  }
}

describe("blobs that the reference could not read", () => {
  test("say what it said", () => {
    let compared = 0;
    for (const file of files.filter((name) => name.startsWith("accounts-"))) {
      for (const step of readRecording(folder + file).steps) {
        if (step.do !== "submit" || !String(step.reply.error_exception).startsWith("Invalid ST")) continue;
        const message = String(step.reply.error_exception);
        expect(() => decodeObject(hexToBytes(step.tx_blob))).toThrow(new CodecError(message, "Account"));
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(0);
  });
});
