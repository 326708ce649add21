import { useEffect, useState } from "preact/hooks";

/** What the page shows: the part of its address behind `#`, as in `#/accounts/r…`. */
export type Place =
  | { readonly kind: "overview" }
  | { readonly kind: "account" | "ledger" | "transaction"; readonly name: string };

const kinds = { accounts: "account", ledgers: "ledger", transactions: "transaction" } as const;

function placeOf(hash: string): Place {
  const match = /^#\/(accounts|ledgers|transactions)\/([A-Za-z0-9]+)$/.exec(hash);
  return match === null
    ? { kind: "overview" }
    : { kind: kinds[match[1] as keyof typeof kinds], name: match[2]! };
}

/** The place, followed as it changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(() => placeOf(location.hash));
  useEffect(() => {
    const follow = () => {
      setPlace(placeOf(location.hash));
      scrollTo(0, 0);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return place;
}

/** Where to look for what somebody typed; undefined where it is nothing that a ledger has. */
export function addressOf(text: string): string | undefined {
  const wanted = text.trim();
  if (/^[rXT][1-9A-HJ-NP-Za-km-z]{24,46}$/.test(wanted)) return `#/accounts/${wanted}`;
  if (/^\d{1,10}$/.test(wanted)) return `#/ledgers/${wanted}`;
  if (/^[0-9A-Fa-f]{64}$/.test(wanted)) return `#/transactions/${wanted.toUpperCase()}`;
  return undefined;
}
