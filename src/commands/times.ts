import { ledgerEpoch } from "../node/clock.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const two = (value: number): string => String(value).padStart(2, "0");

const dayAndTime = (date: Date): string =>
  `${date.getUTCFullYear()}-${months[date.getUTCMonth()]}-${two(date.getUTCDate())} ` +
  `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;

const dateOf = (seconds: number): Date => new Date((seconds + ledgerEpoch) * 1000);

/** A ledger time (seconds since 2000-01-01) as people read it: `2026-Nov-20 09:47:48.000000000 UTC`. */
export const timeForPeople = (seconds: number): string => `${dayAndTime(dateOf(seconds))}.000000000 UTC`;

/** A ledger time as `2026-11-20T09:47:48Z`. */
export const timeIso = (seconds: number): string => dateOf(seconds).toISOString().replace(".000Z", "Z");

/** A moment in Unix microseconds, as `server_info` shows it: `2026-Nov-20 09:32:29.898674 UTC`. */
export function momentForPeople(unixMicroseconds: number): string {
  const microseconds = String(unixMicroseconds % 1_000_000).padStart(6, "0");
  return `${dayAndTime(new Date(Math.floor(unixMicroseconds / 1000)))}.${microseconds} UTC`;
}
