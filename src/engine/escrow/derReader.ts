/** What is wrong with a condition or a fulfillment. Names and texts: the reference's conditions/impl/error.cpp. */
export const conditionErrors = {
  unsupported_type: "Specification: Requested type not supported.",
  unknown_type: "Specification: Requested type not recognized.",
  fingerprint_size: "Specification: Incorrect fingerprint size.",
  incorrect_encoding: "Specification: Incorrect encoding.",
  trailing_garbage: "Bad buffer: contains trailing garbage.",
  buffer_empty: "Bad buffer: no data.",
  buffer_overfull: "Bad buffer: overfull.",
  buffer_underfull: "Bad buffer: underfull.",
  malformed_encoding: "Malformed DER encoding.",
  unexpected_tag: "Malformed DER encoding: Unexpected tag.",
  short_preamble: "Malformed DER encoding: Short preamble.",
  long_tag: "Implementation limit: Overlong tag.",
  large_size: "Implementation limit: Large payload.",
  preimage_too_long: "Implementation limit: Specified preimage is too long.",
} as const;
export type ConditionErrorCode = keyof typeof conditionErrors;

/** Bytes that are no condition or fulfillment that this ledger knows. */
export class ConditionError extends Error {
  readonly code: ConditionErrorCode;

  constructor(code: ConditionErrorCode) {
    super(conditionErrors[code]);
    this.name = "ConditionError";
    this.code = code;
  }
}

/** What comes before a DER value: its kind, and its length in bytes. */
export interface Preamble {
  readonly isConstructed: boolean;
  readonly isContextSpecific: boolean;
  readonly tag: number;
  readonly length: number;
}

/** Reads as much of DER as PREIMAGE-SHA-256 needs, and refuses all else. Every method throws ConditionError. */
export class DerReader {
  private readonly source: Uint8Array;
  private at = 0;

  constructor(source: Uint8Array) {
    this.source = source;
  }

  get remaining(): number {
    return this.source.length - this.at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  preamble(): Preamble {
    if (this.remaining < 2) throw new ConditionError("short_preamble");
    const first = this.source[this.at++]!;
    const tag = first & 0x1f;
    if (tag === 0x1f) throw new ConditionError("long_tag");
    const length = this.length();
    return { isConstructed: (first & 0x20) !== 0, isContextSpecific: (first & 0xc0) === 0x80, tag, length };
  }

  /** One byte, or (its highest bit set) the number of bytes that follow with the length. */
  private length(): number {
    const short = this.source[this.at++]!;
    if ((short & 0x80) === 0) return short;
    const count = short & 0x7f;
    if (count === 0) throw new ConditionError("malformed_encoding");
    if (count > 8) throw new ConditionError("large_size");
    if (count > this.remaining) throw new ConditionError("short_preamble");
    let length = 0;
    for (const byte of this.bytes(count)) length = length * 256 + byte;
    if (length === 0) throw new ConditionError("malformed_encoding");
    return length;
  }

  bytes(count: number): Uint8Array {
    if (count > this.remaining) throw new ConditionError("buffer_underfull");
    const bytes = this.source.subarray(this.at, this.at + count);
    this.at += count;
    return bytes;
  }

  /** A two's complement integer of `count` bytes that is not negative. A zero byte may stand before four others. */
  uint32(count: number): number {
    if (this.isAtEnd) throw new ConditionError("malformed_encoding");
    if (count > this.remaining) throw new ConditionError("buffer_underfull");
    if (count > 5) throw new ConditionError("large_size");
    const first = this.source[this.at]!;
    if ((first & 0x80) !== 0) throw new ConditionError("malformed_encoding");
    if (count === 5 && first !== 0) throw new ConditionError("malformed_encoding");
    let value = 0;
    for (const byte of this.bytes(count)) value = value * 256 + byte;
    return value;
  }
}
