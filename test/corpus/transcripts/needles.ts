/** Whether a text holds what is looked for: without regard to case, white space collapsed. */
export const squeezed = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, " ");

/** `text` has been squeezed already; all needles must be in it. A needle never begins or ends inside a number. */
export const holds = (text: string, needles: readonly string[]): boolean =>
  needles.every((needle) => holdsOne(text, squeezed(needle)));

function holdsOne(text: string, needle: string): boolean {
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    const cutsNumber =
      (isDigit(needle, 0) && isDigit(text, at - 1)) ||
      (isDigit(needle, needle.length - 1) && isDigit(text, at + needle.length));
    if (!cutsNumber) return true;
  }
  return false;
}

const isDigit = (text: string, at: number): boolean => /\d/.test(text.charAt(at));
