import { z } from "zod";

// Query parameters come as text. These read the text, and are documented as what it says.

/** A whole number. */
export const queryInteger = (least: number, most: number = 0xffff_ffff) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value),
    z.int().min(least).max(most),
  );

/** `true` or `false`. */
export const queryFlag = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean(),
);

/** Rows of a page. The range is that of the commands behind it. */
export const queryLimit = queryInteger(10, 400).optional().meta({ description: "Rows of a page." });

/** Where a page goes on: the `marker` of the page before. */
export const queryMarker = z
  .string()
  .min(1)
  .optional()
  .meta({ description: "The `marker` that came with the page before. Opaque." });
