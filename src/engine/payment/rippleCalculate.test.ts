import { expect, test } from "vitest";
import { TestLedger, usd } from "../../../test/support/testLedger.ts";
import { PaymentSandbox } from "./paymentSandbox.ts";
import { rippleCalculate, rippleCalculateInSteps } from "./rippleCalculate.ts";

test("a payment in steps pauses after each price that it took, and comes to the same", () => {
  const ledger = new TestLedger();
  const [payer, maker, gateway] = ["payer", "maker", "gateway"].map((name) => ledger.fund(name, 10n ** 12n));
  const done = (fields: Parameters<TestLedger["apply"]>[0]) =>
    expect(ledger.apply(fields).result).toBe("tesSUCCESS");
  done({ TransactionType: "TrustSet", Account: maker!, LimitAmount: usd(1000, gateway!) });
  const stock = usd(100, gateway!);
  done({ TransactionType: "Payment", Account: gateway!, Destination: maker!.id, Amount: stock });
  for (const price of [1_000_000n, 1_100_000n, 1_200_000n, 1_300_000n])
    done({ TransactionType: "OfferCreate", Account: maker!, TakerPays: price, TakerGets: usd(1, gateway!) });

  const request = {
    source: payer!.id,
    destination: gateway!.id,
    deliver: usd(3, gateway!),
    maximum: 10_000_000n,
    paths: [],
  };
  const steps = rippleCalculateInSteps(new PaymentSandbox(ledger.state), request);
  let pauses = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) pauses++;
  expect(pauses).toBe(3);
  expect(step.value).toEqual(rippleCalculate(new PaymentSandbox(ledger.state), request));
  expect(step.value).toMatchObject({ result: "tesSUCCESS", in: 3_300_000n });
});
