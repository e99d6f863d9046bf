/**
 * Finds what was said in past Sessions, and answers questions about it with the words, their date and a link.
 *
 * R1 What is newer counts more: half as much again for today, half of that a month ago.
 * R2 The question itself, and others like it, are no answer: they only ask.
 * R3 Asked for what the user said, the user's words come first.
 */
import { CONVINCING } from "../search.js";
import type { Library, Said } from "./library.js";
import { blockquote, inCode, sessionLink } from "./markdown.js";
import { answer, type Desk, type Move } from "./move.js";
import { counted } from "./orders.js";
import { quotationFrom } from "./passage.js";
import { readRecall } from "./recall-words.js";

const MONTH = 30 * 24 * 60 * 60 * 1000;
const CANDIDATES = 24;
const SHOWN = 4;

export interface SaidPlace extends Said {
  readonly quotation: string;
}

export async function answerRecall(
  { topic, own }: { readonly topic: string; readonly own: boolean },
  { library }: Desk,
): Promise<Move> {
  const said = await findSaid(topic, library, { own, most: SHOWN });
  if (said.length > 0) return answer(["Found in past sessions:", "", ...saidList(said)].join("\n").trim());
  const { entries } = await library.searchSessions({ text: topic, limit: 1 });
  return answer(
    `Nothing found: I searched ${counted(entries, "message")} of past sessions, and none is about ${inCode(topic.slice(0, 80))}.`,
  );
}

export async function findSaid(
  topic: string,
  library: Library,
  { own, most }: { readonly own: boolean; readonly most: number },
): Promise<readonly SaidPlace[]> {
  const recency = { now: library.now(), halfLife: MONTH, weight: 0.5 }; // R1
  const { hits } = await library.searchSessions({ text: topic, limit: CANDIDATES, recency });
  const found: (Said & { readonly rank: number })[] = [];
  for (const { key, coverage, score } of hits) {
    if (coverage < CONVINCING) continue;
    const said = await library.said(key);
    if (!said || onlyAsks(said, topic)) continue;
    found.push({ ...said, rank: own && said.from !== "user" ? score / 4 : score }); // R3
    if (found.length >= CANDIDATES / 2) break;
  }
  return found
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, most)
    .map((said) => ({ ...said, quotation: quotationFrom(said.text.split("\n"), topic).lines.join("\n") }));
}

/** R2 */
function onlyAsks({ from, text }: Said, topic: string): boolean {
  if (from !== "user") return false;
  const words = text.trim();
  return (
    words === topic.trim() || readRecall(words) !== undefined || (/[?？]$/.test(words) && !/[.!。！]\s/.test(words))
  );
}

export const saidList = (said: readonly SaidPlace[]): readonly string[] =>
  said.flatMap(({ session, title, at, from, quotation }) => [
    `${from === "user" ? "You" : "The answer"} on ${dateOf(at)}, in ${sessionLink(session, title || "a session")}:`,
    "",
    blockquote(quotation),
    "",
  ]);

const dateOf = (at: number): string => new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(at);
