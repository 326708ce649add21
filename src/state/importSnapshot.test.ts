import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { readRecording } from "../../test/conformance/recording.ts";
import { headerOf } from "../../test/support/recordedHeader.ts";
import { hexToBytes } from "../protocol/hex.ts";
import { memoryLedgerStore } from "../storage/memoryLedgerStore.ts";
import { importSnapshot, SnapshotMismatch } from "./importSnapshot.ts";
import type { LedgerHeader } from "./ledgerHeader.ts";
import { StateTree } from "./tree/stateTree.ts";

const folder = new URL("../../test/recordings/", import.meta.url).pathname;
const name = readdirSync(folder).find((file) => file.startsWith("crowd"))!;
const { final_state, steps } = readRecording(folder + name);
const lastClose = steps.findLast((step) => step.do === "close")!;
const header = headerOf(lastClose.ledger);
const state = final_state.map(({ index, data }) => ({ key: index, bytes: hexToBytes(data) }));

test("a snapshot becomes the store's first ledger, with its tree", async () => {
  const store = memoryLedgerStore();
  await importSnapshot(store, header, state.toReversed());
  expect(store.range).toEqual({ first: header.ledgerIndex, last: header.ledgerIndex });
  expect([...store.entries(header.ledgerIndex)]).toEqual(state.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  const tree = StateTree.over(store);
  expect(tree.update([]).root).toBe(header.accountHash);
  const [entry] = state;
  const gone = tree.update([{ key: entry!.key, bytes: undefined }]);
  expect(gone.root).not.toBe(header.accountHash);
});

test.each<[string, LedgerHeader, typeof state]>([
  ["a header with another hash", { ...header, closeTime: header.closeTime + 1 }, state],
  ["a state without one of its entries", header, state.slice(1)],
])("%s is refused", async (_, givenHeader, givenState) => {
  const store = memoryLedgerStore();
  await expect(importSnapshot(store, givenHeader, givenState)).rejects.toThrow(SnapshotMismatch);
  expect(store.range).toBeUndefined();
});
