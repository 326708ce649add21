import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFolder, type StartedServer, startServer } from "./startedServer.ts";

interface Block {
  readonly language: string;
  readonly text: string;
}

/** The tour's commands, and below each what its answer must have. */
const readme = readFileSync(join(projectFolder, "README.md"), "utf8");
const tour = readme.slice(readme.indexOf("## A tour"), readme.indexOf("## Starting it another way"));
const blocks: Block[] = [...tour.matchAll(/^```(\w[\w ]*)\n(.*?)^```$/gms)].map(([, language, text]) => ({
  language: language!,
  text: text!,
}));

const run = promisify(execFile);

describe("the README's tour", () => {
  let server: StartedServer | undefined;
  beforeAll(async () => {
    server = await startServer("--data", ":memory:", "--close", "instant");
  });
  afterAll(async () => {
    await server?.stop();
  });

  const atThisServer = (text: string) =>
    text
      .replaceAll("127.0.0.1:5005", `127.0.0.1:${server!.port}`)
      .replaceAll("./bin/xagd ", `./bin/xagd --port ${server!.port} `);
  const setup = blocks.find(({ language }) => language === "sh setup")!.text;

  blocks.forEach(({ language, text }, i) => {
    const answer = blocks[i + 1];
    if (language === "sh") {
      test(text.trim().split("\n").join(" "), async () => {
        expect(answer?.language, "a command is followed by its answer").toBe("json");
        // Where the exit code is not 0 the reply still is what counts, and it would not match.
        const { stdout } = await run("bash", ["-c", atThisServer(`${setup}\n${text}`)], {
          cwd: projectFolder,
        });
        expect(JSON.parse(stdout)).toMatchObject(JSON.parse(answer!.text));
      });
    } else if (language === "js") {
      test("the program for xrpl.js", async () => {
        const folder = mkdtempSync(join(projectFolder, "node_modules", ".readme-")); // where it finds xrpl
        try {
          writeFileSync(join(folder, "tour.mjs"), atThisServer(text));
          const { stdout } = await run(process.execPath, [join(folder, "tour.mjs")]);
          expect(stdout).toContain(answer!.text.trim());
        } finally {
          rmSync(folder, { recursive: true });
        }
      });
    }
  });
});
