/**
 * The part of a growing answer that a screen reader reads out: whole sentences, not letters. Takes Markdown and leaves
 * out its signs and its code. Reads every delta once and keeps only the sentence that has not ended yet.
 */
interface SentenceReader {
  /** The sentences that have ended with this delta; empty if none has. */
  read(delta: string): string;
  /** The rest: no more will come. */
  end(): string;
}

/** The length after which a text without an end of a sentence is read out up to its last word. */
const LONGEST = 1_000;
/** Letters from the start of a line within which a fence begins; a line of code is not kept beyond them. */
const FENCE_WITHIN = 16;

const FENCE = /^\s*```/;
/** A sentence ends at its mark and a space, or at the full stops of Chinese and Japanese. */
const SENTENCE_END = /[.!?…؟।]["'”’)\]]*(?=\s)|[。！？]/gu;
/** The mark of an item, a heading or a quotation; the dot of an item's number ends no sentence. */
const LINE_MARK = /^\s*(?:[#>]+|[-*+]|\d+\.)(?:\s+|$)/;

export function createSentenceReader(): SentenceReader {
  /** The text not yet read out. In code: the start of the current line. */
  let rest = "";
  let isCode = false;
  /** Whether `rest` begins at the start of a line: only there can a fence begin. */
  let startsLine = true;

  function takeLine(line: string): string {
    const isFence = startsLine && FENCE.test(line);
    const words = isFence || isCode ? "" : plain(line, startsLine);
    startsLine = true;
    if (isFence) isCode = !isCode;
    return words;
  }

  /** Takes all lines that have ended, then the sentences that have ended in the last one. */
  function take(text: string): string {
    const said: string[] = [];
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      said.push(takeLine(text.slice(from, at)));
      from = at + 1;
    }
    rest = text.slice(from);
    if (isCode) rest = rest.slice(0, FENCE_WITHIN);
    else if (!couldBeFence()) {
      const end = lastEnd(rest, startsLine);
      if (end > 0) {
        said.push(plain(rest.slice(0, end), startsLine));
        rest = rest.slice(end);
        startsLine = false;
      }
    }
    return said.filter(Boolean).join(" ");
  }
  const couldBeFence = () => startsLine && (FENCE.test(rest) || "```".startsWith(rest.trim()));

  return {
    read: (delta) => take(rest + delta),
    end() {
      const said = takeLine(rest);
      rest = "";
      isCode = false;
      return said;
    },
  };
}

/** The end of the last sentence; 0 if none has ended. */
function lastEnd(text: string, startsLine: boolean): number {
  const from = startsLine ? (LINE_MARK.exec(text)?.[0].length ?? 0) : 0;
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) if (match.index >= from) end = match.index + match[0].length;
  if (end > 0 || text.length <= LONGEST) return end;
  const space = text.lastIndexOf(" ");
  return space > 0 ? space : text.length;
}

const plain = (markdown: string, startsLine: boolean): string =>
  (startsLine ? markdown.replace(LINE_MARK, "") : markdown)
    .replace(/^[\s|:-]+$/, "") // the line below the head of a table
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`~|]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
