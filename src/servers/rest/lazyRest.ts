import type { RestInterface, RestOptions } from "./restInterface.ts";

/**
 * The REST interface, made when the first request for it comes: loading what it is built with takes longer than
 * starting all the rest of the server.
 */
export function lazyRest(options: RestOptions): RestInterface {
  let made: Promise<RestInterface> | undefined;
  const make = async (): Promise<RestInterface> => {
    const { createRestInterface } = await import("./restInterface.ts");
    return createRestInterface(options);
  };
  return {
    handle(request, response) {
      made ??= make();
      made.then(
        (rest) => rest.handle(request, response),
        (error: unknown) => {
          options.onFault("the REST interface", error);
          response.writeHead(500).end();
        },
      );
    },
    async close() {
      await (await made)?.close();
    },
  };
}
