/**
 * Splits a text into the words of the search index, the same for entries and for questions.
 * R1 A run is letters, marks and digits of any script with `_` and `$`; a hyphen between two pairs of them joins, and
 *    so does a dot between digits (`127.0.0.1`).
 * R2 A run is split at `_`, `$`, hyphens, capitals ("fooBar", "HTMLElement"; "URLs" stays whole) and between letters
 *    and digits, and each piece is a word. With several pieces the whole is a word too, in small letters and without
 *    separators: `maxLength`, `max_length` and `max-length` are all "maxlength". Names and definitions of three pieces
 *    and more are also found by each two neighbours: "websocket" finds `NodeWebSocketTransport`.
 * R3 Case, accents (of Latin, Greek, Cyrillic), points of Arabic and Hebrew, and width are dropped; English words are
 *    stemmed.
 * R4 Scripts without spaces, and Hangul, give pairs of neighbouring characters. The last character of such a run is a
 *    word as well, so that a single character is found by prefix.
 * R5 Left out: single Latin letters; pieces over 40 and wholes over 64 characters (keys, digests in base64).
 */
import { stem } from "./search-stem.js";

/** The words of one run. `whole` stands only where there are several pieces (R2). */
interface RunWords {
  readonly pieces: readonly string[];
  readonly whole?: string;
  /** Each two neighbours of three pieces and more as one word. Only names and definitions are indexed by them. */
  readonly neighbours?: readonly string[];
  /** The pieces are pairs of characters (R4). */
  readonly pairs: boolean;
}

const PIECE_MAX = 40;
const WHOLE_MAX = 64;

/** Calls `tell` with the beginning and the end of each run between two places of the text, in order (R1). */
export function scanRuns(text: string, from: number, to: number, tell: (from: number, to: number) => void): void {
  let at = from;
  while (at < to) {
    if (!isWordAt(text, at)) {
      at++;
      continue;
    }
    const start = at;
    for (at++; at < to; at++) {
      if (isWordAt(text, at)) continue;
      const unit = text.charCodeAt(at);
      if (unit === HYPHEN && joins(text, at, start, to)) continue;
      if (unit === DOT && isDigitAt(text, at - 1) && at + 1 < to && isDigitAt(text, at + 1)) continue;
      break;
    }
    tell(start, at);
  }
}

export function runsOf(text: string): readonly string[] {
  const runs: string[] = [];
  scanRuns(text, 0, text.length, (from, to) => runs.push(text.slice(from, to)));
  return runs;
}

const HYPHEN = 0x2d;
const DOT = 0x2e;
const isDigitAt = (text: string, at: number): boolean => text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57;
const joins = (text: string, at: number, start: number, to: number): boolean =>
  at - start >= 2 && at + 2 < to && isWordAt(text, at - 2) && isWordAt(text, at + 1) && isWordAt(text, at + 2);

/** 0: unknown, 1: no, 2: yes. Pairs of surrogates count if they may be a letter: emoji are none. */
const wordUnits = new Uint8Array(65_536);
const WORD = /[\p{L}\p{M}\p{N}_$\u200c\u200d]/u;

function isWordAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const known = wordUnits[unit]!;
  if (known !== 0) return known === 2;
  if (unit >= 0xd800 && unit < 0xe000) {
    const point = unit < 0xdc00 ? text.codePointAt(at)! : text.codePointAt(at - 1)!;
    return point > 0xffff && WORD.test(String.fromCodePoint(point));
  }
  const isWord = WORD.test(String.fromCharCode(unit));
  wordUnits[unit] = isWord ? 2 : 1;
  return isWord;
}

const NO_WORDS: RunWords = { pieces: [], pairs: false };
const ASCII = /^[\x20-\x7e]*$/;
/** Han, kana, Hangul, Thai, Lao, Khmer, Burmese, Tibetan. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}ー々〆]/u;
const UNSPACED_RUNS = new RegExp(`${UNSPACED.source}[${UNSPACED.source.slice(1, -1)}\\p{M}]*`, "gu");
const PIECES = /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?(?:(?!\p{Lu})[\p{L}\p{M}])+|\p{N}+/gu;

/** R2 to R5. */
export function wordsOfRun(run: string): RunWords {
  if (ASCII.test(run)) return wordsOfSpaced(run);
  const folded = widths(run);
  if (!UNSPACED.test(folded)) return wordsOfSpaced(folded);
  const pairs: string[] = [];
  const rest = folded.replaceAll(UNSPACED_RUNS, (unspaced) => {
    const characters = [...unspaced];
    for (let at = 0; at + 1 < characters.length; at++) pairs.push(characters[at]! + characters[at + 1]!);
    pairs.push(characters.at(-1)!);
    return "_";
  });
  const spaced = wordsOfSpaced(rest);
  return { pieces: [...pairs, ...spaced.pieces, ...(spaced.whole ? [spaced.whole] : [])], pairs: true };
}

function wordsOfSpaced(run: string): RunWords {
  if (run.includes(".")) return wordsOfNumber(run);
  const pieces =
    run.length > 400 ? [] : ASCII.test(run) ? asciiPieces(run) : (run.match(PIECES) ?? []).map(foldLetters);
  if (pieces.length === 0) return NO_WORDS;
  if (pieces.length === 1) return { pieces: kept([stem(pieces[0]!)]), pairs: false };
  const whole = pieces.join("");
  const isMixed = pieces.length > 6 && pieces.filter((piece) => /^\p{N}/u.test(piece)).length * 3 > pieces.length;
  return {
    pieces: isMixed ? [] : kept(pieces.map(stem)), // hexadecimal digests: only the whole says anything
    whole: whole.length <= WHOLE_MAX ? whole : undefined,
    neighbours: isMixed || pieces.length < 3 ? [] : kept(pieces.slice(1).map((piece, at) => pieces[at]! + piece)),
    pairs: false,
  };
}

function wordsOfNumber(run: string): RunWords {
  const whole = foldLetters(run);
  return {
    pieces: kept(run.split(/[^\p{L}\p{N}]+/u).map(foldLetters)),
    whole: whole.length <= WHOLE_MAX ? whole : undefined,
    pairs: false,
  };
}

const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90;
const isLower = (unit: number): boolean => unit >= 97 && unit <= 122;
const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** The pieces that `PIECES` finds, folded, faster for ASCII. */
function asciiPieces(run: string): string[] {
  const pieces: string[] = [];
  const small = run.toLowerCase();
  let start = -1;
  for (let at = 0; at <= run.length; at++) {
    const unit = at < run.length ? run.charCodeAt(at) : 0;
    const isWord = isLower(unit) || isUpper(unit) || isDigit(unit);
    if (start >= 0 && (!isWord || startsPiece(run, at, unit))) {
      pieces.push(small.slice(start, at));
      start = -1;
    }
    if (isWord && start < 0) start = at;
  }
  return pieces;
}

/** True if a piece ends right before this letter or digit. */
function startsPiece(run: string, at: number, unit: number): boolean {
  const before = run.charCodeAt(at - 1);
  if (isDigit(unit) !== isDigit(before)) return true;
  if (!isUpper(unit)) return false;
  if (isLower(before)) return true;
  if (at + 1 >= run.length || !isLower(run.charCodeAt(at + 1))) return false;
  const isPlural = isUpper(before) && run[at + 1] === "s" && !isLower(run.charCodeAt(at + 2)); // NaN beyond the end
  return !isPlural;
}

const kept = (pieces: readonly string[]): string[] =>
  pieces.filter(
    (piece) => piece.length > 0 && piece.length <= PIECE_MAX && !(piece.length === 1 && /[a-z]/.test(piece)),
  );

/** Combining accents, Hebrew and Arabic points, tatweel, joiners. */
const POINTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u200c\u200d]/gu;
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i", ς: "σ" };
const SPECIAL = /[ßæœøđłıς]/g;

/** Normal width: full-width letters and half-width kana become plain, Hangul stays whole. */
const widths = (run: string): string => run.normalize("NFKC");

/** R3, without the stem. Through capitals and back, since some small letters share a capital. */
export function foldLetters(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return word
    .normalize("NFKD")
    .replaceAll(POINTS, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(SPECIAL, (letter) => LETTERS[letter]!);
}
