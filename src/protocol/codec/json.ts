/** JSON conversions, both ways. Everything here needs the native currency's code: `{ native: "XAG" }`. */
export { amountFromJson, amountToJson } from "./amountJson.ts";
export { objectFromJson } from "./objectFromJson.ts";
export { objectToJson, pathsToJson } from "./objectToJson.ts";
