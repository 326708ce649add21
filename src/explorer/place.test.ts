import { expect, test } from "vitest";
import { addressOf } from "./place.ts";

const rows: [string, string | undefined][] = [
  [" rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh ", "#/accounts/rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
  [
    "XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm",
    "#/accounts/XV5sbjUmgPpvXv4ixFWZ5ptAYZ6PD2gYsjNFQLKYW33DzBm",
  ],
  ["12", "#/ledgers/12"],
  ["ab".repeat(32), `#/transactions/${"AB".repeat(32)}`],
  ["", undefined],
  ["hello", undefined],
  ["-1", undefined],
];
for (const [text, address] of rows) test(`"${text}"`, () => expect(addressOf(text)).toBe(address));
