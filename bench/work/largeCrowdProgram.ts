import { leaveFolder, temporaryFolder } from "../load/temporaryFolder.ts";
import { Crowd } from "./crowd.ts";

// Makes the ledger of a crowd of so many accounts on disk, and prints its folder, which is the caller's from then on.

const folder = temporaryFolder();
await new Crowd(Number(process.argv[2])).makeFolder(folder);
leaveFolder(folder);
console.log(folder);
