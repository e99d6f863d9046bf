/**
 * An index of the records of a History, for the coverage check: which record carries the words of a line, whether any has a path or a
 * number, and whether a line comes from an order in a file. Each question looks only at records that share the rarest word asked for, so
 * that checking a draft takes time by its own length, not by the History's.
 */
import { isPromptInjection } from "./extract/prompt-injection.js";
import type { Identifier } from "./extract/identifiers.js";
import { resultOf, labelledText, type LabelledRecord } from "../context/labelled-record.js";
import { Rarity, wordsOf } from "../text/words.js";

export interface Source {
  readonly label: number;
  readonly from: LabelledRecord["from"];
  readonly words: ReadonlySet<string>;
  /** In lower case. */
  readonly text: string;
}

interface Carrier {
  readonly source: Source;
  /** The share of the words, by rarity, that the source has: 0 to 1. */
  readonly share: number;
}

interface SourceIndex {
  readonly rarity: Rarity;
  /** The share of the words, by rarity, that the record of this label has: 0 to 1. */
  shareIn(label: number, words: ReadonlySet<string>): number;
  /** The record with the largest share of the words. */
  carrierOf(words: ReadonlySet<string>, of?: (source: Source) => boolean): Carrier | undefined;
  /** Whether any record has the mark, not as part of a longer number or name. */
  has(mark: Identifier): boolean;
  /** Whether a line of this record has most of these words and gives orders to its reader. */
  hasOrderIn(source: Source, words: ReadonlySet<string>): boolean;
}

const MOST_TEXT = 60_000;
/** A word in more records than this is not looked up: each question would read the whole History for it. */
const COMMON = 64;
const FEW = 8;
/** The share of a line's words that an order must have to be its source. */
const BEHIND = 0.5;

export function indexSources(records: readonly LabelledRecord[]): SourceIndex {
  const sources = records.filter(({ from }) => from !== "app").map(sourceOf);
  const rarity = new Rarity();
  const byLabel = new Map<number, Source>();
  const byWord = new Map<string, Source[]>();
  for (const source of sources) {
    rarity.add(source.words);
    byLabel.set(source.label, source);
    for (const word of source.words) {
      const having = byWord.get(word);
      if (having) having.push(source);
      else byWord.set(word, [source]);
    }
  }
  const none: readonly Source[] = [];
  const having = (word: string) => byWord.get(word) ?? none;
  const shareOf = (words: ReadonlySet<string>, has: ReadonlySet<string> = new Set()) => {
    let whole = 0;
    let shared = 0;
    for (const word of words) {
      whole += rarity.of(word);
      if (has.has(word)) shared += rarity.of(word);
    }
    return whole === 0 ? 0 : shared / whole;
  };

  return {
    rarity,
    shareIn: (label, words) => shareOf(words, byLabel.get(label)?.words),
    carrierOf(words, of = () => true) {
      const telling = [...words].filter((word) => having(word).length <= COMMON);
      const asked = telling.length > 0 ? telling : words;
      const shares = new Map<Source, number>();
      for (const word of asked) {
        const worth = rarity.of(word);
        for (const source of having(word)) if (of(source)) shares.set(source, (shares.get(source) ?? 0) + worth);
      }
      let best: Carrier | undefined;
      for (const source of mostOf(shares)) {
        const share = shareOf(words, source.words);
        if (share > (best?.share ?? 0)) best = { source, share };
      }
      return best;
    },
    has({ kind, text }) {
      const wanted = kind === "number" ? figureOf(text) : text.toLowerCase();
      const words = wordsOf(wanted);
      const rarest = words.reduce<readonly Source[] | undefined>(
        (fewest, word) => (fewest && fewest.length <= having(word).length ? fewest : having(word)),
        undefined,
      );
      return (rarest ?? sources).some((source) => standsIn(source.text, wanted));
    },
    hasOrderIn: ({ text }, words) =>
      text.split("\n").some((line) => shareOf(words, new Set(wordsOf(line))) > BEHIND && isPromptInjection(line)),
  };
}

/** The few sources with the largest shares: the best one by all words, common ones too, is among them or hardly better. */
function mostOf(shares: ReadonlyMap<Source, number>): readonly Source[] {
  const least = [...shares.values()].toSorted((one, other) => other - one)[FEW - 1] ?? 0;
  return [...shares]
    .filter(([, share]) => share >= least)
    .slice(0, 2 * FEW)
    .map(([source]) => source);
}

/** The digits of a number with a unit, so that "30 ms" is found where "30ms" stands. */
const figureOf = (text: string): string => /\d+(?:[.,:/-]\d+)*/.exec(text)?.[0] ?? text.toLowerCase();

/** A path is found inside a longer path, too; a part of a name or of a number is not. */
function standsIn(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!goesOn(text, at - 1, wanted[0]!) && !goesOn(text, at + wanted.length, wanted.at(-1)!)) return true;
  return false;
}

/** Whether a number or a word goes on at `at`; scripts without spaces have no ends of words. */
function goesOn(text: string, at: number, edge: string): boolean {
  const next = text.charAt(at);
  return /\d/.test(edge) ? /\d/.test(next) : /[a-z_]/.test(edge) && /[a-z0-9_]/.test(next);
}

function sourceOf(each: LabelledRecord): Source {
  const results = each.content.parts.flatMap(({ functionResponse, functionCall }) => [
    ...(functionResponse ? [resultOf(functionResponse).text.slice(0, MOST_TEXT)] : []),
    ...(functionCall ? [`${functionCall.name} ${JSON.stringify(functionCall.args ?? {}).slice(0, MOST_TEXT)}`] : []),
  ]);
  const text = [labelledText(each), ...results].join("\n").toLowerCase();
  return { label: each.label, from: each.from, text, words: new Set(wordsOf(text)) };
}
