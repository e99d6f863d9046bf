/**
 * Sentences of a text, for a Snapshot that is made without a Model (C9). A line break ends a sentence in lists and after a heading; in
 * prose a point with a space behind it does, but for the points of numbers ("17. Juni"), names of files and abbreviations.
 */
export interface Sentence {
  readonly text: string;
  /** Whether it stands in a code fence. */
  readonly isCode: boolean;
  /** Whether a bullet or a number stood before it. */
  readonly isItem: boolean;
  /** The heading above it. */
  readonly heading?: string;
}

/** Longer ones are cut: 400 characters without a stop are no sentence, and would take the room of others. */
const LONGEST = 400;

export function sentencesOf(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let isCode = false;
  let heading: string | undefined;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (/^(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      continue;
    }
    if (line === "" || /^[-=*_|:\s]+$/.test(line)) continue;
    if (isCode) {
      found.push({ text: line.slice(0, LONGEST), isCode, isItem: false, ...(heading && { heading }) });
      continue;
    }
    const titled = /^#{1,6}\s+(.*)$/.exec(line) ?? /^\*\*([^*]+)\*\*:?$/.exec(line);
    if (titled) {
      heading = titled[1]!.trim();
      continue;
    }
    const isItem = ITEM.test(line);
    for (const sentence of splitLine(line.replace(ITEM, ""))) {
      found.push({ text: sentence.slice(0, LONGEST), isCode, isItem, ...(heading && { heading }) });
    }
  }
  return found;
}

const ITEM = /^(?:[-*+•·]|\d{1,3}[.)]|\[[ xX]\]|[-*]\s*\[[ xX]\])\s+/;

/** Behind `. ! ?` with a space and a capital behind it (in casual talk a small letter, after a word), or behind a Chinese or Japanese stop. */
const STOP =
  /(?<=(?:[.!?]|\S…)["'”’»)\]]*)\s+(?=["'“‘«(¿¡[`]*[\p{Lu}\p{Lo}\d`@/])|(?<=\p{Ll}{3}[.!?])\s+(?=\p{Ll}{2})|(?<=[。！？；])/u;
const SHORT =
  /(?:^|[\s(])(?:\d{1,2}|e\.g|i\.e|etc|vs|cf|approx|resp|incl|no|nr|fig|z\.B|bzw|ca|d\.h|usw|abb|tab|kap|abs|vgl|evtl|inkl|art|pág|cap|p\.ej|ej|núm|т\.е|т\.д|т\.п|г|рис|ул|Mr|Mrs|Ms|Dr|St)\.$/iu;

function splitLine(line: string): readonly string[] {
  const sentences: string[] = [];
  for (const piece of line.split(STOP)) {
    const last = sentences.at(-1);
    if (last !== undefined && (SHORT.test(last) || /^[\0-\x7f]{0,3}$/.test(last)))
      sentences[sentences.length - 1] = `${last} ${piece}`;
    else if (piece.trim() !== "") sentences.push(piece.trim());
  }
  return sentences;
}
