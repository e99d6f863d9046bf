/** The change to a block of the context map that each button and key asks for. */
import type { ContextChange } from "../../core/context/context-change.js";
import type { MapBlock } from "../../core/measure/context-map.js";

const CHANGEABLE: ReadonlySet<MapBlock["kind"]> = new Set(["user", "model", "result", "turn"]);

/** Undefined where it can't be done: to a block before the conversation, to a Snapshot, to a result that is short already. */
export function changeFor(block: MapBlock, what: "pin" | "fold" | "remove" | undefined): ContextChange | undefined {
  const { kind, record, part, pinned, folded, foldable, removed } = block;
  if (!what || record === undefined || !CHANGEABLE.has(kind)) return undefined;
  const of = { record, ...(kind === "turn" && { wholeTurn: true }) };
  if (removed) return what === "remove" ? { how: "put-back", ...of } : undefined;
  if (what === "remove") return { how: "remove", ...of };
  if (what === "pin") return { how: pinned ? "unpin" : "pin", ...of };
  const place = { ...of, ...(part !== undefined && { part }) };
  if (folded) return { how: "unfold", ...place };
  return foldable ? { how: "fold", ...place } : undefined;
}
