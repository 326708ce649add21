/** The journal cannot be read or written: nothing can be promised any more. */
export class JournalError extends Error {
  override readonly name = "JournalError";
}
