import type { Json } from "./recording.ts";

/** What may differ between the recorded value and ours, and why. */
export interface MayDiffer {
  /** Names from the root down, joined with dots: `result.info.hostid`; `*` stands for any one name or index. */
  readonly path: string;
  readonly reason: string;
  /** Only for requests of this command; every one without it. */
  readonly command?: string;
  /** Further condition; without it any two values may stand there (also one that is missing). */
  readonly when?: (recorded: Json | undefined, ours: Json | undefined) => boolean;
}

const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length && pattern.every((part, i) => part === "*" || part === path[i]);

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The first place where two JSON values differ, as `path: recorded …, ours …`; undefined when they do not. */
export function compareJson(
  recorded: Json | undefined,
  ours: Json | undefined,
  mayDiffer: readonly MayDiffer[] = [],
): string | undefined {
  const patterns = mayDiffer.map((rule) => ({ ...rule, parts: rule.path.split(".") }));

  function compare(
    left: Json | undefined,
    right: Json | undefined,
    path: readonly string[],
  ): string | undefined {
    if (patterns.some((rule) => matches(rule.parts, path) && (rule.when?.(left, right) ?? true)))
      return undefined;
    if (Array.isArray(left) && Array.isArray(right)) {
      for (let i = 0; i < Math.max(left.length, right.length); i++) {
        const difference = compare(left[i], right[i], [...path, String(i)]);
        if (difference !== undefined) return difference;
      }
      return undefined;
    }
    if (isObject(left) && isObject(right)) {
      for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
        const difference = compare(left[name], right[name], [...path, name]);
        if (difference !== undefined) return difference;
      }
      return undefined;
    }
    return left === right
      ? undefined
      : `${path.join(".") || "reply"}: recorded ${show(left)}, ours ${show(right)}`;
  }
  return compare(recorded, ours, []);
}

function show(value: Json | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
