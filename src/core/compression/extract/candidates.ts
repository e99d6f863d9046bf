/**
 * Candidates: sentences that may become lines of a Snapshot, each with its worth (C9).
 *
 * R1 The user's words count most: they are the least of a History and most of what must not be lost. Demands, corrections, decisions and
 *    facts count more; thanks, questions and text that was pasted in bulk count less.
 * R2 The Model's words count by their subject (the user's own words, the plan, open errors, changed files) and by cues of a cause or a
 *    decision. Announcements of what it does next count for little.
 * R3 Of results only lines count that have an error, a figure or a setting, and of each result only the best few. They must stand out of
 *    their result: said once, among lines that are all of a kind. Orders in results, or in pasted text, are left out (prompt-injection.ts).
 * R4 Marks (paths, names, numbers) make a sentence worth more, rare ones more than those that are everywhere.
 * R5 A later correction takes from the worth of earlier sentences that share its rare words.
 * R6 Sentences that say the same are one line, with both labels.
 * R7 Lines that repeat one shape count less (novelty.ts).
 */
import { isPromptInjection } from "./prompt-injection.js";
import { cuesIn, isQuestion, type Cue } from "./cues.js";
import { marksIn } from "./identifiers.js";
import { LineShapes, Novelty } from "./novelty.js";
import { sentencesOf, type Sentence } from "./sentences.js";
import { labelledText, type Call, type LabelledRecord } from "../../context/labelled-record.js";
import { Rarity, wordsOf } from "../../text/words.js";
import type { Section } from "../../log/snapshot-sections.js";

export interface LineCandidate {
  readonly section: Section;
  readonly text: string;
  readonly from: readonly number[];
  readonly value: number;
  /** Its place in the History: lines of a section are written in this order. */
  readonly at: number;
  /** Whether it may be joined to one line with others of its record. */
  readonly isSentence?: boolean;
}

interface Rated extends LineCandidate {
  readonly words: ReadonlySet<string>;
  readonly cues: ReadonlySet<Cue>;
  readonly speaker: LabelledRecord["from"];
}

/** A message of more characters than this was pasted, or has a pasted part. */
const PASTED = 1_200;
const BEST_OF_RESULT = 3;

const OF_USER: Partial<Record<Cue, number>> = {
  demand: 1.3,
  correction: 1.3,
  decision: 1,
  rejected: 0.7,
  goal: 0.7,
  cause: 0.7,
  fact: 1,
  plan: 0.5,
};
const OF_MODEL: Partial<Record<Cue, number>> = {
  decision: 0.8,
  rejected: 0.8,
  cause: 0.9,
  fact: 0.5,
  correction: 0.4,
  demand: 0.2,
  plan: 0.1,
};

interface Known {
  readonly calls: readonly Call[];
  /** Open steps, errors and changed files: the Model's words are worth more where they share their words (R2). */
  readonly focus: readonly string[];
  /** Lines of an earlier Snapshot: R5 and R6 apply to them as to sentences. */
  readonly earlier?: readonly LineCandidate[];
}

export function candidatesOf(
  records: readonly LabelledRecord[],
  { calls, focus, earlier = [] }: Known,
): readonly LineCandidate[] {
  const rarity = new Rarity();
  for (const each of records) if (each.from !== "app") rarity.add(wordsOf(plainOf(each)));
  const user = new Set<string>(focus.flatMap((text) => wordsOf(text)));
  for (const each of records)
    if (each.from === "user") for (const word of wordsOf(labelledText(each).slice(0, PASTED))) user.add(word);
  const novelty = new Novelty();
  const modelSentences = new Map<LabelledRecord, readonly Sentence[]>();
  for (const each of records) {
    if (each.from === "user" || each.from === "model") novelty.add(labelledText(each));
    if (each.from !== "model") continue;
    const sentences = sentencesOf(labelledText(each));
    modelSentences.set(each, sentences);
    for (const { text } of sentences) novelty.addSentence(text);
  }
  const shapes = new LineShapes();
  for (const { result } of calls) {
    if (!result) continue;
    const part = partOf(result.text);
    novelty.add(part);
    for (const line of part.split("\n")) shapes.add(line.trim());
  }
  const ground: Ground = { rarity, novelty, shapes, user, modelSentences };
  const rated: Rated[] = earlier.map((line) => ({
    ...{ ...line, cues: new Set(), words: new Set(wordsOf(line.text)), speaker: "app" },
  }));
  for (const [at, each] of records.entries()) {
    if (each.from === "user") rated.push(...ofUser(each, earlier.length > 0 ? at + 1 : at, ground));
    else if (each.from === "model") rated.push(...ofModel(each, at, ground));
  }
  const places = new Map(records.map(({ label }, at) => [label, at]));
  for (const call of calls) if (call.result) rated.push(...ofResult(call, places, ground));
  return merged(superseded(rated, rarity));
}

/** The text of a record by which the rarity of words is counted: of a result, its first kilobytes. */
function plainOf(each: LabelledRecord): string {
  if (each.from !== "tool") return labelledText(each);
  return each.content.parts
    .map(({ functionResponse }) => JSON.stringify(functionResponse?.response ?? "").slice(0, 8_000))
    .join(" ");
}

/** The statistics of the History by which sentences are rated. */
interface Ground {
  readonly rarity: Rarity;
  readonly novelty: Novelty;
  /** Shapes of the lines of results. */
  readonly shapes: LineShapes;
  /** The words of the user and of the focus. */
  readonly user: ReadonlySet<string>;
  /** The Model's sentences by record. */
  readonly modelSentences: ReadonlyMap<LabelledRecord, readonly Sentence[]>;
}

function ofUser(each: LabelledRecord, at: number, { rarity, novelty }: Ground): readonly Rated[] {
  const text = labelledText(each);
  const isPasted = text.length > PASTED;
  const sentences = sentencesOf(text);
  return sentences.flatMap((sentence, nth) => {
    if (isPasted && isPromptInjection(sentence.text)) return [];
    const cues = cuesIn(sentence.text);
    const isEdge = nth < 4 || nth >= sentences.length - 3;
    let value = 1 + worthOf(cues, OF_USER) + marksWorth(sentence.text, rarity, 1.4);
    if (cues.has("shrug")) value *= 0.4;
    else if (cues.has("passing") && !isStrong(cues)) value *= 0.25;
    if (cues.size === 0 && isCurt(sentence.text)) value *= 0.6;
    if (isQuestion(sentence.text) && !cues.has("demand")) value *= 0.45;
    if (sentence.isCode) value *= 0.3;
    if (isPasted && !isEdge) value *= isStrong(cues) ? 0.5 : 0.12;
    // Three rates in the same words are three facts (R4): only pasted text repeats a shape.
    const least = !isPasted && FIGURE.test(sentence.text) ? 0.6 : 0.2;
    value *= Math.max(least, 0.2 + 0.8 * novelty.of(sentence.text));
    const section = sectionOfUser(cues, at);
    return rate(sentence, { section, value, cues, each, at: at + nth / 1_000, speaker: "user" });
  });
}

function ofModel(
  each: LabelledRecord,
  at: number,
  { rarity, novelty, user, modelSentences }: Ground,
): readonly Rated[] {
  return modelSentences.get(each)!.flatMap((sentence, nth) => {
    if (sentence.isCode) return [];
    const cues = cuesIn(sentence.text);
    const words = wordsOf(sentence.text);
    const shared = words.filter((word) => user.has(word)).reduce((sum, word) => sum + rarity.of(word), 0);
    const own = novelty.isSaidOften(sentence.text) ? 0 : novelty.of(sentence.text);
    let value = 0.15 + worthOf(cues, OF_MODEL) + marksWorth(sentence.text, rarity, 0.8) + Math.min(0.6, shared * 0.12);
    value = value * (0.15 + 0.85 * own) + 0.8 * own * own;
    if (cues.has("narration")) value *= 0.5;
    if (cues.has("shrug") && !isStrong(cues)) value *= 0.5;
    if (cues.size === 0 && isCurt(sentence.text)) value *= 0.4;
    if (isQuestion(sentence.text)) value *= 0.4;
    return rate(sentence, {
      section: cues.has("plan") && !cues.has("cause") && !cues.has("decision") ? "task_state" : "key_knowledge",
      value,
      cues,
      each,
      at: at + nth / 1_000,
      speaker: "model",
    });
  });
}

const FIGURE = /\d/;

const TELLING =
  /\b(?:error|fail(?:ed|ure|s)?|exception|fatal|denied|refused|deprecated|warning|expected|received|required|missing|not found|timed? ?out|limit|exceed\w*|conflict)\b|错误|失败|エラー|失敗|fehler|ошибка/iu;
/** Lines of code: no two are alike, and the file can be read again. */
const CODE =
  /[{};]\s*$|^\s*(?:import|export|const|let|var|def|class|function|return|if|for|while|public|private|static|#include|\/\/|\*)\b|^\s*[<@]|=>|\(\)/;
/** Characters that are looked at, from the beginning and from the end of a result. */
const LOOKED_AT = 50_000;
const partOf = (text: string): string =>
  text.length > 2 * LOOKED_AT ? `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}` : text;

function ofResult(
  call: Call,
  places: ReadonlyMap<number, number>,
  { rarity, novelty, shapes, user }: Ground,
): readonly Rated[] {
  const { label, text } = call.result!;
  const at = places.get(label) ?? 0;
  const lines = partOf(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length >= 6 && line.length <= 400 && !CODE.test(line))
    .map((line) => ({ line, own: shapes.has(line) ? 0 : novelty.of(line) }));
  const usual = median(lines.map(({ own }) => own));
  const found = lines.flatMap(({ line, own }) => {
    const outstanding = lines.length < 4 ? own * 0.6 : Math.max(0, own - usual);
    const isTelling = TELLING.test(line);
    if ((outstanding < 0.3 && !isTelling) || own === 0) return [];
    const shared = wordsOf(line)
      .filter((word) => user.has(word))
      .reduce((sum, word) => sum + rarity.of(word), 0);
    const worth = 0.3 + marksWorth(line, rarity, 0.6) + Math.min(0.5, shared * 0.15) + (isTelling ? 0.2 : 0);
    const value = worth * (0.1 + 1.2 * outstanding);
    const sentence: Sentence = { text: line, isCode: false, isItem: false };
    return rate(sentence, { section: "key_knowledge", value, cues: new Set(), each: { label }, at, speaker: "tool" });
  });
  const best: Rated[] = [];
  for (const each of found.toSorted((one, other) => other.value - one.value)) {
    if (best.length === BEST_OF_RESULT) break;
    if (!isPromptInjection(each.text)) best.push(each);
  }
  return best;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

type Rating = Omit<Rated, "text" | "from" | "words"> & { readonly each: { readonly label: number } };

function rate(sentence: Sentence, { section, value, cues, each, at, speaker }: Rating): readonly Rated[] {
  const text = sentence.heading && sentence.isItem ? `${sentence.heading}: ${sentence.text}` : sentence.text;
  if (text.length < 6 && !/[^\0-\x7f]/.test(text)) return [];
  return [{ section, text, from: [each.label], value, at, cues, words: new Set(wordsOf(text)), speaker }];
}

const worthOf = (cues: ReadonlySet<Cue>, worth: Partial<Record<Cue, number>>): number =>
  Math.min(
    2,
    [...cues].reduce((sum, cue) => sum + (worth[cue] ?? 0), 0),
  );

const isStrong = (cues: ReadonlySet<Cue>): boolean =>
  (["demand", "correction", "decision", "rejected", "fact", "cause"] as const).some((cue) => cues.has(cue));

/** "Good catch.", "Weiter so." */
const isCurt = (text: string): boolean =>
  !/\d/.test(text) &&
  text.length <= 24 &&
  text.split(/\s+/).length <= 3 &&
  [...text].length <= (/[^\0-\u2fff]/.test(text) ? 8 : 24);

/** R4 */
function marksWorth(text: string, rarity: Rarity, most: number): number {
  let worth = 0;
  for (const { text: mark } of marksIn(text)) {
    const rare = Math.max(0, ...wordsOf(mark).map((word) => rarity.of(word)));
    worth += 0.15 + 0.35 * rare;
  }
  return Math.min(most, worth);
}

function sectionOfUser(cues: ReadonlySet<Cue>, at: number): Section {
  if (at === 0 && cues.has("goal")) return "overall_goal";
  if (cues.has("demand") || cues.has("correction")) return "active_constraints";
  if (cues.has("plan") && !cues.has("fact")) return "task_state";
  return "key_knowledge";
}

/** The share of a sentence's words, by rarity, that a correction must have to be about it. */
const ABOUT_THE_SAME = 0.3;

/** R5: earlier sentences that share two rare words with a correction, and a good part of their own, lose three quarters of their worth. */
function superseded(rated: readonly Rated[], rarity: Rarity): readonly Rated[] {
  const byWord = new Map<string, Rated[]>();
  for (const each of rated) {
    if (!each.cues.has("correction") || each.speaker !== "user") continue;
    for (const word of each.words) {
      if (rarity.of(word) <= RARE) continue;
      const having = byWord.get(word);
      if (having) having.push(each);
      else byWord.set(word, [each]);
    }
  }
  if (byWord.size === 0) return rated;
  return rated.map((each) => {
    if (each.cues.has("correction")) return each;
    let whole = 0;
    const shared = new Map<Rated, { count: number; weight: number }>();
    for (const word of each.words) {
      const weight = rarity.of(word);
      whole += weight;
      for (const correction of byWord.get(word) ?? []) {
        if (correction.at <= each.at) continue;
        const sum = shared.get(correction) ?? { count: 0, weight: 0 };
        // Pairs of characters share more by chance than words do.
        sum.count += /[^\0-\u2fff]/.test(word) ? 0.5 : 1;
        sum.weight += weight;
        shared.set(correction, sum);
      }
    }
    const isOver = [...shared.values()].some(({ count, weight }) => count >= 2 && weight >= ABOUT_THE_SAME * whole);
    return isOver ? { ...each, value: each.value / 4 } : each;
  });
}

const RARE = 0.35;

/** Sentences that differ by a number say different things, however alike. */
const haveSameFigures = (one: Rated, other: Rated): boolean => figuresOf(one) === figuresOf(other);
const figuresOf = ({ text }: Rated): string => (text.match(/\d+/g) ?? []).toSorted().join(" ");

/** R6: of two sentences that share most of their words the one worth more stays, and has both labels. */
function merged(rated: readonly Rated[]): readonly LineCandidate[] {
  const kept: Rated[] = [];
  const byWord = new Map<string, number[]>();
  for (const each of rated.toSorted((one, other) => other.value - one.value)) {
    const rivals = new Map<number, number>();
    for (const word of each.words)
      for (const index of byWord.get(word) ?? []) rivals.set(index, (rivals.get(index) ?? 0) + 1);
    const same = [...rivals].find(
      ([index, shared]) =>
        shared / Math.max(1, Math.min(each.words.size, kept[index]!.words.size)) > 0.8 &&
        shared / Math.max(each.words.size, kept[index]!.words.size) > 0.6 &&
        haveSameFigures(each, kept[index]!),
    );
    if (same) {
      const [index] = same;
      const known = kept[index]!;
      const from = [...new Set([...known.from, ...each.from])].toSorted((a, b) => a - b).slice(0, 4);
      kept[index] = { ...known, from };
      continue;
    }
    for (const word of each.words) {
      const all = byWord.get(word);
      if (!all) byWord.set(word, [kept.length]);
      else if (all.length < 24) all.push(kept.length); // a word that is everywhere is no sign of two being the same
    }
    kept.push(each);
  }
  return kept.map(({ section, text, from, value, at, speaker }) => ({
    ...{ section, text, from, value, at },
    isSentence: speaker === "user" || speaker === "model",
  }));
}
