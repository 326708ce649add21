import { expect, test } from "vitest";
import { RpcError, type RpcErrorToken } from "../../commands/rpcErrors.ts";
import { asRestError, badRequest, errorFromReply } from "./restError.ts";

test.each<[RpcErrorToken, number, number]>([
  ["invalidParams", 400, 31],
  ["actMalformed", 400, 35],
  ["actNotFound", 404, 19],
  ["lgrNotFound", 404, 21],
  ["transactionNotFound", 404, 31],
  ["highFee", 422, 11],
  ["tooBusy", 503, 9],
  ["slowDown", 503, 10],
  ["internal", 500, 73],
])("a command's %s is status %i with code %i", (token, status, code) => {
  const error = errorFromReply(new RpcError(token).toReply());
  expect(error.status).toBe(status);
  expect(error.toJson()).toMatchObject({ message: expect.any(String), errors: [{ code }] });
});

const fromFastify = (statusCode: number, message: string, code = ""): Error =>
  Object.assign(new Error(message), { statusCode, code });

test.each<[what: string, error: unknown, status: number | undefined, message?: string]>([
  ["a refusal of ours", badRequest("limit: too small"), 400, "limit: too small"],
  ["a body that is no JSON", fromFastify(400, "Unexpected token"), 400, "The body is no JSON."],
  ["a path that is none", fromFastify(400, "'/%zz'", "FST_ERR_BAD_URL"), 400, "The path is malformed."],
  ["a body that is too long", fromFastify(413, "too large"), 413, "The body is too long."],
  ["anything else of the transport's", fromFastify(431, "Headers too long"), 431, "Headers too long"],
  ["a mistake of the transport's", fromFastify(500, "oh"), undefined],
  ["a mistake of ours", new TypeError("x is not a function"), undefined],
  ["something that is no error", "oh", undefined],
])("%s", (_what, error, status, message) => {
  const refusal = asRestError(error);
  expect(refusal?.status).toBe(status);
  if (message !== undefined) expect(refusal?.toJson()).toMatchObject({ message, errors: [{ message }] });
});
