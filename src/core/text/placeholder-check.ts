/**
 * Finds placeholders that a Model writes instead of code: "// ... rest of code ...". In a file they would replace the
 * code that they leave out.
 * R1 A line is a placeholder if it is short, its words (without comment marks of any language, brackets and dots) say
 *    that something is left out, and dots begin or end it, or brackets or comment marks stand around it.
 * R2 A line of the old text is none: it is part of the file.
 */

/** Openers and closers of comments: C, shell, SQL, HTML, Lisp, TeX, ML, JSX, Basic, batch files, doc strings. */
const OPENERS = /^(?:\{?\/\*+|\/\/+|#+|--+(?:\[\[)?|<!--+|;+|%+|\(\*+|\*+|"{3}|'{3}|'|rem\b|::|!+|\{-)\s*/i;
const CLOSERS = /\s*(?:\*+\/\}?|--+>|\*+\)|"{3}|'{3}|\]\]|-\})$/;
const DOTS = /(?:\.{3,}|…)/;

const THINGS =
  "code|file|files|function|functions|method|methods|class|classes|content|contents|implementation|implementations|body|logic|component|components|test|tests|imports|import|styles|style|markup|lines|line|document|section|sections|script|module|text|rows|items|entries|fields|props|cases|definitions|declarations|config|configuration|data";
/** Words that may follow: "rest of the code remains the same". */
const AFTER =
  "(?: (?:is|are|here|above|below|unchanged|omitted|as before|as is|stays?|remains?|goes here|continues?|the same|for brevity))*";
const LEFT_OUT = new RegExp(
  [
    `(?:the )?(?:rest|remainder) of (?:the |your |my |this |our )?(?:[\\w-]+ ){0,2}?(?:${THINGS})`,
    `(?:the )?(?:rest|remainder) (?:is|are|stays|remains?) (?:unchanged|the same|as (?:before|is))`,
    `(?:the )?(?:existing|remaining|previous|original|unchanged|other|unmodified|same) (?:[\\w-]+ ){0,2}?(?:${THINGS})(?: (?:here|above|below|unchanged|as before|stays?|remains?|goes here|continues?|the same))*`,
    `(?:${THINGS}) (?:is |are |remains? |stays? )?(?:unchanged|omitted|the same|as before|continues?)(?: (?:here|for brevity))?`,
    `(?:unchanged|omitted|same as before|as before|no changes?|snip(?:ped)?)(?: (?:here|for brevity|above|below))?`,
    `(?:keep|leave) (?:the )?(?:rest|existing|remaining|other)(?: [\\w-]+){0,4}`,
    `(?:the )?rest(?: here| unchanged| omitted| stays the same| remains the same| as before)?`,
  ]
    .map((phrase) => `^(?:${phrase})${AFTER}$`)
    .join("|"),
  "i",
);

/** Longer lines are no placeholders. */
const LONGEST = 160;

/** The first line of `text` that is a placeholder, and is not in `old` (R2). */
export function findOmission(text: string, old = ""): string | undefined {
  const known = new Set(old.split("\n").map((line) => line.trim()));
  return text
    .split("\n")
    .find((line) => isPlaceholder(line) && !known.has(line.trim()))
    ?.trim();
}

function isPlaceholder(line: string): boolean {
  const said = line.trim();
  if (said.length === 0 || said.length > LONGEST) return false;
  const bare = said.replace(OPENERS, "").replace(CLOSERS, "").trim();
  const isComment = bare !== said;
  const inner = bare
    .replace(/^[[(<{]\s*/, "")
    .replace(/\s*[\])>}]$/, "")
    .trim();
  const isBracketed = inner !== bare && /^[[(<{]/.test(bare);
  const hasDots = new RegExp(`^${DOTS.source}|${DOTS.source}$`).test(inner);
  if (!hasDots && !isComment && !isBracketed) return false;
  const words = inner
    .replaceAll(new RegExp(DOTS, "g"), " ")
    .replaceAll(/[.,:;!()[\]]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  // Without dots only plain words count: "# other tests" heads a section, "# rest of the code" leaves one out.
  return (
    LEFT_OUT.test(words) &&
    (hasDots || /\b(?:rest|remainder|unchanged|omitted|as before|remains?|goes here)\b/i.test(words))
  );
}
