import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { RpcError } from "../commands/rpcErrors.ts";
import { callServer, refusal } from "./callServer.ts";
import { clientUrl } from "./clientUrl.ts";

const request = { method: "sign", params: [{ secret: "the secret", tx_json: {} }] };

/** A server that gives one answer, and remembers what it was asked. */
async function answering(status: number, body: string) {
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let text = "";
    for await (const chunk of incoming) text += chunk;
    bodies.push(text);
    outgoing.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const outcome = await callServer(url, request);
  server.closeAllConnections();
  server.close();
  return { outcome, bodies };
}

test("the request is posted as JSON-RPC, and the whole reply comes back", async () => {
  const { outcome, bodies } = await answering(200, '{"result":{"status":"success"}}');
  expect(JSON.parse(bodies[0]!)).toEqual({ ...request, id: 1 });
  expect(outcome).toEqual({ output: { result: { status: "success" } }, exitCode: 0 });
});

test("an error's code is the exit code", async () => {
  const { outcome } = await answering(200, '{"result":{"error":"actNotFound","error_code":19}}');
  expect(outcome.exitCode).toBe(19);
  expect((await answering(200, '{"result":{"error":"malformedAddress"}}')).outcome.exitCode).toBe(1);
});

test("what is no JSON is told, and the secret is not", async () => {
  const { outcome } = await answering(403, "Forbidden\r\n");
  expect(outcome).toMatchObject({ exitCode: 73, output: { error: "internal", status: "error" } });
  expect(JSON.stringify(outcome)).toContain("the server answered with HTTP status 403: Forbidden");
  expect(JSON.stringify(outcome)).not.toContain("the secret");
});

test("a server that is not there is told by its address", async () => {
  const outcome = await callServer("http://127.0.0.1:1/", request);
  expect(outcome.exitCode).toBe(73);
  expect(JSON.stringify(outcome)).toContain("http://127.0.0.1:1/: connect ECONNREFUSED 127.0.0.1:1");
});

test("a password in the address is not told", async () => {
  const outcome = await callServer("http://me:password@127.0.0.1:1/", request);
  expect(JSON.stringify(outcome)).toContain("http://127.0.0.1:1/: connect ECONNREFUSED");
  expect(JSON.stringify(outcome)).not.toContain("password");
  await expect(clientUrl({ url: "htp://me:password@example.org/" })).rejects.toThrow(
    "--url: not an http address: htp://example.org/",
  );
});

test("arguments that make no request have an error of their own", () => {
  expect(refusal(new RpcError("badSyntax"))).toEqual({
    output: { error: "badSyntax", error_code: 1, error_message: "Syntax error.", status: "error" },
    exitCode: 1,
  });
});

test("a port that is none is named by its option", async () => {
  for (const [options, option] of [
    [{ port: "99999" }, "--port"],
    [{ rpc_port: "x" }, "--rpc_port"],
    [{ rpc_ip: "127.0.0.1:70000" }, "--rpc_ip"],
  ] as const) {
    await expect(clientUrl(options)).rejects.toThrow(`${option}: expected a port number, 0 to 65535`);
  }
  expect(await clientUrl({ port: "80" })).toBe("http://127.0.0.1/");
});
