/**
 * The Turns on the screen: a window on the Session with an upper bound, whatever the Session's length.
 *
 * R1 The window is one unbroken run of Turns. Older ones come in at its start, page by page.
 * R2 It is trimmed to `limit` Turns, and to as many blocks as that many Turns have, on the side the reader is not
 *    looking at. A Turn with more blocks than that is cut between two records.
 * R3 Newer Turns that were let go are found again by asking for those before the next known record, so the port needs
 *    no way to page forward: `gone` has the place of each run that was let go, the nearest last.
 * R4 A page that overlaps the window, or reaches beyond it, adds only what is missing.
 */
import type { RecordId } from "../../core/ids.js";
import { joinPages, type TurnView } from "../../core/port/turns.js";
import type { TurnPage } from "../../core/port/sessions-port.js";

export interface TurnWindow {
  readonly turns: readonly TurnView[];
  readonly more: boolean;
  /** Places of the runs of newer Turns that were let go, the nearest last; none when the window reaches the end. */
  readonly gone: readonly string[];
}

/** 120 Turns are about twenty screens: enough to scroll in without waiting, few enough for a phone's memory. */
export const WINDOW_LIMIT = 120;
/** The blocks of all Turns: ordinary Turns have three at most, and a page of records brings 200. */
export const BLOCKS_LIMIT = 480;
/** The greatest possible id: every record is before it. */
const END_OF_LOG = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";

export const windowOf = (page: TurnPage): TurnWindow => ({ turns: page.turns, more: page.more, gone: [] });

/** A Turn's place in the Log. Ids sort in writing order and a Turn's own is made just before its first record's. */
export const placeOf = (turn: TurnView): string => turn.first ?? turn.id;

export const withOlder = (window: TurnWindow, page: TurnPage): TurnWindow => ({
  ...window,
  turns: joinPages(page.turns, window.turns),
  more: page.more,
});

/** The place before which the nearest Turns that were let go are found; none if the window reaches the end. */
export const cursorOf = (window: TurnWindow): RecordId | undefined =>
  window.gone.length > 0 ? (window.gone.at(-2) ?? END_OF_LOG) : undefined;

/** Whether a page asked for at the cursor reaches down to the window; otherwise another one before it is needed. */
export function closesGap(window: TurnWindow, page: TurnPage): boolean {
  const oldest = page.turns[0];
  return !oldest || !page.more || placeOf(oldest) <= window.gone.at(-1)!;
}

export function withNewer(window: TurnWindow, turns: readonly TurnView[]): TurnWindow {
  const from = window.gone.at(-1);
  if (from === undefined) return window;
  const missing = turns.flatMap((turn) => partFrom(turn, from));
  return { ...window, turns: joinPages(window.turns, missing), gone: window.gone.slice(0, -1) };
}

/** The part of a Turn at a place and after it. */
function partFrom(turn: TurnView, from: RecordId): readonly TurnView[] {
  if (placeOf(turn) >= from) return [turn];
  const at = turn.blocks.findIndex(({ record }) => record !== undefined && record >= from);
  return at < 0 ? [] : [withoutBlocksBefore(turn, at)];
}

/** Trims the newer side, for a reader at the older one. */
export function withoutNewest(window: TurnWindow, limit = WINDOW_LIMIT, blocks = BLOCKS_LIMIT): TurnWindow {
  let room = blocks;
  for (const [at, turn] of window.turns.entries()) {
    const cut = at === limit ? 0 : turn.blocks.length > room ? findCut(turn, room) : -1;
    const place = cut === 0 ? placeOf(turn) : turn.blocks[cut]?.record;
    if (place !== undefined && at + cut > 0) {
      // The end of the Turn is out of sight, and so is its outcome.
      const part = cut > 0 ? [{ ...turn, blocks: turn.blocks.slice(0, cut), outcome: undefined }] : [];
      return { ...window, turns: [...window.turns.slice(0, at), ...part], gone: [...window.gone, place] };
    }
    room = Math.max(0, room - turn.blocks.length);
  }
  return window;
}

/** Trims the older side, for a reader at the newer one. */
export function withoutOldest(window: TurnWindow, limit = WINDOW_LIMIT, blocks = BLOCKS_LIMIT): TurnWindow {
  const { turns } = window;
  let room = blocks;
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at]!;
    const isLast = at === turns.length - 1;
    if (turns.length - at > limit) return { ...window, turns: turns.slice(at + 1), more: true };
    if (turn.blocks.length > room) {
      const cut = findCut(turn, turn.blocks.length - room);
      if (cut > 0) return { ...window, turns: [withoutBlocksBefore(turn, cut), ...turns.slice(at + 1)], more: true };
      if (!isLast) return { ...window, turns: turns.slice(at + 1), more: true };
    }
    room = Math.max(0, room - turn.blocks.length);
  }
  return window;
}

const withoutBlocksBefore = (turn: TurnView, at: number): TurnView => ({
  ...turn,
  blocks: turn.blocks.slice(at),
  first: turn.blocks[at]!.record,
  partial: true,
});

/** The first block from `least` on that begins a record; -1 if there is none, as in a Turn that is still running. */
const findCut = ({ blocks }: TurnView, least: number): number =>
  blocks.findIndex(
    ({ record }, at) => at >= least && record !== undefined && (at === 0 || record !== blocks[at - 1]!.record),
  );
