/**
 * Text that is still being spoken, and how to read only what is new of it. A string that grows by a delta costs nothing
 * until someone looks inside: then all of it is copied, 1 ms at 900 KB, at every look. So each delta also stands in a
 * chain, the newest first, and a reader goes back only to where it was.
 */
interface Growth {
  readonly delta: string;
  readonly before?: Growth;
}

export interface Growing {
  readonly text: string;
  /** How it came to be, while more may come; what is in the Log has none. */
  readonly growth?: Growth;
}

/** The same with more at its end. */
export const withDelta = <T extends Growing>(block: T, delta: string): T => ({
  ...block,
  text: block.text + delta,
  growth: { delta, before: block.growth },
});

/** What no longer grows is text like any other, and its chain can go. */
export function settled<T extends Growing>(block: T): T {
  const { growth, ...rest } = block;
  return growth ? (rest as T) : block;
}

interface Unread {
  readonly text: string;
  /** It is another text than before: what was read counts for nothing, and this is all of it. */
  readonly isOther: boolean;
}

interface GrowthReader {
  read(now: Growing): Unread;
}

/** Letters compared to tell growth from replacement where there is no chain. */
const TAIL = 32;

export function createGrowthReader(): GrowthReader {
  let seen: Growing | undefined;
  return {
    read(now) {
      const last = seen;
      seen = now;
      if (!last) return { text: now.text, isOther: true };
      if (last.text === now.text) return { text: "", isOther: false };
      const fresh = last.growth && now.growth ? since(last.growth, now.growth) : undefined;
      if (fresh !== undefined) return { text: fresh, isOther: false };
      if (!continues(last.text, now.text)) return { text: now.text, isOther: true };
      return { text: now.text.slice(last.text.length), isOther: false };
    },
  };
}

/** What was added after `mark`; nothing if that is no part of the chain. */
function since(mark: Growth, newest: Growth): string | undefined {
  const deltas: string[] = [];
  for (let at: Growth | undefined = newest; at; at = at.before) {
    if (at === mark) return deltas.toReversed().join("");
    deltas.push(at.delta);
  }
  return undefined;
}

function continues(earlier: string, now: string): boolean {
  const { length } = earlier;
  const from = Math.max(0, length - TAIL);
  return now.length >= length && now.slice(from, length) === earlier.slice(from);
}
