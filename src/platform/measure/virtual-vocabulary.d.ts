/** Made by the plugin in `src/build/vocabulary.ts`. */
declare module "virtual:vocabulary" {
  /** Where the gzipped vocabulary is. */
  export const url: string;
  /** Of the gzipped bytes, in hexadecimal. */
  export const sha256: string;
}
