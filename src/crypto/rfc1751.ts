import { rfc1751Words } from "./rfc1751Words.ts";

const placeOf = new Map(rfc1751Words.map((word, place) => [word, place]));

/**
 * The twelve words of a 16-byte seed (RFC 1751). The protocol writes a seed's last byte first.
 */
export function seedToWords(seed: Uint8Array): string {
  const [first, second] = halvesOf(seed);
  return `${wordsOfHalf(first)} ${wordsOfHalf(second)}`;
}

/**
 * The 16-byte seed that twelve words stand for, or undefined where they are not twelve, not in the dictionary
 * or of wrong parity. Lower case is taken, and the digits 1, 0 and 5 for the letters they look like.
 *
 * The reference's look-up misses the word YOU, so that it takes one in two hundred of the phrases which it
 * proposes itself for something else, and restores a wrong account. Here the word is read like any other.
 */
export function seedFromWords(text: string): Uint8Array | undefined {
  // The protocol's white space is ASCII: JavaScript's \s and trim() know more.
  const words = text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, "").split(/[ \t\n\v\f\r]+/);
  if (words.length !== 12) return undefined;
  const first = halfOfWords(words.slice(0, 6));
  const second = halfOfWords(words.slice(6));
  if (first === undefined || second === undefined) return undefined;
  const seed = new Uint8Array(16);
  const view = new DataView(seed.buffer);
  view.setBigUint64(0, first);
  view.setBigUint64(8, second);
  return seed.reverse();
}

/**
 * One word for a whole byte string, by Jenkins's one-at-a-time hash: how the reference names a host to strangers,
 * from its public key. It tells servers apart and nothing more.
 */
export function wordFor(bytes: Uint8Array): string {
  let hash = 0;
  for (const byte of bytes) {
    hash = (hash + byte) >>> 0;
    hash = (hash + (hash << 10)) >>> 0;
    hash = (hash ^ (hash >>> 6)) >>> 0;
  }
  hash = (hash + (hash << 3)) >>> 0;
  hash = (hash ^ (hash >>> 11)) >>> 0;
  hash = (hash + (hash << 15)) >>> 0;
  return rfc1751Words[hash % rfc1751Words.length]!;
}

function halvesOf(seed: Uint8Array): [bigint, bigint] {
  const reversed = Uint8Array.from(seed).reverse();
  const view = new DataView(reversed.buffer);
  const halves: [bigint, bigint] = [view.getBigUint64(0), view.getBigUint64(8)];
  reversed.fill(0);
  return halves;
}

/** Six words carry 66 bits: 64 of the key and two of parity. */
function wordsOfHalf(half: bigint): string {
  const bits = (half << 2n) | parityOf(half);
  const words: string[] = [];
  for (let shift = 55n; shift >= 0n; shift -= 11n) {
    words.push(rfc1751Words[Number((bits >> shift) & 0x7ffn)]!);
  }
  return words.join(" ");
}

function halfOfWords(words: readonly string[]): bigint | undefined {
  let bits = 0n;
  for (const word of words) {
    const place = placeOf.get(standardSpelling(word));
    if (place === undefined) return undefined;
    bits = (bits << 11n) | BigInt(place);
  }
  const half = bits >> 2n;
  return (bits & 3n) === parityOf(half) ? half : undefined;
}

/** The sum of the 32 pairs of bits, modulo 4. */
function parityOf(half: bigint): bigint {
  let sum = 0n;
  for (let rest = half; rest > 0n; rest >>= 2n) sum += rest & 3n;
  return sum & 3n;
}

function standardSpelling(word: string): string {
  return word
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/1/g, "L")
    .replace(/0/g, "O")
    .replace(/5/g, "S");
}
