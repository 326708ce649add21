import { z } from "zod";

export const errorBody = z
  .strictObject({
    message: z.string(),
    errors: z
      .array(
        z.strictObject({
          code: z.int().meta({
            description:
              "An error code of the commands, or the code of the engine result that there would be.",
          }),
          message: z.string(),
        }),
      )
      .min(1),
    searched_all: z.boolean().optional().meta({
      description:
        "For a transaction that was looked for in a range of ledgers: whether all of them were searched.",
    }),
  })
  .meta({ id: "Error" });
