/** The module that the plugin in `src/build/vocabulary.ts` makes. */
declare module "virtual:vocabulary" {
  /** The address of the gzipped vocabulary. */
  export const url: string;
  /** The hash of the gzipped bytes, in hexadecimal. */
  export const sha256: string;
}
