import type { JsonValue } from "../commands/json.ts";

/** A parsed document, or why there is none: in the reference's words, since clients see them. */
export type JsonReading = { readonly value: JsonValue } | { readonly error: string };

/** Arrays and objects may not be nested deeper than this. */
const deepest = 25;

/**
 * Parses a request. What JSON.parse takes is taken, unless it is nested too deep, has whole numbers of more than 32
 * bits, or names a member twice. Everything else is read again the reference's way, which allows comments, and text
 * after the document, and has its own error messages.
 */
export function readJson(text: string): JsonReading {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return new TolerantReader(text).read();
  }
  const members = typeof value === "object" ? membersOf(value, deepest + 1) : undefined;
  const isTaken = members !== undefined && namesEachOnce(text, members);
  return isTaken ? { value } : new TolerantReader(text).read();
}

/** How many members there are at all depths; undefined where it is nested too deep or has too large a number. */
function membersOf(value: JsonValue, depth: number): number | undefined {
  if (typeof value === "number") return isInRange(value) ? 0 : undefined;
  if (typeof value !== "object" || value === null) return 0;
  if (depth === 0) return undefined;
  let count = 0;
  if (Array.isArray(value)) {
    for (const element of value) {
      const within = membersOf(element, depth - 1);
      if (within === undefined) return undefined;
      count += within;
    }
    return count;
  }
  // JSON.parse makes plain objects: there is nothing inherited to leave out
  for (const name in value) {
    const within = membersOf((value as Record<string, JsonValue>)[name]!, depth - 1);
    if (within === undefined) return undefined;
    count += within + 1;
  }
  return count;
}

/**
 * Whether a well-formed document names no member twice: of doubles JSON.parse keeps the last, so that a reader before
 * this one might have judged another value than the one that counts. `members` is how many it kept; each name in the
 * text has a colon.
 */
function namesEachOnce(text: string, members: number): boolean {
  let colons = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) colons++;
  return colons === members || colonsOutsideStrings(text) === members;
}

function colonsOutsideStrings(text: string): number {
  let colons = 0;
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === 34) isInside = !isInside;
    else if (letter === 92) i++;
    else if (letter === 58 && !isInside) colons++;
  }
  return colons;
}

/** A whole number has 32 bits, signed or not. So none is ever rounded without a word. */
const isInRange = (value: number): boolean => value >= -0x8000_0000 && value <= 0xffff_ffff;

type TokenKind = "{" | "}" | "[" | "]" | "," | ":" | "string" | "number" | "word" | "comment" | "end" | "bad";
interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

class ReadError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const words: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "/": "/",
  "\\": "\\",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Only used for text that JSON.parse refuses: it may be slow. Source: json_reader.cpp of the reference. */
class TolerantReader {
  private readonly text: string;
  private position = 0;

  constructor(text: string) {
    this.text = text;
  }

  read(): JsonReading {
    try {
      const value = this.readValue(0);
      if (typeof value !== "object") {
        throw new ReadError("A valid JSON document must be either an array or an object value.", 0);
      }
      return { value };
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      return { error: `* ${this.placeOf(error.at)}\n  ${error.message}\n` };
    }
  }

  private readValue(depth: number): JsonValue {
    const token = this.nextToken();
    if (depth > deepest) throw new ReadError("Syntax error: maximum nesting depth exceeded", token.start);
    switch (token.kind) {
      case "{":
        return this.readObject(depth);
      case "[":
        return this.readArray(depth);
      case "number":
        return this.readNumber(token);
      case "string":
        return this.readString(token);
      case "word":
        return words[this.text.slice(token.start, token.end)]!;
      default:
        throw new ReadError("Syntax error: value, object or array expected.", token.start);
    }
  }

  private readObject(depth: number): JsonValue {
    const members = new Map<string, JsonValue>();
    let name = "";
    for (;;) {
      const token = this.nextToken();
      if (token.kind === "}" && name === "") break;
      if (token.kind !== "string") throw new ReadError("Missing '}' or object member name", token.start);
      name = this.readString(token);
      const colon = this.nextToken();
      if (colon.kind !== ":") throw new ReadError("Missing ':' after object member name", colon.start);
      if (members.has(name)) throw new ReadError(`Key '${name}' appears twice.`, token.start);
      members.set(name, this.readValue(depth + 1));
      const comma = this.nextToken();
      if (comma.kind === "}") break;
      if (comma.kind !== ",") throw new ReadError("Missing ',' or '}' in object declaration", comma.start);
    }
    return Object.fromEntries(members);
  }

  private readArray(depth: number): JsonValue {
    const elements: JsonValue[] = [];
    this.skipSpaces();
    if (this.text[this.position] === "]") {
      this.position++;
      return elements;
    }
    for (;;) {
      elements.push(this.readValue(depth + 1));
      const token = this.nextToken();
      if (token.kind === "]") return elements;
      if (token.kind !== ",") throw new ReadError("Missing ',' or ']' in array declaration", token.start);
    }
  }

  private readNumber(token: Token): number {
    const digits = this.text.slice(token.start, token.end);
    const isWhole = /^-?\d*$/.test(digits);
    // Of 1.2.3 the beginning counts.
    const value = Number.parseFloat(digits);
    if (Number.isNaN(value)) {
      throw new ReadError(`'${digits}' is not a ${digits === "-" ? "valid " : ""}number.`, token.start);
    }
    if (isWhole && !isInRange(value)) {
      throw new ReadError(`'${digits}' exceeds the allowable range.`, token.start);
    }
    return value;
  }

  private readString(token: Token): string {
    const body = this.text.slice(token.start + 1, token.end - 1);
    return body.replace(
      /\\(?:u([0-9A-Fa-f]{4})|(.)|$)/gs,
      (_all, code: string | undefined, letter: string) => {
        if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
        const character = escapes[letter];
        if (character === undefined) throw new ReadError("Bad escape sequence in string", token.start);
        return character;
      },
    );
  }

  /** The next token that is no comment. */
  private nextToken(): Token {
    for (;;) {
      const token = this.readToken();
      if (token.kind !== "comment") return token;
    }
  }

  private readToken(): Token {
    this.skipSpaces();
    const start = this.position;
    const match = (kind: TokenKind, pattern: RegExp): Token => {
      pattern.lastIndex = start;
      const found = pattern.exec(this.text)?.[0];
      this.position = start + (found?.length ?? 1);
      return { kind: found === undefined ? "bad" : kind, start, end: this.position };
    };
    const letter = this.text[start];
    switch (letter) {
      case undefined:
        return { kind: "end", start, end: start };
      case "{":
      case "}":
      case "[":
      case "]":
      case ",":
      case ":":
        this.position++;
        return { kind: letter, start, end: this.position };
      case '"':
        return match("string", /"(?:[^"\\]|\\.)*"/sy);
      case "/":
        return match("comment", /\/\*.*?\*\/|\/\/[^\r\n]*(?:[\r\n]|$)/sy);
      case "t":
      case "f":
      case "n":
        return match("word", /true|false|null/y);
      default:
        return match("number", /[-\d][-\d.eE+]*/y);
    }
  }

  private skipSpaces(): void {
    while (" \t\r\n".includes(this.text[this.position] ?? "x")) this.position++;
  }

  private placeOf(at: number): string {
    const before = this.text.slice(0, at).split(/\r\n|\r|\n/);
    return `Line ${before.length}, Column ${before[before.length - 1]!.length + 1}`;
  }
}
