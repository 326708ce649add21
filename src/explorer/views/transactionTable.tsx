import { gist } from "../formats.ts";
import type { JsonObject, JsonValue } from "../ledgerClient.ts";
import { useLedger } from "../ledgerContext.ts";
import { AccountLink, LedgerLink, TransactionLink } from "./links.tsx";
import { Result } from "./result.tsx";

/** A transaction as a row of a table. */
export interface TransactionRow {
  /** With its hash among its fields. */
  readonly tx: JsonObject;
  /** The engine result, where it is known. */
  readonly result: JsonValue | undefined;
  /** Whether it came while the page was open. */
  readonly isNew: boolean;
}

/** Transactions, one a line. `showsLedger` adds the ledger that each is in. */
export function TransactionTable({
  rows,
  showsLedger = false,
}: {
  rows: readonly TransactionRow[];
  showsLedger?: boolean;
}) {
  const { native } = useLedger();
  if (rows.length === 0) return <p class="faint">None.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th>Type</th>
          <th>From</th>
          <th>To</th>
          <th class="number">Amount</th>
          {showsLedger && <th class="number">Ledger</th>}
          <th class="number">Hash</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ tx, result, isNew }) => (
          <tr key={String(tx.hash)} class={isNew ? "new" : undefined}>
            <td>
              {String(tx.TransactionType)} <Result of={result} onlyFailure />
            </td>
            <td>
              <AccountLink of={tx.Account} />
            </td>
            <td>
              <AccountLink of={tx.Destination} />
            </td>
            <td class="number">{gist(tx, native)}</td>
            {showsLedger && (
              <td class="number">
                <LedgerLink of={tx.ledger_index} />
              </td>
            )}
            <td class="number">
              <TransactionLink of={tx.hash} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
