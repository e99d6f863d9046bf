/** Texts of the viewer of files. */
import { number } from "../base/numbers.js";

export const viewerTexts = {
  back: "Back to the files",
  open: "Open files",
  close: (path: string) => `Close ${path}`,
  find: "Find in this file",
  findKeys: "Find in this file (Ctrl+F)",
  found: (at: number, of: number, more: boolean) =>
    of === 0 ? "Not found" : `${number.format(at)} of ${number.format(of)}${more ? "+" : ""}`,
  previous: "Previous (Shift+Enter)",
  next: "Next (Enter)",
  closeFind: "Close",
  ask: "Ask about this",
  lines: (first: number, last: number) => (first === last ? `Line ${first}` : `Lines ${first}–${last}`),
  mention: (path: string, first?: number, last = first) =>
    first === undefined
      ? `@${path} `
      : first === last
        ? `@${path} (line ${first}) `
        : `@${path} (lines ${first}–${last}) `,
  changed: "This file was changed on disk.",
  gone: "This file is not there any more.",
  reload: "Show it as it is now",
  ignored: "ignored",
} as const;
