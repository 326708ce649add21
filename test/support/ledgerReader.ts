import { type LedgerStoreReader, openLmdbLedgerReader } from "../../src/storage/lmdb/lmdbLedgerStore.ts";
import { contentsOf } from "../contracts/contentsOf.ts";

/** Reads a store in a process of its own: answers each message with all that a snapshot shows. */
let reader: LedgerStoreReader | undefined;
process.on("message", (message: { open: string } | "read") => {
  if (message !== "read") reader = openLmdbLedgerReader(message.open);
  const snapshot = reader!.snapshot();
  process.send!(contentsOf(snapshot));
  snapshot.release();
});
process.on("disconnect", () => void reader?.close());
