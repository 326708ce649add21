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
 * - `O 1`: the next ledgers are open ones;
 * - `X FLAGS`: how the next transactions are applied: 16 for fail_hard, 32 for a first try, both, or 0;
 * - `T BLOB`: a transaction, answered by `RESULT METADATA`, `RESULT +` in an open ledger, which has no metadata, or
 *   `RESULT -` where it does not come into the ledger.
 */
export class OtherEngine {
  private readonly program: ChildProcessWithoutNullStreams;
  private readonly awaited: Awaited[] = [];
  private readonly difference: (applied: Applied, expected: string, got: string) => void;
  private flags = 0;
  private settled: (() => void) | undefined;
  private ended: Error | undefined;

  constructor(
    command: string,
    world: World,
    open: boolean,
    difference: (applied: Applied, expected: string, got: string) => void,
  ) {
    this.difference = difference;
    this.program = spawn(command, { shell: true });
    this.program.stderr.pipe(process.stderr);
    // A program that has ended takes nothing any more: the end itself is what is told.
    this.program.stdin.on("error", () => {});
    this.program.on("exit", (code) => {
      const stuck = this.awaited[0]?.applied;
      const at =
        stuck === undefined ? "" : ` at ${bytesToHex(stuck.blob)}, which is ${stuck.outcome.result} to us`;
      this.ended = new Error(`${command} ended with ${code}${at}`);
      this.settled?.();
    });
    createInterface({ input: this.program.stdout }).on("line", (line) => this.answer(line));
    for (const [key, entry] of world.state.all()) {
      this.tell(`S ${key} ${bytesToHex(encodeObject(entry as unknown as SerializedObject))}`);
    }
    const { base, units, reserveBase, reserveIncrement } = worldFees;
    this.tell(`F ${base} ${units} ${reserveBase} ${reserveIncrement}`);
    this.tell("A");
    if (open) this.tell("O 1");
    world.onLedger = ({ index, parentCloseTime, parentHash }) => {
      this.tell(`L ${index} ${parentCloseTime} ${parentHash}`);
    };
  }

  compare(applied: Applied): void {
    const { outcome, blob, flags } = applied;
    const metadata =
      outcome.metadata === undefined
        ? outcome.applied
          ? "+"
          : "-"
        : bytesToHex(encodeObject(outcome.metadata));
    this.setFlags((flags.failHard ? 16 : 0) + (flags.retry ? 32 : 0));
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

  private setFlags(flags: number): void {
    if (flags !== this.flags) this.tell(`X ${flags}`);
    this.flags = flags;
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
