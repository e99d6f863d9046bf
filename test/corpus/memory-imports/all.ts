/** Every case, by subject. */
import { codeAndFences } from "./code-and-fences.js";
import { cyclesAndDepth } from "./cycles-and-depth.js";
import { encodingsAndUnicode } from "./encodings-and-unicode.js";
import { flatImports } from "./flat.js";
import { kindsOfFiles } from "./kinds-of-files.js";
import { paths } from "./paths.js";
import { proseAtSigns } from "./prose-at-signs.js";
import { quotesAndPunctuation } from "./quotes-and-punctuation.js";
import { traversal } from "./traversal.js";
import type { ImportCase } from "./types.js";
import { virtualFiles } from "./virtual-files.js";

export const subjects: Readonly<Record<string, readonly ImportCase[]>> = {
  "code and fences": codeAndFences,
  "at signs in prose": proseAtSigns,
  paths,
  "quotes and punctuation": quotesAndPunctuation,
  traversal,
  "cycles and depth": cyclesAndDepth,
  "kinds of files": kindsOfFiles,
  "encodings and Unicode": encodingsAndUnicode,
  "virtual files": virtualFiles,
  flat: flatImports,
};

export const importCases: readonly ImportCase[] = Object.values(subjects).flat();
