/** Serialized transactions on their way to a worker: one run of bytes and where each ends, both transferred. */
export interface VerifierBatch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
}

/** A reason for each transaction of the batch, in its order; undefined where the signatures are good. */
export type VerifierReply = readonly (string | undefined)[];

/** Copies blobs into one run of bytes, which goes to a thread without being copied again. */
export function packBatch(blobs: readonly Uint8Array[]): VerifierBatch {
  let length = 0;
  for (const blob of blobs) length += blob.length;
  const bytes = new Uint8Array(length);
  const ends = new Uint32Array(blobs.length);
  let end = 0;
  blobs.forEach((blob, i) => {
    bytes.set(blob, end);
    end += blob.length;
    ends[i] = end;
  });
  return { bytes, ends };
}

/** The blobs of a batch, in order. They share its bytes. */
export function* unpackBatch({ bytes, ends }: VerifierBatch): Iterable<Uint8Array> {
  let start = 0;
  for (const end of ends) {
    yield bytes.subarray(start, end);
    start = end;
  }
}
