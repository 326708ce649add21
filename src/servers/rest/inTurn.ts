import type { AccountID } from "../../protocol/types.ts";

/** Runs work for an account once all work for it that was asked for before is done. */
export type InTurn = <T>(account: AccountID, work: () => Promise<T>) => Promise<T>;

/**
 * Work of one account, one piece after the other: each transaction takes the sequence after the one before, which
 * the ledger only knows of once it was submitted.
 */
export function createInTurn(): InTurn {
  const last = new Map<AccountID, Promise<unknown>>();
  return (account, work) => {
    const before = last.get(account) ?? Promise.resolve();
    const result = before.then(work, work);
    last.set(account, result);
    const forget = () => {
      if (last.get(account) === result) last.delete(account);
    };
    result.then(forget, forget);
    return result;
  };
}
