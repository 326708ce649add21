import { amountText, gist, timeText, unitsOf } from "../formats.ts";
import { type JsonObject, objectOf, RequestError, rowsOf } from "../ledgerClient.ts";
import { useAnswer, useLedger } from "../ledgerContext.ts";
import { Fields, NoAnswer } from "./fields.tsx";
import { LedgerPage } from "./ledgerPage.tsx";
import { AccountLink, LedgerLink } from "./links.tsx";
import { Result } from "./result.tsx";

/** A transaction: its fields, its outcome, what it changed. A hash may also turn out to be a ledger's. */
export function TransactionPage({ hash }: { hash: string }) {
  const { client, native } = useLedger();
  const { value: tx, error } = useAnswer(() => client.request("tx", { transaction: hash }), [hash]);
  if (error instanceof RequestError && error.token === "txnNotFound") return <LedgerPage name={hash} />;
  if (tx === undefined) return <NoAnswer error={error} what="transaction" />;

  const { meta: metadata, ...fields } = tx;
  const meta = objectOf(metadata);
  const isFinal = tx.validated === true;
  return (
    <>
      <h2>
        {String(tx.TransactionType)} <small class="mono">{hash}</small>
      </h2>
      <Fields
        rows={[
          ["Outcome", isFinal ? <Result of={meta.TransactionResult} /> : "not in a closed ledger yet"],
          ["From", <AccountLink of={tx.Account} whole />],
          ["To", tx.Destination === undefined ? "" : <AccountLink of={tx.Destination} whole />],
          ["Destination tag", tx.DestinationTag === undefined ? "" : String(tx.DestinationTag)],
          ["Amount", gist(tx, native)],
          ["Delivered", amountText(meta.delivered_amount, native)],
          ["Fee", `${unitsOf(String(tx.Fee))} ${native}`],
          ["Sequence", tx.Sequence === 0 ? `ticket ${tx.TicketSequence}` : String(tx.Sequence)],
          ["Ledger", <LedgerLink of={tx.ledger_index} />],
          ["Time", timeText(tx.date)],
        ]}
      />
      {isFinal && (
        <>
          <h2>What it changed</h2>
          <Changes nodes={rowsOf(meta.AffectedNodes)} />
        </>
      )}
      <h2>As it stands in the ledger</h2>
      <div class="panel">
        <pre>{JSON.stringify(fields, undefined, 2)}</pre>
        <details>
          <summary class="faint">Metadata</summary>
          <pre>{JSON.stringify(meta, undefined, 2)}</pre>
        </details>
      </div>
    </>
  );
}

const verbs = { CreatedNode: "created", ModifiedNode: "changed", DeletedNode: "deleted" } as const;

function Changes({ nodes }: { nodes: readonly JsonObject[] }) {
  return (
    <div class="panel">
      <table>
        <tbody>
          {nodes.map((node) => {
            const [kind, content] = Object.entries(node)[0]!;
            const entry = objectOf(content);
            return (
              <tr key={String(entry.LedgerIndex)}>
                <td>
                  {String(entry.LedgerEntryType)}{" "}
                  <span class="faint">{verbs[kind as keyof typeof verbs]}</span>
                </td>
                <td>
                  <AccountLink of={objectOf(entry.NewFields ?? entry.FinalFields).Account} />
                </td>
                <td class="mono whole">
                  <Difference entry={entry} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The fields that were changed: before and after. */
function Difference({ entry }: { entry: JsonObject }) {
  const { native } = useLedger();
  const after = objectOf(entry.FinalFields);
  const text = (name: string, fields: JsonObject): string => {
    const value = fields[name];
    if (value === undefined) return "nothing";
    const isAmount = /^(Balance|Amount|TakerGets|TakerPays|LowLimit|HighLimit|SendMax)$/.test(name);
    return isAmount
      ? amountText(value, native)
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
  };
  const previous = objectOf(entry.PreviousFields);
  return (
    <>
      {Object.keys(previous).map((name) => (
        <div key={name}>
          {name} {text(name, previous)} → {text(name, after)}
        </div>
      ))}
    </>
  );
}
