import type { JsonObject } from "../../../src/commands/json.ts";
import { httpStatusOf, rpcErrors } from "../../../src/commands/rpcErrors.ts";
import { guardedTexts } from "./guarded.ts";

/** Errors of transports, beside those of commands. */
const otherTokens = new Set(["jsonInvalid", "missingCommand", "invalid_API_version"]);

/** Further problems would only say the same again. */
const mostProblems = 50;

/** Looks at what a server answers, and keeps what should not have been. */
export class Judge {
  readonly problems: string[] = [];

  get hasEnough(): boolean {
    return this.problems.length >= mostProblems;
  }

  note(problem: string): void {
    if (!this.hasEnough) this.problems.push(problem);
  }

  /** Notes what is wrong with the answer to a request over HTTP. */
  answer(what: string, status: number, text: string): void {
    if (status === 200) this.json(what, text);
    else this.secrets(what, text);
    if ([200, 400, 403].includes(status)) return;
    // Newer clients are told by the status too.
    const code = /"error_code":(\d+)/.exec(text)?.[1];
    if (code === undefined || httpStatusOf(Number(code)) !== status) {
      this.note(`${what}: status ${status}, ${text.slice(0, 200)}`);
    }
  }

  /** Notes what is wrong with an answer that must be JSON, with errors that are documented. */
  json(what: string, text: string): void {
    this.secrets(what, text);
    let answers: unknown;
    try {
      answers = JSON.parse(text);
    } catch {
      this.note(`${what}: not JSON: ${text.slice(0, 200)}`);
      return;
    }
    for (const answer of Array.isArray(answers) ? answers : [answers]) {
      const { error } = { ...answer, ...answer.result } as JsonObject;
      // The log tells whether an internal error is a mistake of ours: the reference answers what it cannot convert so.
      const isKnown = typeof error !== "string" || error in rpcErrors || otherTokens.has(error);
      if (!isKnown) this.note(`${what}: unknown error ${error}`);
    }
  }

  secrets(what: string, text: string): void {
    for (const secret of guardedTexts) {
      if (text.includes(secret)) this.note(`${what}: a secret came back: ${text.slice(0, 300)}`);
    }
  }
}
