import { minimumFee } from "../engine/minimumFee.ts";
import type { Transaction } from "../engine/transaction.ts";
import { keylet } from "../protocol/keylets.ts";
import type { AccountID, Drops } from "../protocol/types.ts";
import { baseLevel, mulDiv } from "./feeEscalation.ts";
import type { LedgerMachine } from "./ledgerMachine.ts";
import type { LoadFees, QueuedTransaction, QueueMetrics, QueueView } from "./queueView.ts";

/** The server's own load factor at rest. It never rises here: a server that has too much to do makes callers wait. */
const restingLoad = 256;

/** What commands may know of the queue. */
export class QueueFacts implements QueueView {
  private readonly machine: LedgerMachine;

  constructor(machine: LedgerMachine) {
    this.machine = machine;
  }

  metrics(): QueueMetrics {
    const { queue, open } = this.machine;
    const openLedgerCount = open.transactions.size;
    return {
      queuedCount: queue.size,
      maxQueueSize: queue.maximumSize,
      openLedgerCount,
      expectedLedgerSize: queue.metrics.expectedSize,
      referenceLevel: baseLevel,
      minimumLevel: queue.minimumLevel,
      medianLevel: queue.metrics.multiplier,
      openLedgerLevel: queue.metrics.requiredLevel(openLedgerCount),
    };
  }

  loadFees(): LoadFees {
    const { openLedgerLevel, minimumLevel, referenceLevel } = this.metrics();
    const escalation = mulDiv(openLedgerLevel, BigInt(restingLoad), referenceLevel);
    return {
      loadBase: restingLoad,
      loadFactorServer: restingLoad,
      loadFactor: escalation > BigInt(restingLoad) ? escalation : BigInt(restingLoad),
      feeEscalation: openLedgerLevel,
      feeQueue: minimumLevel,
      feeReference: referenceLevel,
      baseFee: this.machine.open.fees.base,
    };
  }

  ofAccount(account: AccountID): readonly QueuedTransaction[] {
    return [...(this.machine.queue.account(account)?.transactions ?? [])];
  }

  all(): readonly QueuedTransaction[] {
    return [...this.machine.queue.all()];
  }

  requiredFee(tx: Transaction): Drops {
    const { queue, open } = this.machine;
    const level = queue.metrics.requiredLevel(open.transactions.size);
    return mulDiv(level, minimumFee(tx, open), baseLevel);
  }

  nextSequence(account: AccountID): number {
    const { queue, open } = this.machine;
    return queue.nextSequence(open.read(keylet.account(account)));
  }
}
