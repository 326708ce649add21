/**
 * How a path goes on, a letter a step: `s`ource, through `a`ccounts, `b`ooks, the book to the native currency (`x`),
 * a book to the `f`inal currency, `d`estination.
 */
export type SearchStep = "s" | "a" | "b" | "x" | "f" | "d";

/** Which kinds of money a payment goes between. */
export type PaymentKind =
  | "nativeToNative"
  | "nativeToIssued"
  | "issuedToNative"
  | "issuedToSame"
  | "issuedToOther";

/**
 * Shapes of paths to search for, each with the search level from which on it is tried: 1 makes common cases work, 2
 * is a quick look, 7 the usual, 10 the most there is. Shapes that only build default paths are not in it.
 * Source: the reference's Pathfinder.cpp, initPathTable.
 */
export const searchTable: Readonly<
  Record<PaymentKind, readonly (readonly [level: number, shape: string])[]>
> = {
  nativeToNative: [],
  nativeToIssued: [
    [1, "sfd"],
    [3, "sfad"],
    [5, "sfaad"],
    [6, "sbfd"],
    [8, "sbafd"],
    [9, "sbfad"],
    [10, "sbafad"],
  ],
  issuedToNative: [
    [1, "sxd"],
    [2, "saxd"],
    [6, "saaxd"],
    [7, "sbxd"],
    [8, "sabxd"],
    [9, "sabaxd"],
  ],
  issuedToSame: [
    [1, "sad"],
    [1, "sfd"],
    [4, "safd"],
    [4, "sfad"],
    [5, "saad"],
    [5, "sbfd"],
    [6, "sxfad"],
    [6, "safad"],
    [6, "saxfd"],
    [6, "saxfad"],
    [6, "sabfd"],
    [7, "saaad"],
  ],
  issuedToOther: [
    [1, "sfad"],
    [1, "safd"],
    [3, "safad"],
    [4, "sxfd"],
    [5, "saxfd"],
    [5, "sxfad"],
    [5, "sbfd"],
    [6, "saxfad"],
    [6, "sabfd"],
    [7, "saafd"],
    [8, "saafad"],
    [9, "safaad"],
  ],
};
