import { useEffect, useState } from "preact/hooks";
import { type JsonObject, type JsonValue, objectOf, rowsOf } from "../ledgerClient.ts";
import { useLedger } from "../ledgerContext.ts";
import { type TransactionRow, TransactionTable } from "./transactionTable.tsx";

const pageLength = 20;

interface Page {
  readonly rows: readonly TransactionRow[];
  readonly marker: JsonValue | undefined;
}

/** An account's transactions, newest first, a page at a time. `changes` counts the reasons to look again. */
export function AccountTransactions({ account, changes }: { account: string; changes: number }) {
  const { client } = useLedger();
  const [page, setPage] = useState<Page>();
  const ask = async (marker: JsonValue | undefined): Promise<Page> => {
    const request = { account, limit: pageLength, ...(marker !== undefined && { marker }) };
    const reply = await client.request("account_tx", request);
    return { rows: rowsOf(reply.transactions).map(rowOf), marker: reply.marker };
  };
  useEffect(() => {
    let isWanted = true;
    void ask(undefined).then((first) => isWanted && setPage(first));
    return () => {
      isWanted = false;
    };
  }, [account, changes]);
  if (page === undefined) return null;

  const more = async () => {
    const next = await ask(page.marker);
    setPage({ rows: [...page.rows, ...next.rows], marker: next.marker });
  };
  return (
    <>
      <TransactionTable rows={page.rows} showsLedger />
      {page.marker !== undefined && (
        <p>
          <button type="button" onClick={more}>
            Older
          </button>
        </p>
      )}
    </>
  );
}

const rowOf = (row: JsonObject): TransactionRow => ({
  tx: objectOf(row.tx),
  result: objectOf(row.meta).TransactionResult,
  isNew: false,
});
