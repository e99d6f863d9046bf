/** Two ways to shorten a transcript that know nothing of what matters: the figures an extractor has to beat. */
import { estimateText } from "../../src/core/tokens/tokens.js";
import { sentencesOf } from "../corpus/transcripts/good-lines.js";
import { entryText, type Entry, type Transcript } from "../corpus/transcripts/types.js";
import { contentWords } from "./content-words.js";

/** The newest records' texts, whole, until the budget is spent; the last that comes is cut at its head. */
export function newestFirst({ contents }: Transcript, budgetTokens: number): string {
  const kept: string[] = [];
  let left = budgetTokens;
  for (const entry of contents.toReversed()) {
    const text = entryText(entry);
    const tokens = estimateText(text);
    if (tokens > left) {
      kept.unshift(text.slice(text.length - Math.floor((text.length * left) / tokens)));
      break;
    }
    kept.unshift(text);
    left -= tokens;
  }
  return kept.join("\n");
}

/**
 * LexRank over sentences (Erkan and Radev 2004, continuous): how central a sentence is among all, by the cosine of
 * their weighted words; the most central that fit, no sentence twice. `read` gives the text of a record that takes part.
 */
export function textRank(
  transcript: Transcript,
  budgetTokens: number,
  read: (entry: Entry) => string = entryText,
): string {
  const sentences = [...new Set(transcript.contents.flatMap((entry) => sentencesOf(read(entry))))];
  const ranks = centralityOf(sentences.map((sentence) => [...contentWords(sentence)]));
  const order = sentences.map((_, index) => index).sort((a, b) => ranks[b]! - ranks[a]! || a - b);
  const kept: number[] = [];
  let left = budgetTokens;
  for (const index of order) {
    const tokens = estimateText(sentences[index]!);
    if (tokens > left) continue;
    kept.push(index);
    left -= tokens;
  }
  return kept
    .sort((a, b) => a - b)
    .map((index) => sentences[index]!)
    .join("\n");
}

const DAMPING = 0.85;
const ROUNDS = 30;

/** The matrix of similarities is never built: it is the words' matrix times itself, so a round costs one walk over all words. */
function centralityOf(documents: readonly (readonly string[])[]): Float64Array {
  const seen = new Map<string, number>();
  for (const words of documents) for (const word of words) seen.set(word, (seen.get(word) ?? 0) + 1);
  const ids = new Map([...seen.keys()].map((word, id) => [word, id]));
  const rows = documents.map((words) => {
    const weights = words.map((word) => Math.log(1 + documents.length / seen.get(word)!));
    const length = Math.hypot(...weights) || 1;
    return words.map((word, at) => ({ id: ids.get(word)!, weight: weights[at]! / length }));
  });
  const similarTo = (values: Float64Array): Float64Array => {
    const sums = new Float64Array(seen.size);
    for (const [index, row] of rows.entries()) for (const { id, weight } of row) sums[id]! += weight * values[index]!;
    return Float64Array.from(rows, (row) => row.reduce((sum, { id, weight }) => sum + weight * sums[id]!, 0));
  };
  const count = Math.max(1, documents.length);
  const degrees = similarTo(new Float64Array(documents.length).fill(1));
  let ranks = new Float64Array(documents.length).fill(1 / count);
  for (let round = 0; round < ROUNDS; round++) {
    const shared = similarTo(ranks.map((rank, index) => rank / (degrees[index]! || 1)));
    ranks = shared.map((value) => (1 - DAMPING) / count + DAMPING * value);
  }
  return ranks;
}
