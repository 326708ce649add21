import type { LedgerTransaction } from "../node/ledger.ts";
import type { SerializedObject } from "../protocol/types.ts";
import type { AffectedNode as WrappedNode } from "../state/metadata.ts";

/** What a transaction did to one entry. */
export interface AffectedNode {
  readonly change: "CreatedNode" | "ModifiedNode" | "DeletedNode";
  readonly type: string;
  readonly newFields: SerializedObject | undefined;
  readonly finalFields: SerializedObject | undefined;
  readonly previousFields: SerializedObject | undefined;
}

/** The entries that a transaction made, changed and removed; none in the open ledger, which has no metadata. */
export function affectedNodes({ metadata }: Pick<LedgerTransaction, "metadata">): AffectedNode[] {
  const wrappers = metadata?.AffectedNodes ?? [];
  return wrappers.map((wrapper) => {
    const [change, node] = Object.entries(wrapper)[0] as [AffectedNode["change"], WrappedNode];
    return {
      change,
      type: node.LedgerEntryType,
      newFields: node.NewFields,
      finalFields: node.FinalFields,
      previousFields: node.PreviousFields,
    };
  });
}
