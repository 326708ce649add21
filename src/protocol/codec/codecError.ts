/**
 * Bytes, a decoded object or JSON that the codec cannot take.
 *
 * Clients see the message: where the reference has one for the same fault, it is the same.
 */
export class CodecError extends Error {
  /** The field at fault: `Amount`, or for JSON the path to it, `tx_json.Memos.[0].Memo`; "" before any field. */
  readonly field: string;

  constructor(message: string, field = "") {
    super(message);
    this.name = "CodecError";
    this.field = field;
  }
}
