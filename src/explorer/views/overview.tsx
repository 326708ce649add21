import { useEffect, useState } from "preact/hooks";
import { clockText, shortened, unitsOf } from "../formats.ts";
import { type JsonObject, type LedgerClient, objectOf, rowsOf } from "../ledgerClient.ts";
import { useAnswer, useLedger, useMessages } from "../ledgerContext.ts";
import { BarChart } from "./barChart.tsx";
import { LedgerLink } from "./links.tsx";
import { type TransactionRow, TransactionTable } from "./transactionTable.tsx";

/** A closed ledger, as much as the list shows. */
interface ClosedLedger {
  readonly index: number;
  readonly hash: string;
  readonly closeTime: number;
  readonly transactions: number;
  /** Whether it closed while the page was open. */
  readonly isNew: boolean;
}

const chartedLedgers = 60;
const listedLedgers = 15;
const listedTransactions = 20;

/** The ledgers as they close, and what is in them. */
export function Overview() {
  const { client, native } = useLedger();
  const [ledgers, setLedgers] = useState<readonly ClosedLedger[]>([]);
  const [transactions, setTransactions] = useState<readonly TransactionRow[]>([]);
  useEffect(() => {
    void latestLedgers(client).then((past) => setLedgers((seen) => merged(seen, past)));
    void latestTransactions(client).then((past) =>
      setTransactions((seen) => [...seen, ...past].slice(0, listedTransactions)),
    );
  }, [client]);
  useMessages((message) => {
    if (message.type === "ledgerClosed") setLedgers((seen) => merged([closedLedger(message)], seen));
    if (message.type === "transaction" && message.validated === true) {
      const row = { tx: objectOf(message.transaction), result: message.engine_result, isNew: true };
      setTransactions((seen) => [row, ...seen].slice(0, listedTransactions));
    }
  });
  return (
    <>
      <Figures latest={ledgers[0]} native={native} />
      <h2>
        Transactions <small>in each of the last {ledgers.length} ledgers</small>
      </h2>
      <div class="panel">
        <BarChart
          places={chartedLedgers}
          bars={ledgers
            .map(({ index, transactions }) => ({ name: `ledger ${index}`, value: transactions }))
            .toReversed()}
        />
      </div>
      <div class="columns">
        <section>
          <h2>Ledgers</h2>
          <div class="panel">
            <LedgerTable ledgers={ledgers.slice(0, listedLedgers)} />
          </div>
        </section>
        <section>
          <h2>Transactions</h2>
          <div class="panel">
            <TransactionTable rows={transactions} />
          </div>
        </section>
      </div>
    </>
  );
}

function Figures({ latest, native }: { latest: ClosedLedger | undefined; native: string }) {
  const { client } = useLedger();
  const { value: state } = useAnswer(() => client.request("server_state"), [latest?.index]);
  const { value: fee } = useAnswer(() => client.request("fee"), [latest?.index]);
  const ledger = objectOf(objectOf(objectOf(state).state).validated_ledger);
  const drops = objectOf(objectOf(fee).drops);
  if (latest === undefined || ledger.seq === undefined) return null;
  const tiles: [string, string][] = [
    [String(latest.index), "last validated ledger"],
    [`${unitsOf(String(drops.open_ledger_fee))} ${native}`, "a transaction costs"],
    [`${unitsOf(String(ledger.reserve_base))} ${native}`, "reserve of an account"],
    [`${unitsOf(String(ledger.reserve_inc))} ${native}`, "reserve of each object"],
    [String(objectOf(fee).current_queue_size), "transactions wait"],
  ];
  return (
    <div class="tiles">
      {tiles.map(([value, name]) => (
        <div class="tile" key={name}>
          <b>{value}</b>
          <span>{name}</span>
        </div>
      ))}
    </div>
  );
}

function LedgerTable({ ledgers }: { ledgers: readonly ClosedLedger[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>Index</th>
          <th>Closed</th>
          <th>Hash</th>
          <th class="number">Transactions</th>
        </tr>
      </thead>
      <tbody>
        {ledgers.map(({ index, hash, closeTime, transactions, isNew }) => (
          <tr key={index} class={isNew ? "new" : undefined}>
            <td>
              <LedgerLink of={index} />
            </td>
            <td>{clockText(closeTime)}</td>
            <td class="mono faint">{shortened(hash)}</td>
            <td class="number">{transactions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const closedLedger = (message: JsonObject): ClosedLedger => ({
  index: Number(message.ledger_index),
  hash: String(message.ledger_hash),
  closeTime: Number(message.ledger_time),
  transactions: Number(message.txn_count),
  isNew: true,
});

/** Both lists in one, newest first, each ledger once. */
function merged(some: readonly ClosedLedger[], others: readonly ClosedLedger[]): readonly ClosedLedger[] {
  const byIndex = new Map([...others, ...some].map((ledger) => [ledger.index, ledger]));
  return [...byIndex.values()].sort((a, b) => b.index - a.index).slice(0, chartedLedgers);
}

async function latestLedgers(client: LedgerClient): Promise<readonly ClosedLedger[]> {
  const { info } = await client.request("server_info");
  const last = Number(objectOf(objectOf(info).validated_ledger).seq);
  const indexes = Array.from({ length: Math.min(chartedLedgers, last) }, (_, i) => last - i);
  const replies = await Promise.allSettled(
    indexes.map((ledger_index) => client.request("ledger", { ledger_index, transactions: true })),
  );
  return replies.flatMap((reply) => {
    if (reply.status === "rejected") return []; // not kept
    const { ledger_index, ledger_hash, close_time, transactions } = objectOf(reply.value.ledger);
    return [
      {
        index: Number(ledger_index),
        hash: String(ledger_hash),
        closeTime: Number(close_time),
        transactions: Array.isArray(transactions) ? transactions.length : 0,
        isNew: false,
      },
    ];
  });
}

async function latestTransactions(client: LedgerClient): Promise<readonly TransactionRow[]> {
  const { txs } = await client.request("tx_history", { start: 0 });
  return rowsOf(txs).map((tx) => ({ tx, result: undefined, isNew: false }));
}
