import { z } from "zod";
import { address } from "./address.ts";

/** A path that names one account. */
export const accountInPath = z.object({ address });
