import type { EngineResult, NotTec } from "../../protocol/engineResults.ts";
import { array, optional, required, uint32 } from "../../protocol/fieldKinds.ts";
import { hasFlag, lsfDisableMaster, lsfOneOwnerCount } from "../../protocol/flags.ts";
import { keylet } from "../../protocol/keylets.ts";
import type { SignerEntry } from "../../protocol/ledgerEntryFormats.ts";
import { newEntry } from "../../state/newEntry.ts";
import { accountReserve } from "../../state/view.ts";
import { adjustOwnerCount } from "../account/ownerCount.ts";
import { accountIn } from "../commonChecks.ts";
import { addToOwnerDirectory } from "../ownerDirectory.ts";
import { type ApplyContext, defineTransaction, type TransactionOf } from "../transaction.ts";
import { removeSignerList } from "./removeSignerList.ts";

const format = {
  SignerQuorum: required(uint32),
  SignerEntries: optional(array<{ SignerEntry: SignerEntry }>()),
};
type SignerListSet = TransactionOf<typeof format>;

const maximumSigners = 8;

/** Sets, replaces or (quorum 0, no entries) removes the list of accounts that may sign together. */
export const signerListSet = defineTransaction({
  type: "SignerListSet",
  code: 12,
  amendment: "MultiSign",
  format,

  consequences: () => ({ isBlocker: true }),

  preflight({ tx }) {
    const { SignerQuorum: quorum, SignerEntries: entries } = tx;
    if (isRemoval(tx)) return "tesSUCCESS";
    if (quorum === 0 || entries === undefined) return "temMALFORMED";
    if (entries.some((entry) => entry.SignerEntry === undefined)) return "temMALFORMED";
    return checkSigners(tx, sortedSigners(entries));
  },

  apply: (context) => (isRemoval(context.tx) ? removeList(context) : replaceList(context)),
});

const isRemoval = (tx: SignerListSet): boolean => tx.SignerQuorum === 0 && tx.SignerEntries === undefined;

/** By account: the order of the list in the ledger, and of the signers in a multi-signed transaction. */
const sortedSigners = (entries: readonly { SignerEntry: SignerEntry }[]): SignerEntry[] =>
  entries
    .map(({ SignerEntry }) => ({ ...SignerEntry, Account: accountIn(SignerEntry.Account) }))
    .sort((a, b) => (a.Account < b.Account ? -1 : a.Account > b.Account ? 1 : 0));

function checkSigners(tx: SignerListSet, signers: readonly SignerEntry[]): NotTec {
  if (signers.length < 1 || signers.length > maximumSigners) return "temMALFORMED";
  if (signers.some((signer, at) => signer.Account === signers[at + 1]?.Account)) return "temBAD_SIGNER";
  let total = 0;
  for (const { Account, SignerWeight } of signers) {
    if (SignerWeight === 0) return "temBAD_WEIGHT";
    total += SignerWeight;
    // Signers need not be in the ledger, but the account itself is not one of them.
    if (Account === tx.Account) return "temBAD_SIGNER";
  }
  return total < tx.SignerQuorum ? "temBAD_QUORUM" : "tesSUCCESS";
}

function replaceList({ tx, view, priorBalance }: ApplyContext<SignerListSet>): EngineResult {
  // The old list goes first: it gives its reserve to the new one.
  const key = keylet.signerList(tx.Account);
  const old = view.peek(key);
  if (old !== undefined) {
    const removed = removeSignerList(view, tx.Account, old);
    if (removed !== "tesSUCCESS") return removed;
  }

  const root = view.peek(keylet.account(tx.Account));
  if (root === undefined) return "tefINTERNAL";
  // The balance before the fee: the reserve may be dipped into to pay it.
  if (priorBalance < accountReserve(view.fees, root.OwnerCount + 1)) return "tecINSUFFICIENT_RESERVE";

  const page = addToOwnerDirectory(view, tx.Account, key.key);
  if (page === undefined) return "tecDIR_FULL";
  view.insert(
    newEntry(key, {
      Flags: lsfOneOwnerCount,
      OwnerNode: page,
      SignerQuorum: tx.SignerQuorum,
      SignerListID: 0,
      SignerEntries: sortedSigners(tx.SignerEntries ?? []).map(({ Account, SignerWeight }) => ({
        SignerEntry: { Account, SignerWeight },
      })),
    }),
  );
  adjustOwnerCount(view, root, 1);
  return "tesSUCCESS";
}

function removeList({ tx, view }: ApplyContext<SignerListSet>): EngineResult {
  const root = view.peek(keylet.account(tx.Account));
  if (root === undefined) return "tefINTERNAL";
  // Somebody must still be able to sign afterwards.
  if (hasFlag(root.Flags, lsfDisableMaster) && root.RegularKey === undefined) return "tecNO_ALTERNATIVE_KEY";
  const list = view.peek(keylet.signerList(tx.Account));
  return list === undefined ? "tesSUCCESS" : removeSignerList(view, tx.Account, list);
}
