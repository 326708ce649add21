import type { Node } from "../node/node.ts";
import { PathService } from "../node/paths/pathService.ts";
import type { Services } from "./context.ts";
import { PathRequests } from "./pathFinding/pathRequests.ts";
import type { ServerControl } from "./serverControl.ts";
import { Subscriptions } from "./subscriptions/subscriptions.ts";
import type { UrlSubscribers } from "./subscriptions/urlSubscribers.ts";

/** What commands act on, around a running node. `stop` ends what goes on by itself. */
export function createServices(
  node: Node,
  server: ServerControl,
  urlSubscribers: UrlSubscribers,
): Services & { stop(): void } {
  const paths = new PathService();
  const subscriptions = new Subscriptions({ node }, server.networkId);
  const pathRequests = new PathRequests({ node, paths }, subscriptions);
  return {
    node,
    server,
    paths,
    subscriptions,
    urlSubscribers,
    pathRequests,
    vetoes: new Set(),
    stop() {
      pathRequests.end();
      paths.stop();
      subscriptions.close();
    },
  };
}
