const prefix = (letters: string): number => Buffer.from(`${letters}\0`, "latin1").readUInt32BE(0);

/**
 * Four bytes that go before whatever is hashed or signed, so that no two kinds of thing ever hash alike.
 * Source: HashPrefix.h of the reference.
 */
export const hashPrefix = {
  /** A signed transaction: its id. */
  transactionID: prefix("TXN"),
  /** A transaction with its metadata: a leaf of the transaction tree. */
  transactionWithMetadata: prefix("SND"),
  /** A ledger entry with its key: a leaf of the state tree. */
  stateLeaf: prefix("MLN"),
  innerNode: prefix("MIN"),
  ledgerHeader: prefix("LWR"),
  transactionSigning: prefix("STX"),
  transactionMultiSigning: prefix("SMT"),
  paymentChannelClaim: prefix("CLM"),
  validation: prefix("VAL"),
  proposal: prefix("PRP"),
  manifest: prefix("MAN"),
} as const;
