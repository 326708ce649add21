import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { currencyText, grouped, unitsOf } from "../formats.ts";
import { type JsonObject, type LedgerClient, objectOf, rowsOf } from "../ledgerClient.ts";
import { useAnswer, useLedger, useMessages } from "../ledgerContext.ts";
import { AccountTransactions } from "./accountTransactions.tsx";
import { Fields, NoAnswer } from "./fields.tsx";
import { AccountLink } from "./links.tsx";

/** An account's entry, and what it has and owes. */
interface Account {
  readonly root: JsonObject;
  readonly lines: readonly JsonObject[];
  /** There are more lines than these. */
  readonly hasMoreLines: boolean;
  readonly obligations: JsonObject;
}

/** An account in the last validated ledger; looked at again whenever a transaction touches it. */
export function AccountPage({ name }: { name: string }) {
  const { client, native } = useLedger();
  const [changes, setChanges] = useState(0);
  const { value, error } = useAnswer(() => accountOf(name, client), [name, changes]);
  const address = value === undefined ? name : String(value.root.Account);
  useMessages(
    (message) => {
      if (message.type === "transaction" && JSON.stringify(message).includes(`"${address}"`)) {
        setChanges((count) => count + 1);
      }
    },
    [address],
  );
  if (value === undefined) return <NoAnswer error={error} what="account" />;

  const { root, lines, hasMoreLines, obligations } = value;
  const owed = Object.entries(obligations);
  return (
    <>
      <h2>
        Account <small class="mono">{address}</small>
      </h2>
      <div class="tiles">
        <Tile value={`${unitsOf(String(root.Balance))} ${native}`} name="balance" />
        <Tile value={String(root.Sequence)} name="next sequence" />
        <Tile value={String(root.OwnerCount)} name="objects owned" />
      </div>
      <Settings root={root} />
      {owed.length > 0 && (
        <>
          <h2>
            Obligations <small>what the account issued</small>
          </h2>
          <Fields rows={owed.map(([currency, sum]) => [currencyText(currency), grouped(String(sum))])} />
        </>
      )}
      <h2>
        Trust lines <small>{hasMoreLines ? `the first ${lines.length}` : lines.length}</small>
      </h2>
      <div class="panel">
        <TrustLines lines={lines} />
      </div>
      <h2>Transactions</h2>
      <div class="panel">
        <AccountTransactions account={address} changes={changes} />
      </div>
    </>
  );
}

const Tile = ({ value, name }: { value: string; name: string }) => (
  <div class="tile">
    <b>{value}</b>
    <span>{name}</span>
  </div>
);

/** Flags of an account by their bits, in the protocol's order. */
const flagNames: readonly (readonly [number, string])[] = [
  [0x00020000, "requires destination tags"],
  [0x00040000, "authorizes its holders"],
  [0x00080000, "wants no native money"],
  [0x00100000, "master key disabled"],
  [0x00200000, "has given up freezing"],
  [0x00400000, "everything frozen"],
  [0x00800000, "lets its currencies ripple"],
  [0x01000000, "authorizes who pays it"],
];

function Settings({ root }: { root: JsonObject }) {
  const flags = flagNames.filter(([bit]) => (Number(root.Flags) & bit) !== 0).map(([, text]) => text);
  const rate = Number(root.TransferRate ?? 0) / 1_000_000_000;
  const list = objectOf(rowsOf(root.signer_lists)[0]);
  const rows: (readonly [string, ComponentChildren])[] = [
    ["Flags", flags.join(", ")],
    ["Domain", textOfHex(String(root.Domain ?? ""))],
    ["Transfer rate", rate === 0 ? "" : String(rate)],
    ["Tick size", root.TickSize === undefined ? "" : String(root.TickSize)],
    ["Regular key", root.RegularKey === undefined ? "" : <AccountLink of={root.RegularKey} whole />],
    [
      "Signers",
      list.SignerQuorum === undefined
        ? ""
        : `${rowsOf(list.SignerEntries).length}, who need a weight of ${list.SignerQuorum} together`,
    ],
  ];
  if (rows.every(([, value]) => value === "")) return null;
  return (
    <>
      <h2>Settings</h2>
      <Fields rows={rows} />
    </>
  );
}

function TrustLines({ lines }: { lines: readonly JsonObject[] }) {
  if (lines.length === 0) return <p class="faint">None.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th>With</th>
          <th>Currency</th>
          <th class="number">Balance</th>
          <th class="number">Limit</th>
          <th class="number">Their limit</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.account} ${line.currency}`}>
            <td>
              <AccountLink of={line.account} />
            </td>
            <td class="mono">{currencyText(String(line.currency))}</td>
            <td class="number">{grouped(String(line.balance))}</td>
            <td class="number">{grouped(String(line.limit))}</td>
            <td class="number">{grouped(String(line.limit_peer))}</td>
            <td class="faint">{lineNotes(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const lineNotes = (line: JsonObject): string =>
  [
    line.authorized === true && "authorized",
    line.peer_authorized === true && "authorized by them",
    line.freeze === true && "frozen",
    line.freeze_peer === true && "frozen by them",
    line.no_ripple === true && "no ripple",
  ]
    .filter((note) => note !== false)
    .join(", ");

async function accountOf(name: string, client: LedgerClient): Promise<Account> {
  const account = await classicAddress(name);
  const request = { account, ledger_index: "validated" };
  const [info, lines, balances] = await Promise.all([
    client.request("account_info", { ...request, signer_lists: true }),
    client.request("account_lines", { ...request, limit: 400 }),
    client.request("gateway_balances", request),
  ]);
  return {
    root: objectOf(info.account_data),
    lines: rowsOf(lines.lines),
    hasMoreLines: lines.marker !== undefined,
    obligations: objectOf(balances.obligations),
  };
}

/** Commands know classic addresses only; the REST interface knows the others. */
async function classicAddress(name: string): Promise<string> {
  if (name.startsWith("r")) return name;
  const response = await fetch(`/accounts/${name}/info?ledger_index=validated`);
  const body = (await response.json()) as JsonObject;
  if (!response.ok) throw new Error(String(body.message));
  return String(objectOf(body.account_data).Account);
}

function textOfHex(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  return new TextDecoder().decode(bytes);
}
