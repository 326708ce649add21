/**
 * Bytes, a decoded object or JSON that the codec cannot take. `field` names where: `Amount`, `Memos`, or for JSON the
 * path to it, `tx_json.Amount.currency`; "" where no field was reached.
 */
export class CodecError extends Error {
  readonly field: string;

  constructor(field: string, reason: string) {
    super(field === "" ? reason : `${field}: ${reason}`);
    this.name = "CodecError";
    this.field = field;
  }
}
