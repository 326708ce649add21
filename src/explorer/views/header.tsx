import { useState } from "preact/hooks";
import { addressOf } from "../place.ts";

/** The name, the search, and whether the server is there. */
export function Header({ isOpen }: { isOpen: boolean }) {
  const [text, setText] = useState("");
  const [isUnknown, setUnknown] = useState(false);
  const search = (event: Event) => {
    event.preventDefault();
    const address = addressOf(text);
    setUnknown(address === undefined && text.trim() !== "");
    if (address === undefined) return;
    location.hash = address;
    setText("");
  };
  return (
    <header>
      <h1>
        <a href="#/">xagd</a>
      </h1>
      <form onSubmit={search}>
        <input
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          placeholder="an address, a transaction's hash, a ledger's hash or index"
          aria-label="Search"
          spellcheck={false}
        />
      </form>
      {isUnknown && <span class="bad">The ledger has nothing of that form.</span>}
      <span class={isOpen ? "lamp on" : "lamp"}>{isOpen ? "live" : "connecting"}</span>
      <a href="/docs">REST</a>
    </header>
  );
}
