/** The blocks of a context map as the screen shows them: their names, their order, and the tiles of the drawing. */
import type { ContextMap, LeafKind, MapBlock } from "../../core/measure/context-map.js";
import { mapTexts as t } from "./map-texts.js";

export function blockName(block: MapBlock): string {
  const { kind, name = "", title = "", nth = 1, count = 1 } = block;
  switch (kind) {
    case "result":
      return [t.result(name), title].filter(Boolean).join(" ");
    case "user":
      return [t.user, title && t.says(title)].filter(Boolean).join(" ");
    case "model":
      return name && !title ? t.calls(name) : [t.model, title && t.says(title)].filter(Boolean).join(" ");
    case "turn": {
      const turn = block.nth === undefined ? "" : t.turn(nth);
      return [turn, title && t.says(title)].filter(Boolean).join(" ") || t.kinds.turn;
    }
    case "turns":
      return t.turns(nth, count);
    case "steps":
      return t.steps(nth, count);
    default:
      return name || t.kinds[kind];
  }
}

/** The name without text of the conversation, which the page shows once; a result keeps its title. */
export function shortNameOf(block: MapBlock): string {
  if (block.kind === "result") return blockName(block);
  const { title: _, ...rest } = block;
  return blockName(rest);
}

/** The name for screen readers: with size, share of the window, and what was done to the block. */
export const accessibleName = (block: MapBlock, limit: number): string =>
  [
    blockName(block),
    t.tokens(block.tokens),
    t.percent(percent(block.tokens, limit)),
    ...(block.pinned ? [t.pinned] : []),
    ...(block.folded ? [t.folded] : []),
    ...(block.removed ? [t.takenOut] : []),
  ].join(", ");

/** A share of the window; more than nothing is more than "0 %". */
export function percent(tokens: number, of: number): string {
  const share = of > 0 ? (100 * tokens) / of : 0;
  if (share > 0 && share < 1) return "<1 %";
  return `${Math.round(share)} %`;
}

export const blocksInOrder = (blocks: readonly MapBlock[], bySize: boolean): readonly MapBlock[] =>
  bySize ? blocks.toSorted((one, other) => other.tokens - one.tokens) : blocks;

/** The blocks that are drawn as one tile: those without blocks in them, or whose blocks are not listed. */
export const tilesOf = (blocks: readonly MapBlock[]): readonly MapBlock[] =>
  blocks
    .flatMap((block) => (block.blocks && block.blocks.length > 0 ? tilesOf(block.blocks) : [block]))
    .filter(({ tokens }) => tokens > 0);

/** The colour of a tile: Turns that are not listed block by block are drawn as answers, which they mostly are. */
export const colourOf = ({ kind }: MapBlock): LeafKind =>
  kind === "turn" || kind === "turns" || kind === "steps" ? "model" : kind;

/** Tokens by kind, Turns and groups of them as one kind. */
export function legendOf({ blocks }: Pick<ContextMap, "blocks">): readonly Pick<MapBlock, "kind" | "tokens">[] {
  const sums = new Map<MapBlock["kind"], number>();
  for (const { kind, tokens } of tilesOf(blocks)) {
    const as = kind === "turn" || kind === "steps" ? "turns" : kind;
    sums.set(as, (sums.get(as) ?? 0) + tokens);
  }
  return [...sums].map(([kind, tokens]) => ({ kind, tokens }));
}

export const findBlock = (blocks: readonly MapBlock[], id: string): MapBlock | undefined => {
  for (const block of blocks) {
    const found = block.id === id ? block : findBlock(block.blocks ?? [], id);
    if (found) return found;
  }
  return undefined;
};
