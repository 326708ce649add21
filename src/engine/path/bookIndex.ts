import type { Issue } from "../../protocol/types.ts";

/** Which order books there are in a ledger: keys of books are hashes, so the state alone cannot be asked. */
export interface BookIndex {
  /** What may be bought for this issue: the other side of every book whose takers pay it, oldest book first. */
  booksTakerPays(issue: Issue): readonly Issue[];
}
