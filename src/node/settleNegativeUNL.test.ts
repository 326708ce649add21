import { expect, test } from "vitest";
import { EntryMapView } from "../../test/support/entryMapView.ts";
import { keylet } from "../protocol/keylets.ts";
import type { NegativeUNL } from "../protocol/ledgerEntryFormats.ts";
import { newEntry } from "../state/newEntry.ts";
import { OpenView } from "../state/openView.ts";
import { settleNegativeUNL } from "./settleNegativeUNL.ts";

const fees = { base: 10n, units: 10, reserveBase: 200n, reserveIncrement: 50n };
const key = (n: number): string => `ED${String(n).padStart(64, "0")}`;
const listed = (n: number, ledger = 256) => ({
  DisabledValidator: { PublicKey: key(n), FirstLedgerSequence: ledger },
});

/** The entry after flag ledger 512 began, with these fields before. */
function settled(fields: Partial<NegativeUNL> | undefined): Readonly<NegativeUNL> | undefined {
  const entries = fields === undefined ? [] : [newEntry<NegativeUNL>(keylet.negativeUNL(), fields)];
  const base = new EntryMapView(fees, entries);
  const { rules, parentHash } = base;
  const view = new OpenView(base, {
    ledgerIndex: 512,
    parentHash,
    parentCloseTime: 0,
    open: false,
    rules,
    fees,
  });
  settleNegativeUNL(view);
  return view.read(keylet.negativeUNL());
}

test("the one to disable joins the list", () => {
  const after = settled({ DisabledValidators: [listed(1)], ValidatorToDisable: key(2) });
  expect(after?.DisabledValidators).toEqual([listed(1), listed(2, 512)]);
  expect(after?.ValidatorToDisable).toBeUndefined();
});

test("the one to re-enable leaves it", () => {
  const after = settled({ DisabledValidators: [listed(1), listed(2)], ValidatorToReEnable: key(1) });
  expect(after?.DisabledValidators).toEqual([listed(2)]);
  expect(after?.ValidatorToReEnable).toBeUndefined();
});

test("with the last one the entry goes", () => {
  expect(settled({ DisabledValidators: [listed(1)], ValidatorToReEnable: key(1) })).toBeUndefined();
});

test("without anything agreed nothing changes", () => {
  expect(settled({ DisabledValidators: [listed(1)] })?.DisabledValidators).toEqual([listed(1)]);
  expect(settled(undefined)).toBeUndefined();
});
