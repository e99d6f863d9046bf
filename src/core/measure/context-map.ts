/**
 * The context map (U2, T5): the next request to scale, block by block, as the server will count it.
 * R1 The blocks add up to the meter's figure, to the token, and so do the blocks within a block.
 * R2 Overhead of a Content, a Tool or a value is part of its block; overhead of every request is a block of its own. Where the server
 *    counts less than we do, every block is smaller in proportion: none is below zero.
 * R3 A Turn goes from a user's words up to the next. The newest Turns are listed, older ones are in groups, which can be opened. However
 *    long the Session, a map has some hundred blocks.
 * R4 Removed records are listed apart, the newest first, and weigh nothing.
 */
import { predictWith, shareOf, type Measured } from "./calibration.js";
import type { Weighed, WeighedResult } from "../tokens/content-weight.js";
import type { ContextMeter } from "./ledger.js";
import type { FrameWeight } from "./frame.js";
import type { WeighedItem } from "./context-weights.js";
import type { RecordId } from "../ids.js";

export type LeafKind =
  | "system"
  | "memory"
  | "skills"
  | "tools"
  | "environment"
  | "snapshot"
  | "recalled"
  | "user"
  | "model"
  | "result"
  | "overhead";

/** `turn`, `steps` (some of a long Turn) and `turns` hold others. */
export type MapKind = LeafKind | "turn" | "steps" | "turns";

export interface MapBlock {
  /** Stays the same as long as the block does. */
  readonly id: string;
  readonly kind: MapKind;
  readonly tokens: number;
  /** The name of a Tool or a file; of a result, the Tool. */
  readonly name?: string;
  /** The first words of its record. */
  readonly title?: string;
  readonly record?: RecordId;
  /** Of a result: its place among the parts of its record. */
  readonly part?: number;
  readonly pinned?: true;
  readonly folded?: true;
  readonly removed?: true;
  /** A preview would be shorter. */
  readonly foldable?: true;
  /** Of Turns: the first one's number and how many there are. Of steps and of removed records: how many. */
  readonly nth?: number;
  readonly count?: number;
  /** The blocks in it, in the order of the request; none if they are not listed. */
  readonly blocks?: readonly MapBlock[];
}

/** The part of a map that the Gauge makes. */
export interface MapPart {
  /** The next request. */
  readonly tokens: number;
  readonly exact: boolean;
  readonly blocks: readonly MapBlock[];
  readonly removed: readonly MapBlock[];
  /** Tokens that the text in the composer would add. */
  readonly draft?: number;
}

export interface ContextMap extends MapPart {
  readonly limit: number;
  readonly source: ContextMeter["source"];
  /** Tokens at which the conversation is compressed; none where it never is by itself. */
  readonly threshold?: number;
}

export interface MapGiven {
  readonly frame: FrameWeight;
  readonly items: readonly WeighedItem[];
  readonly away: readonly WeighedItem[];
  readonly measured: Measured;
  readonly overheads: readonly number[];
  /** Ids of groups whose blocks are wanted. */
  readonly opened?: readonly string[];
}

/** Turns that are listed one by one. */
const NEWEST = 24;
/** Older ones stand in about so many groups, none smaller than this. */
const GROUPS = 12;
const LEAST_GROUP = 8;
/** Blocks of Turns that are listed without being opened, counted from the newest. */
const LEAVES = 240;
const STEPS = 40;
const REMOVED = 50;
/** Tokens of a preview, about. */
const PREVIEW = 220;

export function mapOf({ frame, items, away, measured, overheads, opened = [] }: MapGiven): MapPart {
  const all = withFrame(measured, frame);
  const tokens = predictWith(overheads, all);
  const leaves = [...frameLeaves(frame), ...items.flatMap(leavesOf), overheadLeaf(overheads)];
  const blocks = weighed(leaves, overheads, tokens);
  const draw = { isOpen: new Set(opened), left: LEAVES };
  return {
    tokens,
    exact: frame.exact && all.estimated === 0 && all.media === 0,
    blocks: [...frameBlocks(blocks), ...said(blocks, draw), ...blocks.filter(isOverhead)],
    removed: removedIn(away),
  };
}

/** The measure of a request with its frame. */
export function withFrame(measured: Measured, { system, tools, toolCount, exact }: FrameWeight): Measured {
  const tokens = system + tools;
  return {
    ...measured,
    exact: measured.exact + (exact ? tokens : 0),
    estimated: measured.estimated + (exact ? 0 : tokens),
    contents: measured.contents + (system > 0 ? 1 : 0),
    tools: toolCount,
  };
}

/** A block without others in it, and its part of the request. */
interface Leaf extends Omit<MapBlock, "tokens"> {
  readonly measured: Partial<Measured>;
  /** Whether it is the first of a Turn. */
  readonly startsTurn?: boolean;
}

type WeighedLeaf = Omit<Leaf, "measured"> & { readonly tokens: number };

/** R1, R2: each leaf's end is rounded, not its size, so that any run of them adds up. */
function weighed(leaves: readonly Leaf[], overheads: readonly number[], tokens: number): readonly WeighedLeaf[] {
  const shares = leaves.map(({ kind, measured }) =>
    Math.max(0, kind === "overhead" ? overheads[0]! : shareOf(overheads, measured)),
  );
  const sum = shares.reduce((all, share) => all + share, 0);
  const scale = sum > 0 ? tokens / sum : 0;
  let before = 0;
  let ended = 0;
  return leaves.map((each, at) => {
    const { measured: _, ...leaf } = each;
    before += shares[at]!;
    const end = at === leaves.length - 1 ? tokens : Math.round(before * scale);
    const block = { ...leaf, tokens: end - ended };
    ended = end;
    return block;
  });
}

const text = (tokens: number, exact: boolean): Partial<Measured> => (exact ? { exact: tokens } : { estimated: tokens });

function frameLeaves(frame: FrameWeight): readonly Leaf[] {
  const { system, tools, exact, parts: named = [], eachTool = [], toolCount } = frame;
  const ofNamed = named.reduce((sum, part) => sum + part.tokens, 0);
  const ofTools = eachTool.reduce((sum, tool) => sum + tool.tokens, 0);
  const base: Leaf = {
    id: "system",
    kind: "system",
    measured: { ...text(Math.max(0, system - ofNamed), exact), contents: system > 0 ? 1 : 0 },
  };
  const parts = named.map(({ kind = "memory", id: name, tokens }): Leaf => {
    const fits = ofNamed > system ? system / ofNamed : 1;
    return { id: `${kind} ${name}`, kind, name, measured: text(tokens * fits, exact) };
  });
  const declared = eachTool.map(({ name, tokens }): Leaf => {
    const share = ofTools > 0 ? (tools * tokens) / ofTools : 0;
    return { id: `tools ${name}`, kind: "tools", name, measured: { ...text(share, exact), tools: 1 } };
  });
  const whole: Leaf = { id: "tools", kind: "tools", measured: { ...text(tools, exact), tools: toolCount } };
  return [...(system > 0 ? [base] : []), ...parts, ...(declared.length === 0 && tools > 0 ? [whole] : declared)];
}

function leavesOf({ record, weight, ofSnapshot, environment, recalled, effects }: WeighedItem): readonly Leaf[] {
  const pinned = effects && effects.pins.length > 0 ? ({ pinned: true } as const) : {};
  const { results } = weight;
  const ofResults = {
    tokens: sum(results, ({ tokens }) => tokens),
    media: sum(results, ({ media = 0 }) => media),
    values: sum(results, ({ values = 1 }) => values),
  };
  const media = weight.media - ofResults.media;
  const tokens = weight.tokens - ofResults.tokens;
  const structured = weight.structured - (ofResults.tokens - ofResults.media);
  const isSaid = ofSnapshot === undefined && !environment && !recalled;
  const words: Leaf = {
    id: ofSnapshot ? `${record} ${ofSnapshot}` : record,
    kind: recalled ? "recalled" : ofSnapshot === undefined ? kindOf(weight, environment) : "snapshot",
    record,
    ...pinned,
    ...(effects && effects.folds.length > 0 && { folded: true as const }),
    ...(isSaid && tokens - media - structured > PREVIEW && { foldable: true as const }),
    ...(isSaid && weight.startsTurn && { startsTurn: true }),
    measured: {
      ...text(tokens - media, weight.exact),
      ...{ media, structured, contents: 1, values: weight.values - ofResults.values },
    },
  };
  const each = results.map((result): Leaf => resultLeaf(record, result, weight, pinned));
  // The overhead of a Content without words is part of its first result (R2).
  if (each.length === 0 || tokens > 0) return [words, ...each];
  const [first, ...others] = each;
  return [{ ...first!, measured: { ...first!.measured, contents: 1 } }, ...others];
}

function resultLeaf(
  record: RecordId,
  result: WeighedResult,
  { exact }: Weighed,
  pinned: { readonly pinned?: true },
): Leaf {
  const { part, tool, tokens, media = 0, values = 1, masked } = result;
  return {
    id: `${record}#${part}`,
    kind: "result",
    name: tool,
    record,
    part,
    ...pinned,
    ...(masked ? { folded: true as const } : tokens > PREVIEW && { foldable: true as const }),
    measured: { ...text(tokens - media, exact), media, values, structured: tokens - media },
  };
}

const kindOf = ({ startsTurn, hasResult }: Weighed, environment = false): LeafKind =>
  environment ? "environment" : startsTurn || hasResult ? "user" : "model";

const overheadLeaf = (overheads: readonly number[]): Leaf => ({
  id: "overhead",
  kind: "overhead",
  measured: { exact: overheads[0]! },
});

const isOverhead = ({ kind, tokens }: WeighedLeaf): boolean => kind === "overhead" && tokens > 0;

/** Blocks before the conversation; several of a kind are in one block. */
function frameBlocks(leaves: readonly WeighedLeaf[]): readonly MapBlock[] {
  return (["system", "memory", "skills", "tools", "environment"] as const).flatMap((kind): MapBlock[] => {
    const all = leaves.filter((leaf) => leaf.kind === kind);
    if (all.length === 0) return [];
    if (all.length === 1 && all[0]!.name === undefined) return [bare(all[0]!)];
    return [{ id: kind, kind, tokens: sum(all, ({ tokens }) => tokens), count: all.length, blocks: all.map(bare) }];
  });
}

function bare(leaf: WeighedLeaf): MapBlock {
  const { startsTurn: _, ...block } = leaf;
  return block;
}

interface Turn {
  readonly nth: number;
  readonly leaves: WeighedLeaf[];
}

interface Draw {
  readonly isOpen: ReadonlySet<string>;
  /** Leaves that may still be listed in groups that are not opened. */
  left: number;
}

const SAID: ReadonlySet<MapKind> = new Set(["snapshot", "recalled", "user", "model", "result"]);

/** R3: Snapshots, and between them runs of Turns. */
function said(leaves: readonly WeighedLeaf[], draw: Draw): readonly MapBlock[] {
  const runs: (Turn[] | WeighedLeaf[])[] = [];
  const isTurns = (run: Turn[] | WeighedLeaf[] | undefined): run is Turn[] => run !== undefined && "leaves" in run[0]!;
  let nth = 0;
  for (const leaf of leaves) {
    if (!SAID.has(leaf.kind)) continue;
    const last = runs.at(-1);
    if (leaf.kind === "snapshot" || leaf.kind === "recalled") {
      if (last && !isTurns(last) && last[0]!.record === leaf.record) last.push(leaf);
      else runs.push([leaf]);
    } else if (!isTurns(last)) runs.push([{ nth: ++nth, leaves: [leaf] }]);
    else if (leaf.startsTurn) last.push({ nth: ++nth, leaves: [leaf] });
    else last.at(-1)!.leaves.push(leaf);
  }
  // From the end, so that the newest are the ones that are listed.
  const drawn = runs.toReversed().map((run, at): readonly MapBlock[] => {
    if (isTurns(run)) return turnsDrawn(run, at <= 2 ? NEWEST : 0, draw);
    const { id, record, kind } = run[0]!;
    return [{ id, kind, record, tokens: sum(run, ({ tokens }) => tokens) }];
  });
  return drawn.toReversed().flat();
}

function turnsDrawn(turns: readonly Turn[], newest: number, draw: Draw): readonly MapBlock[] {
  const fits = Math.max(newest, NEWEST) + LEAST_GROUP;
  const listed = turns.length <= fits ? turns.length : newest;
  const shown = turns
    .slice(turns.length - listed)
    .toReversed()
    .map((turn) => turnDrawn(turn, draw))
    .toReversed();
  const older = turns.slice(0, turns.length - listed);
  const size = Math.max(LEAST_GROUP, Math.ceil(older.length / GROUPS));
  const groups: MapBlock[] = [];
  for (let at = 0; at < older.length; at += size) groups.push(groupDrawn(older.slice(at, at + size), draw));
  return [...groups, ...shown];
}

function groupDrawn(turns: readonly Turn[], draw: Draw): MapBlock {
  const [first] = turns;
  const id = `turns ${first!.leaves[0]!.id} ${turns.length}`;
  return {
    ...{ id, kind: "turns", nth: first!.nth, count: turns.length },
    tokens: sum(turns, ({ leaves }) => sum(leaves, ({ tokens }) => tokens)),
    ...(draw.isOpen.has(id) && { blocks: turnsDrawn(turns, 0, draw) }),
  };
}

function turnDrawn({ nth, leaves }: Turn, draw: Draw): MapBlock {
  const first = leaves[0]!;
  const id = `turn ${first.id}`;
  const isListed = draw.isOpen.has(id) || leaves.length <= draw.left;
  if (isListed) draw.left -= leaves.length;
  return {
    ...{ id, kind: "turn", nth, count: leaves.length, record: first.record },
    tokens: sum(leaves, ({ tokens }) => tokens),
    ...(leaves.every(({ pinned }) => pinned) && { pinned: true as const }),
    ...(leaves.some(({ foldable }) => foldable) && { foldable: true as const }),
    ...(isListed && { blocks: stepsDrawn(leaves, draw) }),
  };
}

function stepsDrawn(leaves: readonly WeighedLeaf[], draw: Draw): readonly MapBlock[] {
  if (leaves.length <= 2 * STEPS) return leaves.map(bare);
  const groups: MapBlock[] = [];
  const size = Math.max(STEPS, Math.ceil(leaves.length / STEPS));
  for (let at = 0; at < leaves.length; at += size) {
    const part = leaves.slice(at, at + size);
    const id = `steps ${part[0]!.id} ${part.length}`;
    groups.push({
      ...{ id, kind: "steps", nth: at + 1, count: part.length },
      tokens: sum(part, ({ tokens }) => tokens),
      ...(draw.isOpen.has(id) && { blocks: part.map(bare) }),
    });
  }
  return groups;
}

/** R4: a block for each removal, since one undo brings back all its records. */
function removedIn(away: readonly WeighedItem[]): readonly MapBlock[] {
  const byRemoval = new Map<string, WeighedItem[]>();
  for (const item of away) {
    const removal = item.effects?.removals.at(-1);
    if (removal === undefined) continue;
    byRemoval.set(removal, [...(byRemoval.get(removal) ?? []), item]);
  }
  return [...byRemoval]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .slice(0, REMOVED)
    .map(([id, items]): MapBlock => {
      const isTurn = items.length > 2;
      const of = (isTurn ? undefined : items.find(({ weight }) => weight.results.length > 0)) ?? items[0]!;
      const [result] = isTurn ? [] : of.weight.results;
      return {
        ...{ id, record: of.record, removed: true, count: items.length },
        kind: isTurn ? "turn" : result ? "result" : kindOf(of.weight),
        ...(result && { name: result.tool, part: result.part }),
        tokens: sum(items, ({ weight }) => weight.tokens),
      };
    });
}

const sum = <T>(all: readonly T[], figure: (each: T) => number): number =>
  all.reduce((total, each) => total + figure(each), 0);
