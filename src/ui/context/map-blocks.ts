/** The blocks of a context map as the screen needs them: their names, in order or by size, and the tiles they are drawn with. */
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
    case "turn":
      return (
        [block.nth === undefined ? "" : t.turn(nth), title && t.says(title)].filter(Boolean).join(" ") || t.kinds.turn
      );
    case "turns":
      return t.turns(nth, count);
    case "steps":
      return t.steps(nth, count);
    default:
      return name || t.kinds[kind];
  }
}

/** Without words of the conversation, which stand there: of a result, what it is about. */
export function shortNameOf(block: MapBlock): string {
  if (block.kind === "result") return blockName(block);
  const { title: _, ...rest } = block;
  return blockName(rest);
}

/** For those who hear it: name, size, share of the window, and what was done to it. */
export const spokenName = (block: MapBlock, limit: number): string =>
  [
    blockName(block),
    t.tokens(block.tokens),
    t.percent(percent(block.tokens, limit)),
    ...(block.pinned ? [t.pinned] : []),
    ...(block.folded ? [t.folded] : []),
    ...(block.removed ? [t.takenOut] : []),
  ].join(", ");

/** As the meter says it: what has begun is not nothing. */
export function percent(tokens: number, of: number): string {
  const share = of > 0 ? (100 * tokens) / of : 0;
  if (share > 0 && share < 1) return "<1 %";
  return `${Math.round(share)} %`;
}

export const blocksInOrder = (blocks: readonly MapBlock[], bySize: boolean): readonly MapBlock[] =>
  bySize ? blocks.toSorted((one, other) => other.tokens - one.tokens) : blocks;

/** What is drawn as one: what holds nothing, or whose blocks are not listed. */
export const tilesOf = (blocks: readonly MapBlock[]): readonly MapBlock[] =>
  blocks
    .flatMap((block) => (block.blocks && block.blocks.length > 0 ? tilesOf(block.blocks) : [block]))
    .filter(({ tokens }) => tokens > 0);

/** What it is drawn as: Turns that are not listed one by one as what they mostly are, conversation. */
export const colourOf = ({ kind }: MapBlock): LeafKind =>
  kind === "turn" || kind === "turns" || kind === "steps" ? "model" : kind;

/** Tokens by kind, those of Turns in groups as one. */
export function legendOf({
  blocks,
}: Pick<ContextMap, "blocks">): readonly { readonly kind: MapBlock["kind"]; readonly tokens: number }[] {
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
