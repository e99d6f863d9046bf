/**
 * The Gauge measures contexts. It keeps weights, not texts: a Content is posted once, to be weighed; from then on its weight is enough.
 * Its worker may be killed at any time: it keeps nothing that it can't read from the store again.
 */
import { createBoundedCache, type BoundedCache } from "../bounded-cache.js";
import { NOTHING_MEASURED, shareOf, withContent, type Measured } from "./calibration.js";
import { userSaid, type Content } from "../content.js";
import { mapOf, type MapGiven, type MapPart } from "./context-map.js";
import { weighedPlaces, type WeighedItem } from "./context-weights.js";
import { countTools } from "./count-tools.js";
import { exchangeAt } from "../context/exchange.js";
import { createLedger, type Ledger } from "./ledger.js";
import type { LogRecord } from "../log/log.js";
import type { WeightTrace } from "../log/record-kinds.js";
import { titlesOf, untitledIn, withTitles, type Titles } from "./map-titles.js";
import { createResultIndex, type Mask, type MaskBudget, type ResultIndex } from "../context/mask.js";
import type { Frame, FrameWeight } from "./frame.js";
import { createWeighAgain, isEstimate, isRough, isUnweighed } from "./reweigh.js";
import { weighContent, type TextCounter, type Weighed } from "../tokens/content-weight.js";
import type { RecordId, SessionId } from "../ids.js";

export interface Gauge {
  /** Answers in the order given. */
  weigh(contents: readonly Content[]): Promise<readonly Weighed[]>;
  weighFrame(frame: Frame): Promise<FrameWeight>;
  /** Adds weighed Contents to a Session's History; those that are in it already are skipped. */
  add(session: SessionId, items: readonly WeighedItem[]): Promise<SessionWeight>;
  /** Replaces the passages recalled for the last question by these, right before the record they are for (C11). */
  recall(session: SessionId, found?: RecalledItem): Promise<SessionWeight>;
  measure(session: SessionId): Promise<SessionWeight>;
  /** The old results that a pointer should replace (X4); `budget` is another one where room is short. */
  toMask(session: SessionId, budget?: MaskBudget): Promise<readonly Mask[]>;
  /** The results over the budget of those that a compression keeps, newest first (C3). */
  overBudget(session: SessionId, keep?: number): Promise<readonly Mask[]>;
  /** A content of the Session, in the context or not, with its exchange and Turn; undefined for other and rewound records. */
  find(session: SessionId, record: RecordId): Promise<FoundContent | undefined>;
  /** The next request, block by block (U2). */
  map(session: SessionId, asked: MapAsked): Promise<MapPart>;
  /** Forgets a Session whose projection has changed. */
  forget(session: SessionId): Promise<void>;
}

interface RecalledItem extends Pick<WeighedItem, "record" | "weight"> {
  readonly for: string;
}

interface MapAsked extends Pick<MapGiven, "frame" | "overheads" | "opened"> {
  /** The text in the composer, weighed beside the request. */
  readonly draft?: string;
}

export interface FoundContent extends WeighedItem {
  /** The call and results it belongs to (exchange.ts), in writing order. */
  readonly exchange: readonly WeighedItem[];
  /** Its Turn: from a user's words up to the next. */
  readonly turn: readonly WeighedItem[];
}

export interface SessionWeight {
  readonly measured: Measured;
  /** Tokens by kind, as the ledger has them. */
  readonly history: number;
  readonly results: number;
  readonly snapshot: number;
  readonly recalled: number;
  readonly exact: boolean;
  /** Whether it has a Snapshot, a mask or a fold. */
  readonly shortened: boolean;
}

interface GaugeParts {
  /** The counter to use now: the estimate until the tokenizer has loaded. */
  readonly counter: () => Promise<TextCounter>;
  /** The stored traces of a Session, in writing order. Items added later are in the context, without effects. */
  readonly stored: (session: SessionId) => Promise<readonly WeightTrace[]>;
  /** These records of a Session, whole: for those that were stored without a weight, or with an estimate. */
  readonly whole?: (session: SessionId, records: readonly RecordId[]) => Promise<readonly LogRecord[]>;
  /** These records of a Session, for the titles of a map; bulky outputs of Tools need not be there. */
  readonly said?: (session: SessionId, records: readonly RecordId[]) => Promise<readonly LogRecord[]>;
}

/** Characters of frames whose counts are kept: some system prompts with their Memories, and all declarations of Tools. */
const FRAME_CHARACTERS = 2_000_000;
/** Titles of records that are kept of a Session: a map shows some hundred. */
const TITLES = 3_000;

/** Sessions whose weights are kept: the open one and some the user goes back and forth between (T6). */
const KEPT = 4;

interface Book {
  readonly ledger: Ledger;
  readonly results: ResultIndex;
  readonly items: WeighedItem[];
  readonly away: WeighedItem[];
  readonly known: Set<string>;
  /** Titles never change, so each record is read once for them. */
  readonly titles: BoundedCache<Titles>;
  measured: Measured;
  inexact: number;
  /** Records in the context that could not be weighed. */
  unweighed: number;
  /** Whether the tokenizer would improve some weights, which were made before it had loaded. */
  isRough: boolean;
  shortened: boolean;
}

const NOTHING = () => Promise.resolve([]);

export function createGauge({ counter: current, stored, whole = NOTHING, said = NOTHING }: GaugeParts): Gauge {
  const books = createBoundedCache<Promise<Book>>(KEPT);
  let isTokenizerThere = false;
  const counter = async () => {
    const by = await current();
    isTokenizerThere ||= by.exact;
    return by;
  };
  const weighAgain = createWeighAgain({ counter, whole });
  const frames = createBoundedCache<{ readonly tokens: number; readonly length: number }>(
    FRAME_CHARACTERS,
    ({ length }) => length,
  );

  /** Texts of frames are counted once: they come again with each view of the map, and hardly change. */
  function counted(text: string, by: TextCounter): number {
    const known = frames.get(text);
    if (known) return known.tokens;
    const tokens = by.count(text);
    frames.set(text, { tokens, length: text.length });
    return tokens;
  }

  /** Reads the store if the Session is not kept, or its weights can be improved; two calls at once share one reading. */
  async function bookOf(session: SessionId): Promise<Book> {
    const reading = books.get(session) ?? open(session);
    const book = await reading;
    if (!book.isRough || !isTokenizerThere) return book;
    return books.get(session) === reading ? open(session) : bookOf(session);
  }

  function open(session: SessionId): Promise<Book> {
    const reading = read(session);
    books.set(session, reading);
    reading.catch(() => books.delete(session));
    return reading;
  }

  async function read(session: SessionId): Promise<Book> {
    const traces = await weighAgain(session, await stored(session));
    const book = bookWith(weighedPlaces(traces));
    book.unweighed = traces.filter(isUnweighed).length;
    book.isRough = !isTokenizerThere && traces.some(isRough); // the tokenizer would have weighed all it can
    return book;
  }

  return {
    async weigh(contents) {
      const by = await counter();
      return contents.map((content) => weighContent(content, by));
    },
    async weighFrame({ system, tools, parts }) {
      const by = await counter();
      const count = (text: string) => (by.exact ? counted(text, by) : by.count(text));
      const eachTool = tools.map((tool) => ({ name: tool.name, tokens: countTools([tool], count) }));
      return {
        system: Math.ceil(count(system)),
        ...(parts && {
          parts: parts.map(({ id, text, kind }) => ({ id, ...(kind && { kind }), tokens: Math.ceil(count(text)) })),
        }),
        tools: Math.ceil(eachTool.reduce((sum, { tokens }) => sum + tokens, 0)),
        toolCount: tools.length,
        exact: by.exact,
        eachTool,
      };
    },
    async add(session, items) {
      const book = await bookOf(session);
      for (const item of items) enter(book, item);
      return weightOf(book);
    },
    async recall(session, found) {
      const book = await bookOf(session);
      const items = book.items.filter(({ recalled }) => !recalled);
      const at = found ? items.findIndex(({ record }) => record === found.for) : -1;
      if (found && at >= 0) items.splice(at, 0, { record: found.record, weight: found.weight, recalled: true });
      Object.assign(book, bookWith(items, book)); // the same object, which other calls may be waiting for
      return weightOf(book);
    },
    measure: async (session) => weightOf(await bookOf(session)),
    toMask: async (session, budget) => (await bookOf(session)).results.toMask(budget),
    overBudget: async (session, keep) => (await bookOf(session)).results.overBudget(keep),
    async find(session, record) {
      const { items, away } = await bookOf(session);
      const said = [...items, ...away]
        .filter(({ ofSnapshot, environment, recalled }) => ofSnapshot === undefined && !environment && !recalled)
        .toSorted((one, other) => (one.record < other.record ? -1 : 1));
      const at = said.findIndex((each) => each.record === record);
      if (at < 0) return undefined;
      const weights = said.map(({ weight }) => weight);
      const start = Math.max(
        0,
        weights.findLastIndex(({ startsTurn }, nth) => startsTurn && nth <= at),
      );
      const end = weights.findIndex(({ startsTurn }, nth) => startsTurn && nth > at);
      return {
        ...said[at]!,
        exchange: exchangeAt(weights, at).map((place) => said[place]!),
        turn: said.slice(start, end < 0 ? undefined : end),
      };
    },
    async map(session, { frame, overheads, opened, draft }) {
      const book = await bookOf(session);
      const map = mapOf({ ...book, frame, overheads, ...(opened && { opened }) });
      const untitled = untitledIn([...map.blocks, ...map.removed]).filter((record) => !book.titles.get(record));
      for (const record of untitled.length > 0 ? await said(session, [...new Set(untitled)]) : []) {
        const titles = titlesOf(record);
        if (titles) book.titles.set(record.id, titles);
      }
      const by = draft ? await counter() : undefined;
      const typed = by && withContent(NOTHING_MEASURED, weighContent(userSaid(draft!), by));
      return {
        ...map,
        blocks: withTitles(map.blocks, book.titles),
        removed: withTitles(map.removed, book.titles),
        ...(typed && { draft: Math.round(shareOf(overheads, typed)) }),
      };
    },
    forget: (session) => Promise.resolve(books.delete(session)),
  };
}

const createBook = (): Book => ({
  ledger: createLedger(),
  results: createResultIndex(),
  items: [],
  away: [],
  known: new Set(),
  titles: createBoundedCache(TITLES),
  measured: NOTHING_MEASURED,
  inexact: 0,
  unweighed: 0,
  isRough: false,
  shortened: false,
});

/** A book of these items; facts that are not in them are taken from the book before. */
function bookWith(items: readonly WeighedItem[], before?: Book): Book {
  const book = createBook();
  for (const item of items) enter(book, item);
  if (!before) return book;
  book.isRough ||= before.isRough;
  return { ...book, away: before.away, titles: before.titles, unweighed: before.unweighed };
}

/** Adds an item, in time that does not depend on the items before. */
function enter(book: Book, item: WeighedItem): void {
  const { record, weight, ofSnapshot, recalled, away, effects } = item;
  if (away) return void book.away.push(item);
  const key = ofSnapshot ? `${record} ${ofSnapshot}` : record;
  if (book.known.has(key)) return;
  book.known.add(key);
  book.items.push(item);
  book.ledger.putContent(key, weight, recalled ? "recalled" : ofSnapshot === undefined ? "history" : "snapshot");
  book.results.append(record, effects && effects.pins.length > 0 ? { ...weight, results: [] } : weight); // what is pinned stays whole
  book.measured = withContent(book.measured, weight);
  if (!weight.exact && weight.tokens > 0) book.inexact++;
  book.isRough ||= isEstimate(weight);
  book.shortened ||=
    ofSnapshot !== undefined || Boolean(effects?.folds.length) || weight.results.some(({ masked }) => masked);
}

const weightOf = ({ ledger, measured, inexact, unweighed, shortened }: Book): SessionWeight => ({
  measured,
  history: ledger.tokens("history"),
  results: ledger.tokens("results"),
  snapshot: ledger.tokens("snapshot"),
  recalled: ledger.tokens("recalled"),
  exact: inexact + unweighed === 0,
  shortened,
});
