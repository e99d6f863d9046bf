/** Sentences, and ends of sentences, about JSON files that can't be read or changed, and remarks on inexact edits. */
export const jsonWords = {
  noGroup: (path: string) =>
    `In the settings file “${path}” is no group, so nothing can be put into it. Nothing was changed; edit the file as JSON.`,
  unreadable: "The settings file can't be read.",
  notBraced: "the whole must stand between { and }",
  moreBehind: "there is more after the closing bracket",
  tooDeep: (most: number) => `there are more than ${most} brackets inside each other`,
  openText: "a text has no closing quote on its line",
  openComment: "a comment does not end",
  noValue: (raw: string) => `${raw} is no value`,
  missing: (what: string) => `${what} is missing`,
  name: 'a name in double quotes, or "}"',
  colon: (name: string) => `a colon after “${name}”`,
  value: "a value",
  commaOr: (bracket: string) => `a comma or "${bracket}"`,
};

export const replaceWords = {
  blanksDiffer: "The old text was found although blanks at the ends of its lines differ from the file.",
  indentDiffers:
    "The old text was found although its indentation differs from the file; the new text was indented as the file is.",
};
