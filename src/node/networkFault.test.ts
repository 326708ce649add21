import { expect, test } from "vitest";
import { payment, rich, startTestNode } from "../../test/support/testNode.ts";
import type { Transaction } from "../engine/transaction.ts";
import { networkFault } from "./networkFault.ts";

test.each([
  [0, undefined, undefined],
  [0, 0, "telNETWORK_ID_MAKES_TX_NON_CANONICAL"],
  [1024, undefined, undefined],
  [1024, 1024, "telNETWORK_ID_MAKES_TX_NON_CANONICAL"],
  [1025, undefined, "telREQUIRES_NETWORK_ID"],
  [1025, 1026, "telWRONG_NETWORK"],
  [1025, 1025, undefined],
] as const)("on network %s, for network %s: %s", (networkId, NetworkID, fault) => {
  expect(networkFault({ NetworkID } as Transaction, networkId)).toBe(fault);
});

test("a transaction for another network is neither tried nor logged", async () => {
  const node = await startTestNode({ settings: { networkId: 7777 } });
  const { alice } = rich;
  const own = payment(alice, 1, { NetworkID: 7777 });
  for (const [transaction, result] of [
    [payment(alice, 1), "telREQUIRES_NETWORK_ID"],
    [payment(alice, 1, { NetworkID: 7778 }), "telWRONG_NETWORK"],
  ] as const) {
    expect(await node.submit(transaction)).toMatchObject({ result, applied: false, accepted: false });
    expect(node.simulate(transaction)).toMatchObject({ result, applied: false });
  }
  expect(node.ledgers.current().transactionCount()).toBe(0);
  expect(node.simulate(own)).toMatchObject({ result: "tesSUCCESS" });
  expect(await node.submit(own)).toMatchObject({ result: "tesSUCCESS", applied: true });
  await node.stop();
});
