/**
 * The Turns on the screen: a window on the Session with an upper bound, whatever the Session's length.
 *
 * R1 The window is one unbroken run of Turns. Older ones come in at its start, page by page.
 * R2 It is trimmed to `limit` Turns on the side the reader is not looking at.
 * R3 Newer Turns that were let go are found again by asking for those before the next known record, so the port needs
 *    no way to page forward: `gone` has the place of each run that was let go, the nearest last.
 * R4 A page that overlaps the window, or reaches beyond it, adds only what is missing.
 */
import { joinPages, type TurnView } from "../core/turns.js";
import type { TurnPage } from "../core/agent-port.js";

export interface TurnWindow {
  readonly turns: readonly TurnView[];
  /** Whether there are older ones. */
  readonly more: boolean;
  /** Places of the runs of newer Turns that were let go, the nearest last; none when the window reaches the end. */
  readonly gone: readonly string[];
}

/** 120 Turns are some twenty screens: enough to scroll in without waiting, few enough for a phone's memory. */
export const WINDOW_LIMIT = 120;
/** The greatest id there can be: what is before it is everything. */
const END_OF_LOG = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";

export const windowOf = (page: TurnPage): TurnWindow => ({ turns: page.turns, more: page.more, gone: [] });

/** A Turn's place in the Log. Ids sort in writing order and a Turn's own is made just before its first record's. */
export const placeOf = (turn: TurnView): string => turn.first ?? turn.id;

export const withOlder = (window: TurnWindow, page: TurnPage): TurnWindow => ({
  ...window,
  turns: joinPages(page.turns, window.turns),
  more: page.more,
});

/** What to ask for Turns before, to get the nearest ones that were let go; none if the window reaches the end. */
export const cursorOf = (window: TurnWindow): string | undefined =>
  window.gone.length > 0 ? (window.gone.at(-2) ?? END_OF_LOG) : undefined;

/** Whether a page asked for at the cursor reaches down to the window, or another one before it is needed. */
export function closesGap(window: TurnWindow, page: TurnPage): boolean {
  const oldest = page.turns[0];
  return !oldest || !page.more || placeOf(oldest) <= window.gone.at(-1)!;
}

export function withNewer(window: TurnWindow, turns: readonly TurnView[]): TurnWindow {
  const from = window.gone.at(-1);
  if (from === undefined) return window;
  const missing = turns.filter((turn) => placeOf(turn) >= from);
  return { ...window, turns: [...window.turns, ...missing], gone: window.gone.slice(0, -1) };
}

/** Trims the newer side: the reader is at the older one. */
export function withoutNewest(window: TurnWindow, limit = WINDOW_LIMIT): TurnWindow {
  const first = window.turns[limit];
  if (!first) return window;
  return { ...window, turns: window.turns.slice(0, limit), gone: [...window.gone, placeOf(first)] };
}

/** Trims the older side: the reader is at the newer one. */
export function withoutOldest(window: TurnWindow, limit = WINDOW_LIMIT): TurnWindow {
  const surplus = window.turns.length - limit;
  return surplus > 0 ? { ...window, turns: window.turns.slice(surplus), more: true } : window;
}
