/** Ids that sort in writing order: 48 bits of time, 80 random, counted up within a millisecond (L9). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export interface Ids {
  next(): string;
  /** Makes every later id sort after this one: a clock that was set back must not mix up a Log. */
  follow(id: string): void;
}

/** `now` and `random` (n bytes) are handed in, so that core stays pure. */
export function createIds(now: () => number, random: (bytes: number) => Uint8Array): Ids {
  let lastTime = -1;
  let tail: number[] = [];
  const startAt = (time: number) => {
    lastTime = time;
    tail = [...random(16)].map((byte) => byte & 31);
  };
  return {
    next() {
      const time = Math.floor(now());
      if (time > lastTime) startAt(time);
      else if (!countUp(tail)) startAt(lastTime + 1);
      return encodeTime(lastTime) + tail.map((digit) => ALPHABET[digit]).join("");
    },
    follow(id) {
      const time = timeOf(id);
      if (time >= lastTime) startAt(time + 1);
    },
  };
}

function timeOf(id: string): number {
  let time = 0;
  for (const letter of id.slice(0, 10)) time = time * 32 + Math.max(0, ALPHABET.indexOf(letter));
  return time;
}

function encodeTime(time: number): string {
  let text = "";
  for (let rest = time, digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text;
  return text;
}

/** Adds one to a number given as digits; false if it would need another digit. */
function countUp(digits: number[]): boolean {
  for (let at = digits.length - 1; at >= 0; at--) {
    if (digits[at] !== 31) {
      digits[at] = digits[at]! + 1;
      return true;
    }
    digits[at] = 0;
  }
  return false;
}
