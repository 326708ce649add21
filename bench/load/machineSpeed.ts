import { verifyBlob } from "../../src/crypto/verifyBlob.ts";
import { hexToBytes } from "../../src/protocol/hex.ts";
import { numberedAccount } from "./accounts.ts";
import { payment } from "./transactions.ts";

const rounds = 300;

/**
 * Seconds of processor time that this machine takes to check a signature, half of them secp256k1 and half Ed25519, at this
 * moment: shared machines are twice as fast in one minute as in another, and this is work that nobody can save.
 */
export function signatureCheck(): number {
  const to = numberedAccount(2).id;
  const blobs = [0, 1].map((number) => hexToBytes(payment(numberedAccount(number), to, 1n)));
  const check = () => {
    for (const blob of blobs) {
      const reason = verifyBlob(blob);
      if (reason !== undefined) throw new Error(`a good signature was refused: ${reason}`);
    }
  };
  for (let i = 0; i < rounds / 4; i++) check(); // the compiler needs a while
  const before = process.cpuUsage();
  for (let i = 0; i < rounds; i++) check();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / rounds / blobs.length;
}
