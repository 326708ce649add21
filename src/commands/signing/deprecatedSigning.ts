import { type CommandContext, isAdmin } from "../context.ts";
import type { JsonObject } from "../json.ts";
import { RpcError } from "../rpcErrors.ts";

export const signingNotice =
  "This command has been deprecated and will be removed in a future version of the server. Please migrate to a standalone signing tool.";
export const submitSigningNotice =
  "Signing support in the 'submit' command has been deprecated and will be removed in a future version of the server. Please migrate to a standalone signing tool.";

/** @throws RpcError where this caller may not have things signed here */
export function checkSigningAllowed(context: CommandContext): void {
  if (!isAdmin(context) && !context.server.publicSigning) {
    throw new RpcError("notSupported", "Signing is not supported by this server.");
  }
}

/** Adds the notice to whatever `sign` answers, refusals included. */
export async function withNotice(
  notice: string,
  sign: () => JsonObject | Promise<JsonObject>,
): Promise<JsonObject> {
  try {
    return { ...(await sign()), deprecated: notice };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new RpcError(error.token, error.message, { ...error.fields, deprecated: notice });
  }
}
