import type { NodeEvent, NodeEvents, NodeListener } from "./events.ts";

/** Passes events on to whoever listens. */
export class NodeEventHub implements NodeEvents {
  private readonly listeners = new Set<NodeListener>();

  /** Whether it is worth making events. */
  get isHeard(): boolean {
    return this.listeners.size > 0;
  }

  listen(listener: NodeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(event: NodeEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
