/** Ids that sort in writing order: 48 bits of time, 80 random, counted up within a millisecond (L9). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Time and randomness come in, so that core stays pure. `random(n)` gives n bytes. */
export function createUlids(now: () => number, random: (bytes: number) => Uint8Array): () => string {
  let lastTime = -1;
  let tail: number[] = [];
  return () => {
    const time = Math.max(now(), lastTime); // a clock set back must not break the order
    if (time === lastTime) countUp(tail);
    else tail = [...random(16)].map((byte) => byte & 31);
    lastTime = time;
    return encodeTime(time) + tail.map((digit) => ALPHABET[digit]).join("");
  };
}

/** The smallest id that anything written at or after `time` can have. */
export const ulidFloor = (time: number): string => encodeTime(time) + "0".repeat(16);

function encodeTime(time: number): string {
  let text = "";
  for (let rest = Math.floor(time), digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) {
    text = ALPHABET[rest % 32] + text;
  }
  return text;
}

function countUp(digits: number[]): void {
  for (let at = digits.length - 1; at >= 0; at--) {
    if (digits[at] !== 31) {
      digits[at] = digits[at]! + 1;
      return;
    }
    digits[at] = 0;
  }
}
