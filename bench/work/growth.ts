import type { Work } from "./bench.ts";

export const measureGrowth: Work = async () => [];
