import { expect, test } from "vitest";
import { EntryMapView } from "../../test/support/entryMapView.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountRoot } from "../protocol/ledgerEntryFormats.ts";
import { newEntry } from "./newEntry.ts";
import { RememberingView } from "./rememberingView.ts";

const id = "AB".repeat(20);
const root = newEntry<AccountRoot>(keylet.account(id), {
  Account: id,
  Sequence: 1,
  Balance: 5n,
  OwnerCount: 0,
});

test("answers as the view below, and asks it once", () => {
  const base = new EntryMapView({ base: 10n, units: 10, reserveBase: 200n, reserveIncrement: 50n }, [root]);
  const view = new RememberingView(base);
  const zero = "0".repeat(64);
  for (let times = 0; times < 2; times++) {
    expect(view.read(keylet.account(id))?.Balance).toBe(5n);
    expect(view.read({ type: "Offer", key: root.index })).toBeUndefined();
    expect(view.has(keylet.account("CD".repeat(20)))).toBe(false);
    expect([view.successor(zero), view.successor(zero, root.index)]).toEqual([root.index, undefined]);
    base.delete(root.index); // the second round is answered from memory
  }
});
