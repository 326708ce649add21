/**
 * Times are seconds since 2000-01-01 and are judged by the parent ledger's close time: the ledger being built
 * has no close time yet.
 */

/** True once the time has come: an entry with this expiration no longer counts. Without one it never ends. */
export const hasExpired = (expiration: number | undefined, parentCloseTime: number): boolean =>
  expiration !== undefined && parentCloseTime >= expiration;

/** True strictly after the given time: escrows count that way. */
export const isAfter = (parentCloseTime: number, time: number): boolean => parentCloseTime > time;
