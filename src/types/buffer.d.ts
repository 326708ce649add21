/**
 * Methods that every Buffer of Node.js has and `toString` and `write` call; the type package leaves them out.
 * Called directly they save the look-up of the encoding's name, a third of a short conversion.
 */
interface Buffer {
  latin1Slice(start: number, end: number): string;
  hexWrite(text: string, offset: number, length: number): number;
}
