import { signTransaction } from "../crypto/signTransaction.ts";
import { defineCommand } from "./command.ts";
import { secretParameters, withKeyPair } from "./secrets.ts";
import { checkSigningAllowed, signingNotice, withNotice } from "./signing/deprecatedSigning.ts";
import { prepareTransaction } from "./signing/prepareTransaction.ts";
import { signedJson } from "./signing/signedJson.ts";
import { signingRequest } from "./signing/signingRequest.ts";

/** Signs a transaction, after filling in what the caller left to the server. */
export const sign = defineCommand({
  name: "sign",
  summary: "Signs a transaction.",
  request: { secrets: secretParameters, transaction: signingRequest },

  handle({ secrets, transaction }, context) {
    checkSigningAllowed(context);
    return withNotice(signingNotice, () =>
      withKeyPair(secrets, context, (keyPair) => {
        const signer = { publicKey: keyPair.publicKey, isOneOfSeveral: false };
        const tx = prepareTransaction(transaction, signer, context);
        return signedJson(signTransaction(tx, keyPair), context);
      }),
    );
  },
});
