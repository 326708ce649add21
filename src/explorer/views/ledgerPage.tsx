import { timeText, unitsOf } from "../formats.ts";
import { objectOf, rowsOf } from "../ledgerClient.ts";
import { useAnswer, useLedger } from "../ledgerContext.ts";
import { Fields, NoAnswer } from "./fields.tsx";
import { LedgerLink } from "./links.tsx";
import { TransactionTable } from "./transactionTable.tsx";

/** A closed ledger: its header and its transactions, in the order in which they were applied. */
export function LedgerPage({ name }: { name: string }) {
  const { client, native } = useLedger();
  const { value, error } = useAnswer(() => {
    const chosen = name.length === 64 ? { ledger_hash: name } : { ledger_index: Number(name) };
    return client.request("ledger", { ...chosen, transactions: true, expand: true });
  }, [name]);
  if (value === undefined) return <NoAnswer error={error} what="ledger" />;

  const ledger = objectOf(value.ledger);
  const index = Number(ledger.ledger_index);
  const rows = rowsOf(ledger.transactions)
    .map((tx) => ({ tx, meta: objectOf(tx.metaData) }))
    .sort((a, b) => Number(a.meta.TransactionIndex) - Number(b.meta.TransactionIndex))
    .map(({ tx, meta }) => ({ tx, result: meta.TransactionResult, isNew: false }));
  return (
    <>
      <h2>
        Ledger {index}{" "}
        <small>
          <LedgerLink of={index - 1} /> ← → <LedgerLink of={index + 1} />
        </small>
      </h2>
      <Fields
        rows={[
          ["Closed", ledger.closed === true ? timeText(ledger.close_time) : "still open"],
          ["Hash", <span class="mono">{String(ledger.ledger_hash ?? "")}</span>],
          ["Parent", <LedgerLink of={ledger.parent_hash} whole />],
          ["State", <span class="mono">{String(ledger.account_hash ?? "")}</span>],
          ["Transactions", <span class="mono">{String(ledger.transaction_hash ?? "")}</span>],
          [
            "Total",
            ledger.total_coins === undefined ? "" : `${unitsOf(String(ledger.total_coins))} ${native}`,
          ],
        ]}
      />
      <h2>
        Transactions <small>{rows.length}</small>
      </h2>
      <div class="panel">
        <TransactionTable rows={rows} />
      </div>
    </>
  );
}
