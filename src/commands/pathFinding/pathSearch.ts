import type { PathService } from "../../node/paths/pathService.ts";

export type { KnownPaths, PathAlternative, PathQuery } from "../../node/paths/pathService.ts";
export { payableCurrencies, searchLevels } from "../../node/paths/pathService.ts";

/**
 * Finds payment paths. `alternatives` answers later: searches run in slices, so that nobody waits for them. A
 * request that is searched again and again (path_find) keeps its `KnownPaths` and its level between searches, as the
 * reference's PathRequest.cpp does: first `fast`, then `usual`, more while nothing is found.
 */
export type PathSearch = Pick<PathService, "alternatives" | "bestPaths" | "inProgress">;
