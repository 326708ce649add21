import type { Options } from "../options.ts";
import type { CostRow, Section } from "../report.ts";

/** What every kind of work is given. */
export interface Bench {
  readonly options: Options;
  /** Tells the person who waits what is going on. */
  note(text: string): void;
  /** Keeps what was measured: it is in the report even if a later kind fails. */
  keep(section: Section): void;
  /** Tells a measurement as soon as it is there. */
  say(name: string, rows: readonly CostRow[]): void;
}

/** Measures one or more kinds of work. */
export type Work = (bench: Bench) => Promise<void>;
