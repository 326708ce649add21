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
      made
        .then((rest) => rest.handle(request, response))
        .catch((error: unknown) => {
          options.onFault("the REST interface", error);
          if (response.headersSent) response.destroy();
          else response.writeHead(500).end();
        });
    },
    async close() {
      const rest = await made?.catch(() => undefined); // whoever asked for it was told
      await rest?.close();
    },
  };
}
