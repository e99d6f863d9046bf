/**
 * The runs of a segment under construction: each distinct one is split into words once. A `Map` would need a string for
 * every run, which took a third of the time; this table looks runs up by their characters in the text.
 */

interface RunTable {
  /** The number of the run between two places of the text, from 0 in order of first sight. */
  numberOf(text: string, from: number, to: number): number;
  textOf(run: number): string;
}

export function createRunTable(): RunTable {
  let slots = new Int32Array(4096).fill(-1);
  let hashes = new Int32Array(2048);
  const texts: string[] = [];

  const isAt = (text: string, from: number, to: number, run: number): boolean => {
    const known = texts[run]!;
    if (known.length !== to - from) return false;
    for (let at = 0; at < known.length; at++) if (known.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
    return true;
  };

  function grow(): void {
    const larger = new Int32Array(slots.length * 2).fill(-1);
    for (let run = 0; run < texts.length; run++) {
      let slot = hashes[run]! & (larger.length - 1);
      while (larger[slot] !== -1) slot = (slot + 1) & (larger.length - 1);
      larger[slot] = run;
    }
    slots = larger;
    const moreHashes = new Int32Array(slots.length / 2);
    moreHashes.set(hashes);
    hashes = moreHashes;
  }

  return {
    numberOf(text, from, to) {
      let hash = -0x7ee3623b; // FNV-1a
      for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      hash ^= hash >>> 15;
      const mask = slots.length - 1;
      let slot = hash & mask;
      for (let run = slots[slot]!; run !== -1; run = slots[slot]!) {
        if (hashes[run] === hash && isAt(text, from, to, run)) return run;
        slot = (slot + 1) & mask;
      }
      const run = texts.length;
      texts.push(copyOf(text, from, to));
      slots[slot] = run;
      hashes[run] = hash;
      if (texts.length * 2 >= slots.length) grow();
      return run;
    },
    textOf: (run) => texts[run]!,
  };
}

/** A copy, since a slice would keep the whole text in memory. */
function copyOf(text: string, from: number, to: number): string {
  if (to - from > 400) return text.slice(from, to);
  const units: number[] = [];
  for (let at = from; at < to; at++) units.push(text.charCodeAt(at));
  return String.fromCharCode(...units);
}
