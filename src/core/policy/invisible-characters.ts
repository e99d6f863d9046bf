/** Characters that make a command or a name look like another: texts shown for approval have them written out. */

/** Format characters (zero-width, bidi controls, tags), controls but line ends and tabs, odd line ends, lone surrogates. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Blanks that a shell does not split at. */
const ODD_BLANK = /(?! )\p{Zs}/gu;
/** Characters that reverse the text after them; right-to-left scripts don't need them in code. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const written = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

export const revealed = (text: string): string =>
  text.replaceAll("\r\n", "\n").replaceAll(UNSEEN, written).replaceAll(ODD_BLANK, written);

/** True if the new text has more reversing characters than the old one. */
export const turnsMore = (before: string, after: string): boolean => countIn(after) > countIn(before);
const countIn = (text: string): number => text.match(TURNING)?.length ?? 0;
