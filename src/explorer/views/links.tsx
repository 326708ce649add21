import { shortened } from "../formats.ts";
import type { JsonValue } from "../ledgerClient.ts";

interface LinkProps {
  readonly of: JsonValue | undefined;
  readonly whole?: boolean;
}

const linkTo = (folder: string) =>
  function Link({ of, whole = false }: LinkProps) {
    if (of === undefined || of === null) return null;
    const name = String(of);
    return (
      <a href={`#/${folder}/${name}`} class={whole ? "mono whole" : "mono short"} title={name}>
        {whole ? name : shortened(name)}
      </a>
    );
  };

export const AccountLink = linkTo("accounts");
export const LedgerLink = linkTo("ledgers");
export const TransactionLink = linkTo("transactions");
