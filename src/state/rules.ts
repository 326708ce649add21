import { type AmendmentName, amendmentNames } from "../protocol/amendments.ts";
import { sha512Half } from "../protocol/digests.ts";
import type { Hash256 } from "../protocol/types.ts";

/** An amendment's id: the SHA-512Half of its name. */
const idsByName: ReadonlyMap<AmendmentName, Hash256> = new Map(
  amendmentNames.map((name) => [name, sha512Half(Buffer.from(name, "latin1"))]),
);
const namesById: ReadonlyMap<Hash256, AmendmentName> = new Map(
  [...idsByName].map(([name, id]) => [id, name]),
);

/** SHA-512Half of its name: how ledgers name an amendment. */
export const amendmentId = (name: AmendmentName): Hash256 => idsByName.get(name)!;
/** The amendment with this id; undefined for one that this program does not know. */
export const amendmentName = (id: Hash256): AmendmentName | undefined => namesById.get(id);

/** The amendments in force in one ledger. */
export class Rules {
  private readonly enabledNames: ReadonlySet<AmendmentName>;

  /** Ids that this program does not know are left out. */
  constructor(enabledIds: readonly Hash256[]) {
    this.enabledNames = new Set(
      enabledIds.map(amendmentName).filter((name): name is AmendmentName => name !== undefined),
    );
  }

  enabled(amendment: AmendmentName): boolean {
    return this.enabledNames.has(amendment);
  }
}
