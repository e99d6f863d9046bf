/**
 * What a screen reader is told of an answer that is still being spoken: whole sentences, not letters. Takes the text
 * as Markdown, and leaves its signs and its code out.
 */
export interface Spoken {
  /** What can be said now; empty if no sentence has ended. */
  readonly words: string;
  /** How much of the text has been dealt with. */
  readonly upTo: number;
}

/** The sentences that ended since `from`. With `all`, the rest too. */
export function finishedSentences(text: string, from: number, all = false): Spoken {
  const rest = text.slice(from);
  const upTo = all ? rest.length : lastEnd(rest);
  return { words: plain(rest.slice(0, upTo)), upTo: from + upTo };
}

/** A sentence ends at its mark and a space, at the full stops of Chinese and Japanese, or at the end of a line. */
function lastEnd(text: string): number {
  const open = openFence(text);
  const speakable = open < 0 ? text : text.slice(0, open);
  let end = 0;
  for (const match of speakable.matchAll(/[.!?…؟।]["'”’)\]]*(?=\s)|[。！？]|\n/gu)) end = match.index + match[0].length;
  return end;
}

/** Where a code fence begins that has not been closed; -1 if none. */
function openFence(text: string): number {
  const fences = [...text.matchAll(/^\s*```/gm)];
  return fences.length % 2 === 1 ? fences.at(-1)!.index : -1;
}

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/^\s*```[\s\S]*?(?:^\s*```[^\n]*$|$(?![\s\S]))/gm, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s*(?:[#>]+|[-*+]|\d+\.)\s+/gm, "")
    .replaceAll(/[*_`~|]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
