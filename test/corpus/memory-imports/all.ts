/** Every case, by subject. */
import { codeAndFences } from "./code-and-fences.js";
import { paths } from "./paths.js";
import { proseAtSigns } from "./prose-at-signs.js";
import type { ImportCase } from "./types.js";

export const subjects: Readonly<Record<string, readonly ImportCase[]>> = {
  "code and fences": codeAndFences,
  "at signs in prose": proseAtSigns,
  paths,
};

export const importCases: readonly ImportCase[] = Object.values(subjects).flat();
