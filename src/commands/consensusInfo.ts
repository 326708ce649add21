import { defineCommand } from "./command.ts";

/** The state of consensus. A server alone agrees with itself at once. */
export const consensusInfo = defineCommand({
  name: "consensus_info",
  summary: "The state of the consensus process.",
  permission: "admin",
  request: {},

  handle(_input, { node }) {
    const { header } = node.ledgers.closed();
    return {
      info: {
        close_granularity: header.closeTimeResolution,
        close_resolution: header.closeTimeResolution,
        converge_percent: 0,
        have_time_consensus: false,
        ledger_seq: header.ledgerIndex + 1,
        phase: "open",
        previous_mseconds: 100,
        previous_proposers: 0,
        proposers: 0,
        proposing: false,
        synched: true,
      },
    };
  },
});
