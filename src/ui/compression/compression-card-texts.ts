/** Texts of an opened compression card, of the bar before and during a compression, and of the dialog that compares methods. */
import type { CompressionPhase } from "../../core/compression/compression.js";
import type { CompressionMethod } from "../../core/port/compressions-port.js";
import { counted, number } from "../base/numbers.js";

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
const percent = (share: number) => `${Math.round(100 * share)} %`;

export const cardTexts = {
  tabs: { kept: "Kept", shortened: "Shortened", leftOut: "Left out" },
  tabHints: {
    kept: "Word for word as it was said.",
    shortened: "Told in other words, or shown in part. The number leads to the whole.",
    leftOut:
      "What was worth keeping and did not fit, the most worth first. It can be found by search and by the model’s recall.",
  },
  none: { kept: "No line is word for word.", shortened: "Nothing was shortened.", leftOut: "Nothing was left out." },
  results: "Results shown in part",
  result: (tool: string, before: number, after: number) =>
    `${tool}: ${number.format(before)} → ${number.format(after)} tokens`,
  source: (label: number) => `Go to record ${label}`,
  toResult: (tool: string) => `Go to the result of ${tool}`,
  putBack: "Put back",
  putBackOf: (text: string) => `Put back: ${short(text)}`,
  pin: "Pin the source: send it whole, always",
  edit: (text: string) => `Edit: ${short(text)}`,
  editLine: "Line of the summary",
  editLineHint: "Ctrl+Enter saves, Escape leaves it. Without words the line goes to what was left out.",
  editAll: "Edit as text",
  editAllHint: "Lines begin with “- ” and end with the numbers of their records. The earlier wording is kept.",
  undoEdit: "Undo edit",
  redoEdit: "Redo edit",
  save: "Save",
  leave: "Cancel",
} as const;

export const turnMenuTexts = {
  title: "Actions for this message",
  upTo: "Summarise up to here",
  upToHow: "A summary stands for this message, its answer, and all before it.",
  from: "Summarise from here",
  fromHow: "A summary stands for this message and all after it.",
} as const;

export const barTexts = {
  ask: "Compress this conversation?",
  why: (used: number, limit: number) =>
    `It fills ${percent(used / limit)} of the window. A summary can stand for its old part; the originals are kept, and it can be undone.`,
  now: "Compress now",
  later: "Not now",
  what: "What would it do?",
  working: "Compressing",
  cancel: "Cancel",
  phases: {
    reading: "Reading the conversation",
    summarising: "Summarising",
    verifying: "Checking what was lost",
    measuring: "Measuring",
  } satisfies Record<CompressionPhase, string>,
} as const;

export const whatIfTexts = {
  title: "What would compression do?",
  lead: "Three ways to make room. Nothing is changed before you choose one, and each can be undone.",
  close: "Close",
  methods: {
    masking: [
      "Mask old results",
      "Old outputs of tools show only their beginning and end. Everything said stays word for word.",
    ],
    extractive: [
      "Summarise on this device",
      "The old part gives way to lines picked from it by rules. No model is asked.",
    ],
    model: [
      "Summarise by the model",
      "The model writes the summary; it is checked here and completed. This sends the old part once or twice.",
    ],
  } satisfies Record<CompressionMethod, readonly [string, string]>,
  looking: "Looking…",
  ask: "Ask the model",
  stop: "Stop",
  choose: "Do this",
  chooseOf: (method: string) => `Do this: ${method}`,
  sizes: (before: number, after: number) => `${number.format(before)} → ${number.format(after)} tokens`,
  saved: (before: number, after: number) => `${percent(before > 0 ? 1 - after / before : 0)} less`,
  score: (score: number) => `${Math.floor(100 * score)} % of what is worth keeping is in it`,
  whole: "Nothing is retold",
  results: (count: number) => `${counted(count, "result", "results")} shown in part`,
  lines: (kept: number, left: number) => `${counted(kept, "line", "lines")}, ${number.format(left)} left out`,
  show: "Show the lines",
  size: (share: number) => `The next request would be ${percent(share)} of what it is`,
} as const;
