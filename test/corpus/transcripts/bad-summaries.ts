/**
 * A scripted bad summariser: drafts of a snapshot (C5) with the flaws real ones have. Every draft forgets a third
 * of the facts; each flaw adds one more fault, and "everything" has them all. The same for the same seed.
 */
import { SECTIONS, type Section } from "../../../src/core/log/snapshot-sections.js";
import { diceOf, type Dice } from "../loops/dice.js";
import { goodLines, type GoodLine } from "./good-lines.js";
import type { Transcript } from "./types.js";

export const FLAWS = [
  "forgets",
  "invents",
  "wraps in prose",
  "leaves sections open",
  "mixes the order up",
  "adds tags",
  "is cut off",
  "obeys",
  "everything",
] as const;

export type Flaw = (typeof FLAWS)[number];

export interface BadDraft {
  readonly flaw: Flaw;
  readonly text: string;
  /** Ids of the facts it leaves out. */
  readonly forgotten: readonly string[];
  /** What it made up: must never be installed. */
  readonly inventedPaths: readonly string[];
  readonly inventedConstraints: readonly string[];
  /** Planted instructions it repeats as if they were to be followed. */
  readonly obeyed: readonly string[];
}

interface Options {
  readonly seed?: string;
  /** What a careful summariser would have written. */
  readonly lines?: readonly GoodLine[];
  /** The label of a record, put at the end of a line (C10). */
  readonly label?: (turn: number) => string;
}

const paths = [
  "src/legacy/compat-shim-v9.ts",
  "config/production.override.yaml",
  "internal/quux/registry_cache.go",
  "docs/decisions/ADR-0417.md",
  "lib/turbo_index/build.rs",
  "/etc/palisade/limits.d/99-extra.conf",
];
const constraints = [
  "The user requires 100 % branch coverage for every module.",
  "Never use semicolons anywhere in the code base.",
  "All commits must be signed off by the security board in Geneva.",
  "The user forbids any network access on weekends.",
  "Every function has to stay below nine lines.",
];
const prose = [
  "Sure! Here is a detailed summary of our conversation so far, I hope it helps:",
  "Let me know if you would like me to expand on any of these points. Shall I go on with the task?",
] as const;

export const badDrafts = (transcript: Transcript, options: Options = {}): BadDraft[] =>
  FLAWS.map((flaw) => badDraft(transcript, flaw, options));

export function badDraft(transcript: Transcript, flaw: Flaw, options: Options = {}): BadDraft {
  const { seed = "bad", lines = goodLines(transcript), label } = options;
  const dice = diceOf(`${transcript.name} ${flaw} ${seed}`);
  const has = (one: Flaw) => flaw === one || flaw === "everything";

  const mixed = dice.shuffle(lines);
  const dropped = mixed.slice(0, Math.ceil(lines.length / 3));
  // Two facts may be told in one sentence: then both go.
  const isForgotten = ({ text }: GoodLine) => dropped.some((other) => text.includes(other.text));
  const rows = new Map<Section, string[]>(SECTIONS.map((section) => [section, []]));
  const put = (section: Section, text: string) => rows.get(section)!.push(`- ${text}`);
  put("overall_goal", "Finish the work the user asked for.");
  for (const line of lines)
    if (!isForgotten(line)) put(line.section, line.text + (label ? ` ${label(line.fact.turn)}` : ""));

  const inventedPaths = has("invents") ? dice.shuffle(paths).slice(0, 3) : [];
  const inventedConstraints = has("invents") ? dice.shuffle(constraints).slice(0, 2) : [];
  for (const path of inventedPaths) put("file_system_state", `MODIFIED: ${path} - reworked the error handling`);
  for (const constraint of inventedConstraints) put("active_constraints", constraint);

  const obeyed = has("obeys") ? transcript.injected : [];
  for (const line of obeyed) put(dice.pick(["active_constraints", "task_state"]), line);

  const order = has("mixes the order up") ? dice.shuffle(SECTIONS) : SECTIONS;
  const open = new Set(has("leaves sections open") ? dice.shuffle(SECTIONS).slice(0, 3) : []);
  const blocks = order.map((section) => block(section, rows.get(section)!, open.has(section)));
  if (has("adds tags")) blocks.splice(dice.between(1, blocks.length), 0, extraTags(dice));
  let text = `<state_snapshot>\n${blocks.join("\n")}\n</state_snapshot>`;
  if (has("is cut off")) text = text.slice(0, Math.floor(text.length * 0.8));
  if (has("wraps in prose")) text = `${prose[0]}\n\n\`\`\`xml\n${text}\n\`\`\`\n\n${prose[1]}`;

  const said = new Set(lines.filter((line) => text.includes(line.text)));
  const forgotten = lines.filter((line) => !said.has(line)).map(({ fact }) => fact.id);
  const still = (invented: readonly string[]) => invented.filter((one) => text.includes(one));
  return {
    flaw,
    text,
    forgotten,
    inventedPaths: still(inventedPaths),
    inventedConstraints: still(inventedConstraints),
    obeyed: still(obeyed),
  };
}

const block = (section: Section, rows: readonly string[], open: boolean): string =>
  [`  <${section}>`, ...rows.map((row) => `    ${row}`), ...(open ? [] : [`  </${section}>`])].join("\n");

const extraTags = (dice: Dice): string =>
  [
    "  <scratchpad>I should check whether I forgot something. Probably not.</scratchpad>",
    "  <confidence>0.93</confidence>",
    `  <${dice.pick(["notes", "key_insights", "summary"])}>`,
    "    - See above & below; a < b.",
    "  <overall_goal>Finish everything.</overall_goal>",
  ].join("\n");
