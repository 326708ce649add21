import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isJsonObject, type JsonObject, type JsonValue } from "../commands/json.ts";
import { RpcError } from "../commands/rpcErrors.ts";
import { withoutCredentials } from "./clientUrl.ts";
import type { CommandLineRequest } from "./commandLineRequest.ts";

/** What a command prints, and the exit code that goes with it. */
export interface CommandOutcome {
  readonly output: JsonValue;
  readonly exitCode: number;
}

/** Posts the request and says what to print. Never throws: what goes wrong is an outcome too. */
export async function callServer(url: string, request: CommandLineRequest): Promise<CommandOutcome> {
  try {
    const output = await post(url, request);
    return { output, exitCode: exitCodeOf(output) };
  } catch (error) {
    return transportFailure(url, error);
  }
}

/** A request that could not be made of the arguments. */
export function refusal(error: RpcError): CommandOutcome {
  const output = { ...error.toReply(), status: "error" };
  return { output, exitCode: exitCodeOf({ result: output }) };
}

async function post(url: string, request: CommandLineRequest): Promise<JsonValue> {
  const { status, text } = await exchange(url, JSON.stringify({ ...request, id: 1 }));
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    const said = text.trim() === "" ? "" : `: ${text.trim().slice(0, 200)}`;
    throw new Error(`the server answered with HTTP status ${status}${said}`);
  }
}

/** Not by fetch(), which refuses some ports. */
function exchange(url: string, body: string): Promise<{ status: number | undefined; text: string }> {
  const request = url.startsWith("https:") ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method: "POST", headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString("utf8") });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function transportFailure(url: string, error: unknown): CommandOutcome {
  // Where a name has several addresses, the error is all of theirs and says nothing itself.
  const { message, code } = error as NodeJS.ErrnoException;
  const hint = code === "ECONNREFUSED" ? ". No server listens there; xagd start starts one." : "";
  const output: JsonObject = {
    ...new RpcError("internal").toReply(),
    error_what: `${withoutCredentials(url)}: ${message || code}${hint}`,
    status: "error",
  };
  return { output, exitCode: exitCodeOf({ result: output }) };
}

/** 0, or the error's code, so that scripts can tell errors apart; 1 for those without one. */
function exitCodeOf(output: JsonValue): number {
  const result = isJsonObject(output) ? (output.result ?? output) : output;
  if (!isJsonObject(result) || result.error === undefined) return 0;
  const { error_code } = result;
  return typeof error_code === "number" && error_code > 0 && error_code < 256 ? error_code : 1;
}
