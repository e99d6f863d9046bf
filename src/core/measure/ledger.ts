/**
 * The Ledger: the tokens of each part of the next request (T5). Every number on the screen comes from it.
 * R1 The entries add up to the total, whatever was put, replaced or removed, in any order.
 * R2 Putting an entry takes one step, and so does asking for the totals: nothing is summed anew.
 * R3 The total is exact if every entry is. Once a server has counted this very request it is the server's, until an entry changes.
 */
import type { Weighed } from "../tokens/content-weight.js";

export interface ContextMeter {
  readonly tokens: number;
  readonly limit: number;
  readonly source: "exact" | "estimate" | "server";
  /** Tokens at which the context is compressed, or the user asked (C1); none where neither happens. */
  readonly compressAt?: number;
}

/** In the order in which a request is drawn. */
export const LEDGER_KINDS = [
  ...(["system", "tools", "memory", "skills", "snapshot", "recalled"] as const),
  ...(["history", "results", "pending", "overhead"] as const),
] as const;

type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface LedgerEntry {
  /** Unique within its kind: the path of a memory file, a tool's name, a record's id. */
  readonly id: string;
  readonly kind: LedgerKind;
  readonly tokens: number;
  readonly exact: boolean;
}

interface LedgerTotals {
  readonly tokens: number;
  readonly limit: number;
  /** Of the limit, from 0; over 100 in an overfull context. */
  readonly percent: number;
  readonly source: ContextMeter["source"];
  readonly kinds: readonly LedgerShare[];
}

interface LedgerShare {
  readonly kind: LedgerKind;
  readonly tokens: number;
  readonly percent: number;
  readonly entries: number;
}

export interface Ledger {
  /** Puts an entry in, or replaces the one of the same kind and id. */
  put(entry: LedgerEntry): void;
  /** Puts a Content in, its results apart from the rest of it. */
  putContent(record: string, weighed: Weighed, kind?: "history" | "snapshot" | "recalled" | "pending"): void;
  remove(kind: LedgerKind, id: string): void;
  /** Takes a Content out of all kinds. */
  removeContent(record: string): void;
  clear(kind: LedgerKind): void;
  /** Sets the count of a server for the request as it is: the difference is overhead (R3). */
  settle(counted: number): void;
  /** Tokens of a kind, or of all. */
  tokens(kind?: LedgerKind): number;
  totals(limit: number): LedgerTotals;
  entries(kind: LedgerKind): Iterable<LedgerEntry>;
}

export function createLedger(): Ledger {
  const books = new Map(LEDGER_KINDS.map((kind) => [kind, createBook()]));
  const bookOf = (kind: LedgerKind) => books.get(kind)!;
  let total = 0;
  let inexact = 0;
  let isSettled = false;

  const remove = (kind: LedgerKind, id: string) => {
    const book = bookOf(kind);
    const entry = book.entries.get(id);
    if (!entry) return;
    book.entries.delete(id);
    book.tokens -= entry.tokens;
    total -= entry.tokens;
    if (isEstimate(entry)) inexact--;
    isSettled = false;
  };
  const put = (entry: LedgerEntry) => {
    remove(entry.kind, entry.id);
    const book = bookOf(entry.kind);
    book.entries.set(entry.id, entry);
    book.tokens += entry.tokens;
    total += entry.tokens;
    if (isEstimate(entry)) inexact++;
    isSettled = false;
  };
  const removeContent = (id: string) => {
    for (const kind of ["history", "snapshot", "recalled", "pending", "results"] as const) remove(kind, id);
  };

  return {
    put,
    putContent(id, { tokens, exact, results }, kind = "history") {
      const ofResults = results.reduce((sum, result) => sum + result.tokens, 0);
      removeContent(id);
      // A pending Content is one entry: it overflows or not as a whole (O1).
      if (kind !== "pending" && ofResults > 0) put({ id, kind: "results", tokens: ofResults, exact });
      const rest = kind === "pending" ? tokens : tokens - ofResults;
      if (rest > 0 || ofResults === 0) put({ id, kind, tokens: rest, exact });
    },
    remove,
    removeContent,
    clear(kind) {
      for (const id of bookOf(kind).entries.keys()) remove(kind, id);
    },
    settle(counted) {
      for (const id of bookOf("overhead").entries.keys()) remove("overhead", id);
      put({ id: "server", kind: "overhead", tokens: counted - total, exact: true });
      isSettled = true;
    },
    tokens: (kind) => (kind ? bookOf(kind).tokens : total),
    totals: (limit) => ({
      tokens: total,
      limit,
      percent: percentOf(total, limit),
      source: isSettled ? "server" : inexact > 0 ? "estimate" : "exact",
      kinds: LEDGER_KINDS.map((kind) => {
        const { tokens, entries } = bookOf(kind);
        return { kind, tokens, percent: percentOf(tokens, limit), entries: entries.size };
      }),
    }),
    entries: (kind) => bookOf(kind).entries.values(),
  };
}

interface Book {
  readonly entries: Map<string, LedgerEntry>;
  tokens: number;
}

const createBook = (): Book => ({ entries: new Map(), tokens: 0 });

/** An empty entry is exact in any case. */
const isEstimate = ({ tokens, exact }: LedgerEntry): boolean => !exact && tokens !== 0;

const percentOf = (tokens: number, limit: number): number => (limit > 0 ? (100 * tokens) / limit : 0);
