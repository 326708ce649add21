import type { Work } from "./bench.ts";

export const measurePauses: Work = async () => [];
