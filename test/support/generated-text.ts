/** Text that no package has enough of, made by a seeded generator: the same on every machine. */
export type Random = (below: number) => number;

/** A small congruential generator: good enough to vary text, and the same everywhere. */
export function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % below;
  };
}

const words = (
  "the of and to in is it that for on was with as be at by from this have or one had not but what all were when we " +
  "there can an your which their said if do will each about how up out them then she many some so these would other into " +
  "has more two like him see time could no make than first been its who now people my made over did down only way find " +
  "use may water long little very after words called just where most know"
).split(" ");

const faces = [..."😀😂🤣😊😍😎🤔😴🤯🥳👍🙏👏💪🔥✨🎉❤💔🚀🌍🍕🐱🐶🌈⚡☕🧪🪐🫠🧿🇩🇪🇯🇵👩🏽👨🏿"];
const families = ["👨‍👩‍👧", "👩🏽‍💻", "🏳️‍🌈", "❤️", "1️⃣", "🤷🏻‍♂️", "🇺🇳", "👁️‍🗨️"];

export const emojis = (random: Random, bytes: number): string[] =>
  documents(bytes, () => {
    const kind = random(10);
    if (kind < 4) return faces[random(faces.length)]!;
    if (kind < 5) return families[random(families.length)]!;
    if (kind < 6) return String.fromCodePoint(0x1f300 + random(0x700));
    return ` ${words[random(words.length)]!}`;
  });

export const logs = (random: Random, bytes: number): string[] =>
  documents(bytes, () => {
    const two = (below: number) => String(random(below)).padStart(2, "0");
    const level = ["INFO", "WARN", "DEBUG", "ERROR"][random(4)]!;
    const at = `2026-${two(12)}-${two(28)}T${two(24)}:${two(60)}:${two(60)}.${random(1000)}Z`;
    const what = Array.from({ length: 3 + random(9) }, () => words[random(words.length)]!).join(" ");
    return `${at} [${level}] /var/lib/${words[random(words.length)]!}/${random(1e5)}.log:${random(900)}  ${what} (${random(5000)} ms)\n`;
  });

export const hashes = (random: Random, bytes: number): string[] =>
  documents(bytes, () => {
    const length = [8, 32, 40, 64, 76, 400][random(6)]!;
    const alphabet =
      random(2) === 0 ? "0123456789abcdef" : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return Array.from({ length }, () => alphabet[random(alphabet.length)]).join("") + ["\n", " ", "", "=="][random(4)]!;
  });

/** One line each: words without spaces, one character over and over, Chinese without an end. */
export const longLines = (random: Random): string[] => [
  Array.from({ length: 3_000 }, () => words[random(words.length)]).join(""),
  Array.from({ length: 3_000 }, () => words[random(words.length)]).join("_"),
  "a".repeat(3_000),
  "=-".repeat(2_000),
  " ".repeat(20_001),
  Array.from({ length: 40_000 }, () => String.fromCharCode(0x4e00 + random(3000))).join(""),
];

/** What a tokenizer may stumble over. */
// prettier-ignore
export const traps: readonly string[] = [
  " ", "  ", "\n", "\n\n", "\t", "\t\t", "\r\n", "> </", "> </x>", "> ", ">\u2581</", "</div>", "<div", "<unused7>", "<unused6242>",
  "[multimodal]", "<start_of_turn>", "<bos>", "<pad>", "\u2581", "\u2581\u2581", " YYYY", " yyyy", "::::::::", " diffformul",
  "0", "42", "é", "e\u0301", "中文", "日本語", "한국", "\u{20000}", "\u{10ffff}", "ﷺ", "\u0000", "\u0007", "\u001b[31m",
  "…", "---------", "========", "\ufeff", "\u200d", "\ufe0f", "\ufffd", "\ufffe", "\uffff", "\u00a0", "\u3000", "क्ष", "ไทย",
  "\ud83d", "\ude00", "\ud800", "\udc00", "<h1>", "</h1> </h1>", "&nbsp;", "function", "();",
  " ".repeat(31), " ".repeat(32), " ".repeat(63), "\n".repeat(32), "\n".repeat(63), "\t".repeat(33), "\u2581".repeat(32),
];

/** Every trap of the tokenizer side by side with random characters, lone surrogates among them. */
export const garbled = (random: Random, bytes: number): string[] => documents(bytes, () => trap(random));

export function trap(random: Random): string {
  // Longer than what is merged by walking; rare, as in life.
  if (random(400) === 0) return ["x", "ab", "=", "的"][random(4)]!.repeat(40 + random(60));
  if (random(4) > 0) return traps[random(traps.length)]!;
  const ranges = [() => random(128), () => 128 + random(2000), () => random(0x10000), () => 0x10000 + random(0x20000)];
  return String.fromCodePoint(ranges[random(ranges.length)]!());
}

/** Documents of some 30 KB, of what `next` gives. */
function documents(bytes: number, next: () => string): string[] {
  const made: string[] = [];
  for (let sum = 0; sum < bytes;) {
    let document = "";
    for (let size = 0; size < 30_000;) {
      const piece = next();
      document += piece;
      size += Buffer.byteLength(piece);
    }
    made.push(document);
    sum += Buffer.byteLength(document);
  }
  return made;
}
