import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Work } from "./bench.ts";

/** Kinds that are programs of their own: they measure parts, without a server, and print their figures. */
const programs = {
  codec: "How many objects a second the codec encodes and decodes on one core.",
  store: "The store by itself: commits, look-ups, older versions.",
  exchange: "Crossings and path searches by the engine itself, and how their cost grows.",
} as const;

export const programKinds: Readonly<Record<string, Work>> = Object.fromEntries(
  Object.entries(programs).map(([name, text]): [string, Work] => [
    name,
    async ({ note, keep }) => {
      note(name);
      const output = await outputOf(fileURLToPath(new URL(`../${name}.ts`, import.meta.url)));
      console.error(output);
      keep({ name, text: `${text}\n\n\`\`\`text\n${output.trimEnd()}\n\`\`\``, tables: [] });
    },
  ]),
);

/** What a TypeScript program prints. Throws where it fails. */
function outputOf(program: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} ended with code ${code}`)),
    );
  });
}
