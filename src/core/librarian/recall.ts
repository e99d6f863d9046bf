/**
 * Finds messages of past Sessions, and answers questions about them with quotations, dates and links.
 * R1 Newer messages count more: half as much again for today, half of that a month ago.
 * R2 The question itself and others like it are no answer, nor are orders to read, list, find or count.
 * R3 Asked for what the user said, the user's words come first.
 * R4 Messages within minutes in one Session count together: a question may name words of two of them.
 * R5 The messages right before and after are shown in a line each: "on Friday" is an answer only to its question.
 */
import type { Hit } from "../search/search.js";
import { convinces } from "../search/search-confidence.js";
import type { Library, Said } from "./library.js";
import { blockquote, inCode, sessionLink } from "./markdown.js";
import { answer, type LibrarianInput, type Move } from "./move.js";
import { quotationFrom } from "./passage.js";
import { readRecall } from "./recall-words.js";
import { readVerb, type Verb } from "./verbs.js";

const MONTH = 30 * 24 * 60 * 60 * 1000;
const CANDIDATES = 24;
const SHOWN = 4;

/** Milliseconds within which messages of a Session count together: an answer takes a minute, and so does the next question. */
const TOGETHER = 10 * 60 * 1000;
const NEIGHBOUR_CHARACTERS = 160;

interface SaidPlace extends Said {
  readonly quotation: string;
  readonly before?: Said;
  readonly after?: Said;
}

export async function answerRecall(
  { topic, own }: { readonly topic: string; readonly own: boolean },
  { library }: LibrarianInput,
): Promise<Move> {
  const said = await findSaid(topic, library, { own, most: SHOWN });
  if (said.length > 0) return answer(["Found in past sessions:", "", ...saidList(said)].join("\n").trim());
  return answer(
    `Nothing found: I searched your past sessions, and nothing there is about ${inCode(topic.slice(0, 80))}.`,
  );
}

export async function findSaid(
  topic: string,
  library: Library,
  { own, most }: { readonly own: boolean; readonly most: number },
): Promise<readonly SaidPlace[]> {
  const recency = { now: library.now(), halfLife: MONTH, weight: 0.5 }; // R1
  const { hits, entries } = await library.searchSessions({ text: topic, limit: CANDIDATES, recency });
  const found: (Said & { readonly key: string; readonly rank: number })[] = [];
  for (const hit of hits) {
    if (!convinces(together(hit, hits), entries)) continue;
    const { key, score } = hit;
    const said = await library.said(key);
    if (!said || onlyAsks(said, topic)) continue;
    found.push({ ...said, key, rank: own && said.from !== "user" ? score / 4 : score }); // R3
    if (found.length >= CANDIDATES / 2) break;
  }
  const best = found.toSorted((a, b) => b.rank - a.rank || b.at - a.at).slice(0, most);
  return Promise.all(
    best.map(async ({ key, ...said }) => {
      const { before, after } = await library.around(key); // R5
      const isShown = (other: Said | undefined) => best.some(({ text, at }) => text === other?.text && at === other.at);
      return {
        ...said,
        quotation: quotationFrom(said.text.split("\n"), topic).lines.join("\n"),
        ...(before && !isShown(before) && { before }),
        ...(after && !isShown(after) && !onlyAsks(after, topic) && { after }),
      };
    }),
  );
}

/** R4: a hit with the words that were found near it. */
function together(hit: Hit, hits: readonly Hit[]): Hit {
  const near = hits.filter(
    (other) => sessionOf(other.key) === sessionOf(hit.key) && Math.abs(other.time - hit.time) <= TOGETHER,
  );
  const words = hit.words.map((word, at) => {
    const found = near.map((other) => other.words[at]?.found);
    return found.includes("whole") ? { ...word, found: "whole" as const } : word;
  });
  const whole = words.reduce((sum, { found, share }) => sum + (found === "whole" ? share : 0), 0);
  return { ...hit, words, coverage: Math.max(hit.coverage, Math.min(1, whole)) };
}

const sessionOf = (key: string): string => key.slice(0, key.indexOf("/"));

/** R2 */
function onlyAsks({ from, text }: Said, topic: string): boolean {
  if (from !== "user") return false;
  const words = text.trim();
  const order = readVerb(words);
  if (words === topic.trim() || order?.rest === topic.trim() || readRecall(words) !== undefined) return true;
  const wantsToSee = order !== undefined && ASKING.has(order.verb);
  return (wantsToSee || /[?？]$/.test(words)) && !/[.!。！]\s/.test(words);
}

/** Orders to see something, which say nothing themselves; orders to change, run or remember do. */
const ASKING: ReadonlySet<Verb> = new Set(["read", "list", "find", "grep", "count"]);

export const saidList = (said: readonly SaidPlace[]): readonly string[] =>
  said.flatMap(({ session, title, at, from, quotation, before, after }) => [
    `${from === "user" ? "You" : "The answer"} on ${dateOf(at)}, in ${sessionLink(session, title || "a session")}:`,
    "",
    blockquote(quotation),
    "",
    ...neighbourLine("Before that", before),
    ...neighbourLine("After that", after),
  ]);

const neighbourLine = (when: string, said: Said | undefined): readonly string[] =>
  said ? [`${when} ${said.from === "user" ? "you said" : "the answer was"} ${inCode(shortened(said.text))}`, ""] : [];

function shortened(text: string): string {
  const words = text.trim().replaceAll(/\s+/g, " ");
  return words.length > NEIGHBOUR_CHARACTERS ? `${words.slice(0, NEIGHBOUR_CHARACTERS)}…` : words;
}

const dateOf = (at: number): string => new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(at);
