import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { JsonObject, LedgerClient } from "./ledgerClient.ts";

/** What every view stands on. */
export interface LedgerContext {
  readonly client: LedgerClient;
  /** The native currency's code. */
  readonly native: string;
}

export const Ledger = createContext<LedgerContext>(undefined as unknown as LedgerContext);
/** What every part of the page knows of the ledger and how to ask for more. */
export const useLedger = (): LedgerContext => useContext(Ledger);

/** A question that is under way, answered or refused. */
export interface Answer<T> {
  readonly value?: T;
  readonly error?: Error;
}

/** Asks when it is first shown, and again when one of `reasons` changes; the old answer stays until then. */
export function useAnswer<T>(ask: () => Promise<T>, reasons: readonly unknown[]): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({});
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (value) => isWanted && setAnswer({ value }),
      (error: Error) => isWanted && setAnswer({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, reasons);
  return answer;
}

/** Hears the streams for as long as the view is shown. */
export function useMessages(hear: (message: JsonObject) => void, reasons: readonly unknown[] = []): void {
  const { client } = useLedger();
  useEffect(() => client.listen(hear), [client, ...reasons]);
}
