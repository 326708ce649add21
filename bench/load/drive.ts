import type { HttpConnection } from "./httpConnection.ts";
import type { HttpReply } from "./replyReader.ts";

/** Gives a connection's next request, perhaps later, or undefined when it has no more. */
export type NextRequest = (connection: number) => Buffer | undefined | Promise<Buffer | undefined>;

/** Looks at a reply and throws where it is not as it should be. */
export type CheckReply = (reply: HttpReply) => void;

/** A benchmark of errors would be fast: every reply is looked at for the word that a good one has. */
export const expectText = (text: string): CheckReply => {
  const wanted = Buffer.from(text);
  return ({ status, body }) => {
    if (status === 200 && body.includes(wanted)) return;
    const reply = body.toString("utf8");
    const result = /"engine_result":\s*"\w+"/.exec(reply)?.[0] ?? "";
    throw new Error(`expected ${text}, got HTTP ${status} ${result} ${reply.slice(0, 600)}`);
  };
};

/**
 * Keeps every connection busy with one request after the other until there are no more.
 * @returns how long each reply took, in milliseconds, in no particular order
 */
export async function drive(
  connections: readonly HttpConnection[],
  next: NextRequest,
  check: CheckReply,
): Promise<number[]> {
  const latencies: number[] = [];
  await Promise.all(
    connections.map(async (connection, number) => {
      for (let request = await next(number); request !== undefined; request = await next(number)) {
        const begin = performance.now();
        const reply = await connection.send(request);
        latencies.push(performance.now() - begin);
        check(reply);
      }
    }),
  );
  return latencies;
}

/** Every request of a list once, from any connection. */
export function each(requests: readonly Buffer[]): NextRequest {
  let at = 0;
  return () => requests[at++];
}

/** The lists one after the other, each on a connection of its own: what is in a list keeps its order. */
export function eachInOrder(lists: readonly (readonly Buffer[])[]): NextRequest {
  const places = lists.map(() => 0);
  return (connection) => lists[connection]?.[places[connection]!++];
}

/** The requests over and over again, until the time is over. */
export function repeatedly(requests: readonly Buffer[], seconds: number): NextRequest {
  const end = performance.now() + seconds * 1000;
  let at = 0;
  return () => (performance.now() < end ? requests[at++ % requests.length] : undefined);
}
