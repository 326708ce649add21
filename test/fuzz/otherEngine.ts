import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { encodeObject } from "../../src/protocol/codec/encodeObject.ts";
import { bytesToHex } from "../../src/protocol/hex.ts";
import type { SerializedObject } from "../../src/protocol/types.ts";
import { type Applied, type World, worldFees } from "./world.ts";

interface Awaited {
  readonly applied: Applied;
  readonly expected: string;
}

/**
 * Another engine to compare with: a program that is told the ledger and the transactions on its standard input
 * and says on its standard output what each came to. Line by line, words apart by a space, bytes in hex:
 *
 * - `S KEY ENTRY`, `F BASE UNITS RESERVE INCREMENT`, `A`: the state to begin with, its fees, its end;
 * - `L INDEX PARENT_CLOSE_TIME PARENT_HASH`: a new ledger begins;
 * - `T BLOB`: a transaction, answered by `RESULT METADATA`, or `RESULT -` where it does not come into the ledger.
 */
export class OtherEngine {
  private readonly program: ChildProcessWithoutNullStreams;
  private readonly awaited: Awaited[] = [];
  private readonly difference: (applied: Applied, expected: string, got: string) => void;
  private settled: (() => void) | undefined;
  private ended: Error | undefined;

  constructor(
    command: string,
    world: World,
    difference: (applied: Applied, expected: string, got: string) => void,
  ) {
    this.difference = difference;
    this.program = spawn(command, { shell: true });
    this.program.stderr.pipe(process.stderr);
    this.program.on("exit", (code) => {
      this.ended = new Error(`${command} ended with ${code}`);
      this.settled?.();
    });
    createInterface({ input: this.program.stdout }).on("line", (line) => this.answer(line));
    for (const [key, entry] of world.state.all()) {
      this.tell(`S ${key} ${bytesToHex(encodeObject(entry as unknown as SerializedObject))}`);
    }
    const { base, units, reserveBase, reserveIncrement } = worldFees;
    this.tell(`F ${base} ${units} ${reserveBase} ${reserveIncrement}`);
    this.tell("A");
    world.onLedger = ({ index, parentCloseTime, parentHash }) => {
      this.tell(`L ${index} ${parentCloseTime} ${parentHash}`);
    };
  }

  compare(applied: Applied): void {
    const { outcome, blob } = applied;
    const metadata = outcome.metadata === undefined ? "-" : bytesToHex(encodeObject(outcome.metadata));
    this.awaited.push({ applied, expected: `${outcome.result} ${metadata}` });
    this.tell(`T ${bytesToHex(blob)}`);
  }

  /** Waits until everything has been answered. */
  async settle(): Promise<void> {
    while (this.awaited.length > 0) {
      if (this.ended !== undefined) throw this.ended;
      await new Promise<void>((resolve) => {
        this.settled = resolve;
      });
    }
  }

  end(): void {
    this.program.stdin.end();
  }

  private tell(line: string): void {
    this.program.stdin.write(`${line}\n`);
  }

  private answer(line: string): void {
    const next = this.awaited.shift();
    if (next === undefined) throw new Error(`an answer to nothing: ${line}`);
    if (line !== next.expected) this.difference(next.applied, next.expected, line);
    if (this.awaited.length === 0) this.settled?.();
  }
}
