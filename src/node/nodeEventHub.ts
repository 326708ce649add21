import type { NodeEvent, NodeEvents, NodeListener } from "./events.ts";

/** Passes events on to whoever listens. */
export class NodeEventHub implements NodeEvents {
  private readonly listeners = new Set<NodeListener>();
  private readonly onFault: (error: unknown) => void;

  /** @param onFault told of a listener that threw: neither the ledger nor the other listeners suffer from it */
  constructor(onFault: (error: unknown) => void) {
    this.onFault = onFault;
  }

  /** Whether it is worth making events. */
  get isHeard(): boolean {
    return this.listeners.size > 0;
  }

  listen(listener: NodeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(event: NodeEvent): void {
    for (const listener of this.listeners) {
      try {
        listener(event);
      } catch (error) {
        this.onFault(error);
      }
    }
  }
}
