/**
 * Gauge: who measures. It remembers weights, not texts: a Content is posted once, to be weighed; from then on its weight
 * is enough. It may be killed at any time: what it has forgotten it reads from the store by itself.
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
  /** What stands in every request beside the History. */
  weighFrame(frame: Frame): Promise<FrameWeight>;
  /** Weighed Contents join a Session's History; those that are in it already are left alone. */
  add(session: SessionId, items: readonly WeighedItem[]): Promise<SessionWeight>;
  /** What was found again for the last question leaves, and this comes, right before the record it is for (C11). */
  recall(session: SessionId, found?: RecalledItem): Promise<SessionWeight>;
  measure(session: SessionId): Promise<SessionWeight>;
  /** Which old results should give way to a pointer (X4); another budget than that where room is short. */
  toMask(session: SessionId, budget?: MaskBudget): Promise<readonly Mask[]>;
  /** Which results are over the budget of those that a compression keeps, newest first (C3). */
  overBudget(session: SessionId, keep?: number): Promise<readonly Mask[]>;
  /** A content of the Session, in the context or not, and what goes with it; nothing for what is no content, or was rewound. */
  find(session: SessionId, record: RecordId): Promise<FoundContent | undefined>;
  /** The next request, block by block (U2). */
  map(session: SessionId, asked: MapAsked): Promise<MapPart>;
  /** What it knew of a Session holds no longer: its projection has changed. */
  forget(session: SessionId): Promise<void>;
}

interface RecalledItem extends Pick<WeighedItem, "record" | "weight"> {
  readonly for: string;
}

interface MapAsked extends Pick<MapGiven, "frame" | "overheads" | "opened"> {
  /** What stands in the composer: weighed beside the request. */
  readonly draft?: string;
}

export interface FoundContent extends WeighedItem {
  /** It and what never parts from it, in writing order. */
  readonly exchange: readonly WeighedItem[];
  /** All of its Turn, as far as weights tell: from a user's words up to the next. */
  readonly turn: readonly WeighedItem[];
}

export interface SessionWeight {
  readonly measured: Measured;
  /** Of History and results, as the ledger has them. */
  readonly history: number;
  readonly results: number;
  readonly snapshot: number;
  /** What was found again for the question (C11). */
  readonly recalled: number;
  readonly exact: boolean;
  /** Something of it stands for more than it says: a Snapshot, a mask, a fold. */
  readonly shortened: boolean;
}

interface GaugeParts {
  /** Who counts now: the estimate until the tokenizer is there. */
  readonly counter: () => Promise<TextCounter>;
  /** What was stored of a Session's weights, in writing order. What is added later stands, and nothing is held on it. */
  readonly stored: (session: SessionId) => Promise<readonly WeightTrace[]>;
  /** These records of a Session, whole: for those that were stored without a weight, or with an estimate. */
  readonly whole?: (session: SessionId, records: readonly RecordId[]) => Promise<readonly LogRecord[]>;
  /** These records of a Session, for the titles of a map; bulky outputs of Tools need not be there. */
  readonly said?: (session: SessionId, records: readonly RecordId[]) => Promise<readonly LogRecord[]>;
}

/** Of texts of frames whose counts are kept: some system prompts with their Memories, and what all Tools say of themselves. */
const FRAME_CHARACTERS = 2_000_000;
/** Titles of records that are kept of a Session: a map shows some hundred. */
const TITLES = 3_000;

interface CountedText {
  readonly tokens: number;
  readonly length: number;
}

/** Sessions whose weights are kept: the open one and some the user goes back and forth between (T6). */
const KEPT = 4;

interface Book {
  readonly ledger: Ledger;
  readonly results: ResultIndex;
  readonly items: WeighedItem[];
  readonly away: WeighedItem[];
  readonly known: Set<string>;
  /** Of records never change, so each is read once. */
  readonly titles: BoundedCache<Titles>;
  measured: Measured;
  inexact: number;
  /** Records that stand in it, and could be weighed by nobody. */
  unweighed: number;
  /** The tokenizer was not there for all of it, and would make it better. */
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
  const frames = createBoundedCache<CountedText>(FRAME_CHARACTERS, ({ length }) => length);

  /** What stands before every conversation is counted once: it comes again with each look at the map, and hardly changes. */
  function counted(text: string, by: TextCounter): number {
    const known = frames.get(text);
    if (known) return known.tokens;
    const tokens = by.count(text);
    frames.set(text, { tokens, length: text.length });
    return tokens;
  }

  /** From the store if it is not at hand, or can be made better; two who ask at once share one reading. */
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
    book.isRough = !isTokenizerThere && traces.some(isRough); // nothing better can be had of what it could not weigh
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
      Object.assign(book, bookWith(items, book)); // in its place: who waits for it must find it changed
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

/** A book of these; all that is not in them is as in the one `before`. */
function bookWith(items: readonly WeighedItem[], before?: Book): Book {
  const book = createBook();
  for (const item of items) enter(book, item);
  if (!before) return book;
  book.isRough ||= before.isRough;
  return { ...book, away: before.away, titles: before.titles, unweighed: before.unweighed };
}

/** One more Content costs what it costs, whatever is there already. */
function enter(book: Book, item: WeighedItem): void {
  const { record, weight, ofSnapshot, recalled, away, held } = item;
  if (away) return void book.away.push(item);
  const key = ofSnapshot ? `${record} ${ofSnapshot}` : record;
  if (book.known.has(key)) return;
  book.known.add(key);
  book.items.push(item);
  book.ledger.putContent(key, weight, recalled ? "recalled" : ofSnapshot === undefined ? "history" : "snapshot");
  book.results.append(record, held && held.pins.length > 0 ? { ...weight, results: [] } : weight); // what is pinned stays whole
  book.measured = withContent(book.measured, weight);
  if (!weight.exact && weight.tokens > 0) book.inexact++;
  book.isRough ||= isEstimate(weight);
  book.shortened ||=
    ofSnapshot !== undefined || Boolean(held?.folds.length) || weight.results.some(({ masked }) => masked);
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
