import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LedgerClient, objectOf } from "./ledgerClient.ts";
import { Ledger } from "./ledgerContext.ts";
import { usePlace } from "./place.ts";
import { AccountPage } from "./views/accountPage.tsx";
import { Header } from "./views/header.tsx";
import { LedgerPage } from "./views/ledgerPage.tsx";
import { Overview } from "./views/overview.tsx";
import { TransactionPage } from "./views/transactionPage.tsx";

function Explorer() {
  const [isOpen, setOpen] = useState(false);
  const [client] = useState(() => new LedgerClient(location.origin.replace(/^http/, "ws"), setOpen));
  const [native, setNative] = useState<string>();
  useEffect(() => {
    if (isOpen) void nativeCurrency(client).then(setNative);
  }, [client, isOpen]);
  return (
    <>
      <Header isOpen={isOpen} />
      {native !== undefined && (
        <Ledger.Provider value={{ client, native }}>
          <main>
            <CurrentPage />
          </main>
        </Ledger.Provider>
      )}
    </>
  );
}

function CurrentPage() {
  const place = usePlace();
  switch (place.kind) {
    case "overview":
      return <Overview />;
    case "account":
      return <AccountPage key={place.name} name={place.name} />;
    case "ledger":
      return <LedgerPage key={place.name} name={place.name} />;
    case "transaction":
      return <TransactionPage key={place.name} hash={place.name} />;
  }
}

/** The server names amounts after its own currency, beside the names that every client knows. */
async function nativeCurrency(client: LedgerClient): Promise<string> {
  const { info } = await client.request("server_info");
  const names = Object.keys(objectOf(objectOf(info).validated_ledger))
    .filter((name) => name.startsWith("base_fee_"))
    .map((name) => name.slice("base_fee_".length).toUpperCase());
  return names.find((name) => name !== "XRP") ?? "XRP";
}

render(<Explorer />, document.getElementById("page")!);
