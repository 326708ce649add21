import type { IncomingMessage, ServerResponse } from "node:http";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Caller } from "../../commands/context.ts";
import { type Dispatcher, isErrorReply } from "../../commands/dispatch.ts";
import type { JsonObject } from "../../commands/json.ts";
import { plainJson } from "../../commands/writtenJson.ts";
import type { Node } from "../../node/node.ts";
import type { SigningService } from "../signing/signingService.ts";
import { checkRequest } from "./checkRequest.ts";
import type { FaucetSettings } from "./faucetSettings.ts";
import { createInTurn } from "./inTurn.ts";
import { openApiDocument } from "./openApi.ts";
import { addPages } from "./pages.ts";
import { asRestError, codeOf, errorFromReply, RestError, restCodes } from "./restError.ts";
import type { RestServices, Route } from "./route.ts";
import { restRoutes } from "./routes.ts";
import { sendReply } from "./sendReply.ts";

/** What the interface stands on. */
export interface RestOptions {
  readonly dispatcher: Dispatcher;
  readonly node: Node;
  /** The server's version. */
  readonly version: string;
  readonly signing: SigningService;
  /** Only for a development ledger. */
  readonly faucet: FaucetSettings | undefined;
  /** Told of errors that are nobody's but ours, with the route; never with a request. */
  onFault(route: string, error: unknown): void;
}

/** The REST side of a port. */
export interface RestInterface {
  /** Answers one HTTP request. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

/** A longer body is refused. */
const maxBodyBytes = 1_000_000;

/** The REST interface, the documentation and the explorer's page, to stand behind a server that listens. */
export async function createRestInterface(options: RestOptions): Promise<RestInterface> {
  const { node, version, faucet } = options;
  const native = node.settings.nativeCurrency;
  const routes = restRoutes(native, faucet);
  let document: JsonObject | undefined;
  const services: RestServices = {
    node,
    native,
    version,
    signing: options.signing,
    faucet,
    call: callerOf(options.dispatcher),
    inTurn: createInTurn(),
    document: () => {
      document ??= openApiDocument(routes, native, version);
      return document;
    },
  };
  const app = fastify({
    bodyLimit: maxBodyBytes,
    // A parameter that is too long is malformed like any other, and is told so by its route.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: Number.MAX_SAFE_INTEGER },
    // The path itself cannot be read.
    frameworkErrors: (error, _request, reply) => sendRefusal(asRestError(error) ?? internalError(), reply),
  });
  readEverythingAsJson(app);
  addErrors(app, options.onFault);
  for (const route of routes) addRoute(app, route, services);
  await addPages(app);
  await app.ready();
  return {
    handle: (request, response) => app.routing(request, response),
    close: () => app.close(),
  };
}

/** Commands run here as they would for anybody: what one caller is answered may be cached for all. */
function callerOf(dispatcher: Dispatcher): RestServices["call"] {
  const nobody: Omit<Caller, "apiVersion"> = { role: "guest", subscriber: undefined };
  return async (request, apiVersion = 1) => {
    const reply = await dispatcher.run(request, { ...nobody, apiVersion });
    if (isErrorReply(reply)) throw errorFromReply(reply);
    return plainJson(reply);
  };
}

/** Whatever a body calls itself: curl, for one, says that it sends a form. */
function readEverythingAsJson(app: FastifyInstance): void {
  const parser = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, parser);
}

function addRoute(app: FastifyInstance, route: Route, services: RestServices): void {
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const { params, query, body, headers } = request;
      const input = checkRequest(route, { params, query, body, authorization: headers.authorization });
      return sendReply(await route.handle(input, services), request, reply);
    },
  });
}

function addErrors(app: FastifyInstance, onFault: RestOptions["onFault"]): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRestError(error);
    if (refusal === undefined) onFault(`${request.method} ${request.routeOptions.url}`, error);
    sendRefusal(refusal ?? internalError(), reply);
  });
  app.setNotFoundHandler((_request, reply) => {
    const message = "There is no such resource; GET /apiDocs lists them.";
    sendRefusal(new RestError(404, [{ code: restCodes.noSuchResource, message }]), reply);
  });
}

function sendRefusal(refusal: RestError, reply: FastifyReply): void {
  if (refusal.status === 401) reply.header("WWW-Authenticate", "Bearer");
  reply.status(refusal.status).header("Cache-Control", "no-store").send(refusal.toJson());
}

const internalError = (): RestError =>
  new RestError(500, [{ code: codeOf("internal"), message: "Internal error." }]);
