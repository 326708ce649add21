/**
 * Engine results by name. Peers agree on the numbers and clients show the texts: add, never renumber.
 *
 * - `tel` local error, not forwarded; `tem` malformed, cannot succeed in any ledger; `tef` failure, cannot
 *   succeed in this ledger's future; `ter` retry, might succeed later; `tes` success; `tec` claimed: no effect but
 *   the fee, in the ledger.
 *
 * A text names the native currency as "XRP"; {@link engineResultText} puts the ledger's own code in its place.
 * Source: the reference's TER.h and TER.cpp, version 1.8.0-b3; those about networks are of later versions.
 */
export const engineResults = {
  telLOCAL_ERROR: { code: -399, text: "Local failure." },
  telBAD_DOMAIN: { code: -398, text: "Domain too long." },
  telBAD_PATH_COUNT: { code: -397, text: "Malformed: Too many paths." },
  telBAD_PUBLIC_KEY: { code: -396, text: "Public key is not valid." },
  telFAILED_PROCESSING: { code: -395, text: "Failed to correctly process transaction." },
  telINSUF_FEE_P: { code: -394, text: "Fee insufficient." },
  telNO_DST_PARTIAL: { code: -393, text: "Partial payment to create account not allowed." },
  telCAN_NOT_QUEUE: { code: -392, text: "Can not queue at this time." },
  telCAN_NOT_QUEUE_BALANCE: {
    code: -391,
    text: "Can not queue at this time: insufficient balance to pay all queued fees.",
  },
  telCAN_NOT_QUEUE_BLOCKS: {
    code: -390,
    text: "Can not queue at this time: would block later queued transaction(s).",
  },
  telCAN_NOT_QUEUE_BLOCKED: {
    code: -389,
    text: "Can not queue at this time: blocking transaction in queue.",
  },
  telCAN_NOT_QUEUE_FEE: {
    code: -388,
    text: "Can not queue at this time: fee insufficient to replace queued transaction.",
  },
  telCAN_NOT_QUEUE_FULL: { code: -387, text: "Can not queue at this time: queue is full." },
  telWRONG_NETWORK: {
    code: -386,
    text: "Transaction specifies a Network ID that differs from that of the local node.",
  },
  telREQUIRES_NETWORK_ID: {
    code: -385,
    text: "Transactions submitted to this node/network must include a correct NetworkID field.",
  },
  telNETWORK_ID_MAKES_TX_NON_CANONICAL: {
    code: -384,
    text: "Transactions submitted to this node/network must NOT include a NetworkID field.",
  },
  temMALFORMED: { code: -299, text: "Malformed transaction." },
  temBAD_AMOUNT: { code: -298, text: "Can only send positive amounts." },
  temBAD_CURRENCY: { code: -297, text: "Malformed: Bad currency." },
  temBAD_EXPIRATION: { code: -296, text: "Malformed: Bad expiration." },
  temBAD_FEE: { code: -295, text: "Invalid fee, negative or not XRP." },
  temBAD_ISSUER: { code: -294, text: "Malformed: Bad issuer." },
  temBAD_LIMIT: { code: -293, text: "Limits must be non-negative." },
  temBAD_OFFER: { code: -292, text: "Malformed: Bad offer." },
  temBAD_PATH: { code: -291, text: "Malformed: Bad path." },
  temBAD_PATH_LOOP: { code: -290, text: "Malformed: Loop in path." },
  temBAD_REGKEY: { code: -289, text: "Malformed: Regular key cannot be same as master key." },
  temBAD_SEND_XRP_LIMIT: { code: -288, text: "Malformed: Limit quality is not allowed for XRP to XRP." },
  temBAD_SEND_XRP_MAX: { code: -287, text: "Malformed: Send max is not allowed for XRP to XRP." },
  temBAD_SEND_XRP_NO_DIRECT: {
    code: -286,
    text: "Malformed: No Ripple direct is not allowed for XRP to XRP.",
  },
  temBAD_SEND_XRP_PARTIAL: { code: -285, text: "Malformed: Partial payment is not allowed for XRP to XRP." },
  temBAD_SEND_XRP_PATHS: { code: -284, text: "Malformed: Paths are not allowed for XRP to XRP." },
  temBAD_SEQUENCE: { code: -283, text: "Malformed: Sequence is not in the past." },
  temBAD_SIGNATURE: { code: -282, text: "Malformed: Bad signature." },
  temBAD_SRC_ACCOUNT: { code: -281, text: "Malformed: Bad source account." },
  temBAD_TRANSFER_RATE: { code: -280, text: "Malformed: Transfer rate must be >= 1.0 and <= 2.0" },
  temDST_IS_SRC: { code: -279, text: "Destination may not be source." },
  temDST_NEEDED: { code: -278, text: "Destination not specified." },
  temINVALID: { code: -277, text: "The transaction is ill-formed." },
  temINVALID_FLAG: { code: -276, text: "The transaction has an invalid flag." },
  temREDUNDANT: { code: -275, text: "Sends same currency to self." },
  temRIPPLE_EMPTY: { code: -274, text: "PathSet with no paths." },
  temDISABLED: { code: -273, text: "The transaction requires logic that is currently disabled." },
  temBAD_SIGNER: { code: -272, text: "Malformed: No signer may duplicate account or other signers." },
  temBAD_QUORUM: { code: -271, text: "Malformed: Quorum is unreachable." },
  temBAD_WEIGHT: { code: -270, text: "Malformed: Weight must be a positive value." },
  temBAD_TICK_SIZE: { code: -269, text: "Malformed: Tick size out of range." },
  temINVALID_ACCOUNT_ID: { code: -268, text: "Malformed: A field contains an invalid account ID." },
  temCANNOT_PREAUTH_SELF: { code: -267, text: "Malformed: An account may not preauthorize itself." },
  temINVALID_COUNT: { code: -266, text: "Malformed: Count field outside valid range." },
  temUNCERTAIN: { code: -265, text: "In process of determining result. Never returned." },
  temUNKNOWN: { code: -264, text: "The transaction requires logic that is not implemented yet." },
  temSEQ_AND_TICKET: { code: -263, text: "Transaction contains a TicketSequence and a non-zero Sequence." },
  tefFAILURE: { code: -199, text: "Failed to apply." },
  tefALREADY: { code: -198, text: "The exact transaction was already in this ledger." },
  tefBAD_ADD_AUTH: { code: -197, text: "Not authorized to add account." },
  tefBAD_AUTH: { code: -196, text: "Transaction's public key is not authorized." },
  tefBAD_LEDGER: { code: -195, text: "Ledger in unexpected state." },
  tefCREATED: { code: -194, text: "Can't add an already created account." },
  tefEXCEPTION: { code: -193, text: "Unexpected program state." },
  tefINTERNAL: { code: -192, text: "Internal error." },
  tefNO_AUTH_REQUIRED: { code: -191, text: "Auth is not required." },
  tefPAST_SEQ: { code: -190, text: "This sequence number has already passed." },
  tefWRONG_PRIOR: { code: -189, text: "This previous transaction does not match." },
  tefMASTER_DISABLED: { code: -188, text: "Master key is disabled." },
  tefMAX_LEDGER: { code: -187, text: "Ledger sequence too high." },
  tefBAD_SIGNATURE: { code: -186, text: "A signature is provided for a non-signer." },
  tefBAD_QUORUM: { code: -185, text: "Signatures provided do not meet the quorum." },
  tefNOT_MULTI_SIGNING: { code: -184, text: "Account has no appropriate list of multi-signers." },
  tefBAD_AUTH_MASTER: { code: -183, text: "Auth for unclaimed account needs correct master key." },
  tefINVARIANT_FAILED: { code: -182, text: "Fee claim violated invariants for the transaction." },
  tefTOO_BIG: { code: -181, text: "Transaction affects too many items." },
  tefNO_TICKET: { code: -180, text: "Ticket is not in ledger." },
  terRETRY: { code: -99, text: "Retry transaction." },
  terFUNDS_SPENT: { code: -98, text: "DEPRECATED." },
  terINSUF_FEE_B: { code: -97, text: "Account balance can't pay fee." },
  terNO_ACCOUNT: { code: -96, text: "The source account does not exist." },
  terNO_AUTH: { code: -95, text: "Not authorized to hold IOUs." },
  terNO_LINE: { code: -94, text: "No such line." },
  terOWNERS: { code: -93, text: "Non-zero owner count." },
  terPRE_SEQ: { code: -92, text: "Missing/inapplicable prior transaction." },
  terLAST: { code: -91, text: "DEPRECATED." },
  terNO_RIPPLE: { code: -90, text: "Path does not permit rippling." },
  terQUEUED: { code: -89, text: "Held until escalated fee drops." },
  terPRE_TICKET: { code: -88, text: "Ticket is not yet in ledger." },
  tesSUCCESS: { code: 0, text: "The transaction was applied. Only final in a validated ledger." },
  tecCLAIM: { code: 100, text: "Fee claimed. Sequence used. No action." },
  tecPATH_PARTIAL: { code: 101, text: "Path could not send full amount." },
  tecUNFUNDED_ADD: { code: 102, text: "DEPRECATED." },
  tecUNFUNDED_OFFER: { code: 103, text: "Insufficient balance to fund created offer." },
  tecUNFUNDED_PAYMENT: { code: 104, text: "Insufficient XRP balance to send." },
  tecFAILED_PROCESSING: { code: 105, text: "Failed to correctly process transaction." },
  tecDIR_FULL: { code: 121, text: "Can not add entry to full directory." },
  tecINSUF_RESERVE_LINE: { code: 122, text: "Insufficient reserve to add trust line." },
  tecINSUF_RESERVE_OFFER: { code: 123, text: "Insufficient reserve to create offer." },
  tecNO_DST: { code: 124, text: "Destination does not exist. Send XRP to create it." },
  tecNO_DST_INSUF_XRP: { code: 125, text: "Destination does not exist. Too little XRP sent to create it." },
  tecNO_LINE_INSUF_RESERVE: { code: 126, text: "No such line. Too little reserve to create it." },
  tecNO_LINE_REDUNDANT: { code: 127, text: "Can't set non-existent line to default." },
  tecPATH_DRY: { code: 128, text: "Path could not send partial amount." },
  tecUNFUNDED: { code: 129, text: "Not enough XRP to satisfy the reserve requirement." },
  tecNO_ALTERNATIVE_KEY: {
    code: 130,
    text: "The operation would remove the ability to sign transactions with the account.",
  },
  tecNO_REGULAR_KEY: { code: 131, text: "Regular key is not set." },
  tecOWNERS: { code: 132, text: "Non-zero owner count." },
  tecNO_ISSUER: { code: 133, text: "Issuer account does not exist." },
  tecNO_AUTH: { code: 134, text: "Not authorized to hold asset." },
  tecNO_LINE: { code: 135, text: "No such line." },
  tecINSUFF_FEE: { code: 136, text: "Insufficient balance to pay fee." },
  tecFROZEN: { code: 137, text: "Asset is frozen." },
  tecNO_TARGET: { code: 138, text: "Target account does not exist." },
  tecNO_PERMISSION: { code: 139, text: "No permission to perform requested operation." },
  tecNO_ENTRY: { code: 140, text: "No matching entry found." },
  tecINSUFFICIENT_RESERVE: { code: 141, text: "Insufficient reserve to complete requested operation." },
  tecNEED_MASTER_KEY: { code: 142, text: "The operation requires the use of the Master Key." },
  tecDST_TAG_NEEDED: { code: 143, text: "A destination tag is required." },
  tecINTERNAL: { code: 144, text: "An internal error has occurred during processing." },
  tecOVERSIZE: { code: 145, text: "Object exceeded serialization limits." },
  tecCRYPTOCONDITION_ERROR: {
    code: 146,
    text: "Malformed, invalid, or mismatched conditional or fulfillment.",
  },
  tecINVARIANT_FAILED: { code: 147, text: "One or more invariants for the transaction were not satisfied." },
  tecEXPIRED: { code: 148, text: "Expiration time is passed." },
  tecDUPLICATE: { code: 149, text: "Ledger object already exists." },
  tecKILLED: { code: 150, text: "FillOrKill offer killed." },
  tecHAS_OBLIGATIONS: { code: 151, text: "The account cannot be deleted since it has obligations." },
  tecTOO_SOON: { code: 152, text: "It is too early to attempt the requested operation. Please wait." },
} as const;

export type EngineResult = keyof typeof engineResults;
/** What preflight may answer: it has no ledger, so it claims no fee. */
export type NotTec = Exclude<EngineResult, `tec${string}`>;

const namesByCode = new Map<number, EngineResult>(
  Object.entries(engineResults).map(([name, { code }]) => [code, name as EngineResult]),
);

/** The result with this number, or undefined where there is none. */
export const engineResultByCode = (code: number): EngineResult | undefined => namesByCode.get(code);

/** The text that clients show for a result, naming the native currency by its code (`XAG`, `XRP`). */
export const engineResultText = (result: EngineResult, nativeCurrency: string): string =>
  engineResults[result].text.replaceAll("XRP", nativeCurrency);

/** In a ledger, with the fee taken: success or a claimed failure. */
export const isClaimed = (result: EngineResult): boolean => result.startsWith("tec");
