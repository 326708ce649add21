import type { Work } from "./bench.ts";

export const measureStart: Work = async () => [];
