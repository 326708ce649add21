import { bytesToHex } from "./hex.ts";
import type { Hex } from "./types.ts";

/**
 * Gives the same bytes the same text object again and again, in hexadecimal, as long as they are asked for often: a ledger names
 * the same accounts and currencies all over, and one text for all of them takes less memory, is hashed once, and is
 * equal at a glance.
 *
 * Each value has one place where it may be remembered, and the last to come takes it: so the memory is bounded.
 */
export class SharedTexts {
  private readonly byteLength: number;
  private readonly wordCount: number;
  private readonly mask: number;
  /** The bytes of the text in each place, as words: compared before the text is looked at. */
  private readonly words: Int32Array;
  private readonly texts: (Hex | undefined)[];
  /** Of the value that is asked for. */
  private readonly asked: Int32Array;

  /**
   * @param byteLength of every value
   * @param places how many texts are remembered at most; a power of two
   */
  constructor(byteLength: number, places: number) {
    this.byteLength = byteLength;
    this.wordCount = Math.ceil(byteLength / 4);
    this.mask = places - 1;
    this.words = new Int32Array(places * this.wordCount);
    this.texts = new Array<Hex | undefined>(places).fill(undefined);
    this.asked = new Int32Array(this.wordCount);
  }

  /** Uppercase hexadecimal text of the bytes from `start`; the caller sees to it that there are as many. */
  of(bytes: Uint8Array, start: number): Hex {
    const { asked, words, wordCount } = this;
    const end = start + this.byteLength;
    let hash = 0;
    for (let i = 0, at = start; i < wordCount; i++, at += 4) {
      // Past the end of the value there is nothing, or something that is not its own.
      const word =
        at + 4 <= end
          ? bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
          : lastWord(bytes, at, end);
      asked[i] = word;
      hash = Math.imul(hash ^ word, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const place = hash & this.mask;
    const from = place * wordCount;
    const text = this.texts[place];
    if (text !== undefined) {
      let i = 0;
      while (i < wordCount && words[from + i] === asked[i]) i++;
      if (i === wordCount) return text;
    }
    words.set(asked, from);
    const made = bytesToHex(bytes, start, end);
    this.texts[place] = made;
    return made;
  }
}

function lastWord(bytes: Uint8Array, start: number, end: number): number {
  let word = 0;
  for (let at = start; at < end; at++) word = (word << 8) | bytes[at]!;
  return word;
}
