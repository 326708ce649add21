import { crashTest } from "./crashTest.ts";

/** `tsx test/crash/main.ts [ROUNDS] [SEED]`: 50 rounds if nothing else is said. */
const rounds = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? 1);
const { acknowledged, ledgers } = await crashTest(rounds, seed);
process.stdout.write(
  `killed ${rounds} times, seed ${seed}: ${acknowledged} acknowledged transactions, each once in ${ledgers} ledgers\n`,
);
