/**
 * Text that is being streamed, and a reader of only what is new in it. A string that grows by a delta costs nothing until it is read: then
 * all of it is copied, 1 ms at 900 KB, at every read. So each delta also stands in a chain, the newest first, which a reader follows back.
 */
interface Growth {
  readonly delta: string;
  readonly before?: Growth;
}

export interface Growing {
  readonly text: string;
  /** The chain of deltas, while more may come; a text from the Log has none. */
  readonly growth?: Growth;
}

/** The block with more text at its end. */
export const withDelta = <T extends Growing>(block: T, delta: string): T => ({
  ...block,
  text: block.text + delta,
  growth: { delta, before: block.growth },
});

/** A block that no longer grows, without its chain. */
export function settled<T extends Growing>(block: T): T {
  const { growth, ...rest } = block;
  return growth ? (rest as T) : block;
}

interface Unread {
  readonly text: string;
  /** The text was replaced by another, and `text` is all of it. */
  readonly isOther: boolean;
}

/** Characters that are compared to tell growth from replacement where there is no chain. */
const TAIL = 32;

export function createGrowthReader(): { read(now: Growing): Unread } {
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

/** The text that was added after `mark`; undefined if that is no part of the chain. */
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
