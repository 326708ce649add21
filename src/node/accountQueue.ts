import type { Queued } from "./queued.ts";
import type { SequenceOrder } from "./sequenceOrder.ts";

/** What one account has in the queue, by sequence and then by ticket. Rarely more than ten. */
export class AccountQueue {
  private readonly waiting: Queued[] = [];
  /** One of its transactions was dropped after too many attempts: the others get fewer. */
  retryPenalty = false;
  /** One of its transactions failed or expired: others are dropped when the queue is nearly full. */
  dropPenalty = false;

  get transactions(): readonly Queued[] {
    return this.waiting;
  }

  get(order: SequenceOrder): Queued | undefined {
    const found = this.waiting[this.placeOf(order)];
    return found?.order === order ? found : undefined;
  }

  /** Those at this place or later. */
  from(order: SequenceOrder): readonly Queued[] {
    return this.waiting.slice(this.placeOf(order));
  }

  /** Those before this place. */
  before(order: SequenceOrder): readonly Queued[] {
    return this.waiting.slice(0, this.placeOf(order));
  }

  /** The one that comes next after this place. */
  after(order: SequenceOrder): Queued | undefined {
    const at = this.placeOf(order);
    return this.waiting[at]?.order === order ? this.waiting[at + 1] : this.waiting[at];
  }

  add(queued: Queued): void {
    this.waiting.splice(this.placeOf(queued.order), 0, queued);
  }

  remove(queued: Queued): void {
    const at = this.placeOf(queued.order);
    if (this.waiting[at] !== queued) throw new Error(`queue: ${queued.hash} is not in its account's list`);
    this.waiting.splice(at, 1);
  }

  private placeOf(order: SequenceOrder): number {
    let at = 0;
    while (at < this.waiting.length && this.waiting[at]!.order < order) at++;
    return at;
  }
}
