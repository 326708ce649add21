import { describe } from "vitest";
import { transactionLogContract } from "../../test/contracts/transactionLog.ts";
import { memoryLog } from "./memoryLog.ts";

describe("the memory log", () => transactionLogContract(async () => memoryLog()));
