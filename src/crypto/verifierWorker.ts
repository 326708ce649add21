import { parentPort } from "node:worker_threads";
import { unpackBatch, type VerifierBatch, type VerifierReply } from "./verifierBatch.ts";
import { verifyBlob } from "./verifyBlob.ts";

// A thread of verifierPool.ts: batches in, replies out, in order. Its first message, empty, says that it is up.
const port = parentPort;
if (port === null) throw new Error("verifierWorker.ts runs as a worker thread only");
port.on("message", (batch: VerifierBatch) => {
  const reply: VerifierReply = Array.from(unpackBatch(batch), verifyBlob);
  port.postMessage(reply);
});
port.postMessage([]);
