import type { JsonValue } from "../ledgerClient.ts";

/** An engine result; of a success, nothing, if `onlyFailure`. */
export function Result({ of, onlyFailure = false }: { of: JsonValue | undefined; onlyFailure?: boolean }) {
  if (of === undefined || (onlyFailure && of === "tesSUCCESS")) return null;
  return <span class={of === "tesSUCCESS" ? "good mono" : "bad mono"}>{String(of)}</span>;
}
