/**
 * The native addon itself. The package's root falls back to slow JavaScript where the addon does not load, and
 * says nothing; this one throws.
 */
declare module "secp256k1/bindings.js" {
  const secp256k1: typeof import("secp256k1");
  export default secp256k1;
}
