import type { Issue } from "../../protocol/types.ts";

/** The issues that one strand has met: a handful, so that looking at each is faster than hashing texts. */
export class IssueSet {
  private issues: Issue[] | undefined;

  has({ currency, issuer }: Issue): boolean {
    if (this.issues === undefined) return false;
    for (const known of this.issues) if (known.issuer === issuer && known.currency === currency) return true;
    return false;
  }

  /** @returns false where it was there already */
  add(issue: Issue): boolean {
    if (this.has(issue)) return false;
    this.issues ??= [];
    this.issues.push(issue);
    return true;
  }
}
