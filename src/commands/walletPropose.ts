import { accountIDFromPublicKey, eraseKeyPair } from "../crypto/keyPair.ts";
import { seedToWords } from "../crypto/rfc1751.ts";
import { erase } from "../crypto/secretBytes.ts";
import { proposeWallet } from "../crypto/walletProposal.ts";
import { encodeAccountPublicKey, encodeAddress, encodeSeed } from "../protocol/base58.ts";
import { bytesToHex } from "../protocol/hex.ts";
import { defineCommand } from "./command.ts";
import { secretParameters, withSecretErrors } from "./secrets.ts";

/** A new account's keys, random or from a seed. The account itself comes with its first payment. */
export const walletPropose = defineCommand({
  name: "wallet_propose",
  summary: "Makes a key pair and tells its address.",
  permission: "admin",
  request: { secrets: secretParameters },

  handle({ secrets }, context) {
    const { seed, keyPair, warning } = withSecretErrors(context, () => proposeWallet(secrets));
    eraseKeyPair(keyPair);
    const reply = {
      master_seed: encodeSeed(seed),
      master_seed_hex: bytesToHex(seed),
      master_key: seedToWords(seed),
      account_id: encodeAddress(accountIDFromPublicKey(keyPair.publicKey)),
      public_key: encodeAccountPublicKey(keyPair.publicKey),
      key_type: keyPair.algorithm,
      public_key_hex: keyPair.publicKey,
      ...(warning !== undefined && { warning }),
    };
    erase(seed);
    return reply;
  },
});
