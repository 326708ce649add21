import type { Random } from "./random.ts";

/** A set that a random element can be picked from. */
export class Pool<T> {
  private readonly items: T[] = [];
  private readonly places = new Map<T, number>();

  get size(): number {
    return this.items.length;
  }

  add(item: T): void {
    if (this.places.has(item)) return;
    this.places.set(item, this.items.length);
    this.items.push(item);
  }

  delete(item: T): void {
    const place = this.places.get(item);
    if (place === undefined) return;
    this.places.delete(item);
    const last = this.items.pop()!;
    if (last === item) return;
    this.items[place] = last;
    this.places.set(last, place);
  }

  pick(random: Random): T | undefined {
    return this.items.length === 0 ? undefined : random.pick(this.items);
  }
}
