/** Texts of the activity view, which is loaded with the inspector: the first screen goes without them. */
import type { IndexProgress } from "../../core/search/search.js";
import { counted, number } from "../base/numbers.js";

export const activityTexts = {
  event: "event",
  secret: "(not shown: looks like a key)",
  "turn-started": "Message sent",
  "turn-resumed": "Goes on",
  "step-started": (model: string) => `${model} is answering`,
  done: "Answer finished",
  stopped: "Answer stopped",
  looped: "Answer stopped: it repeated itself",
  interrupted: "Answer cut off",
  failed: (message: string) => `Answer failed: ${message}`,
  "step-discarded": (why: string) => `Asked once more: ${why}`,
  "turn-waiting": (why: string, attempt: number, of: number) => `Waiting for attempt ${attempt} of ${of}: ${why}`,
  "turn-routed": (model: string) => `${model} was chosen`,
  fallback: (model: string, wanted: string) => `${model} steps in for ${wanted}, which can't answer now`,
  "tool-started": (name: string, title: string) => `Tool ${name}${title ? `: ${title}` : ""}`,
  tool: { done: "Tool finished", failed: "Tool failed", cancelled: "Tool stopped" },
  "tool-asked": (title: string) => `Waits for your word: ${title}`,
  "question-asked": "Asks you a question",
  "tool-answered": "You answered",
  undone: "Edit undone",
  redone: "Edit made again",
  "approval-mode-changed": (label: string) => `Approval mode: ${label}`,
  "loop-noticed": (what: string) => `Going round in circles: ${what}`,
  "context-will-overflow": (estimated: number, remaining: number) =>
    `Too long: about ${number.format(estimated)} tokens, and there is room for ${number.format(remaining)}`,
  "results-masked": (count: number, before: number, after: number) =>
    `To make room, ${counted(count, "result is", "results are")} shown in part: ${number.format(before)} → ${number.format(after)} tokens`,
  "compression-started": {
    manual: "Compression begins, as asked",
    auto: "Compression begins: the window is as full as you allow",
    overflow: "Compression begins: the next request would not fit",
  },
  "chat-compressed": (before: number, after: number) =>
    `Compressed: ${number.format(before)} → ${number.format(after)} tokens`,
  "compression-ended": (status: string, why?: string) => `Compression ended: ${status}${why ? ` (${why})` : ""}`,
  "compression-advised": (used: number, limit: number) =>
    `The window is ${Math.round((100 * used) / limit)} % full: /compress would make room`,
  "context-changed": "Context changed by hand",
  recalled: (count: number, tokens: number) =>
    `Recalled for the question: ${counted(count, "record", "records")}, ${number.format(tokens)} tokens`,
  "compression-undone": "Compression undone",
  "compression-redone": "Compression in force again",
  "masking-undone": "Old results are sent whole again",
  "masking-redone": "Old results are shown in part again",
  "loop-checked": (model: string, confidence: number) =>
    `${model} was asked whether this gets anywhere: ${Math.round(100 * confidence)} % sure that it does not`,
  "loop-check-failed": (problem: string) => `Whether this gets anywhere could not be found out: ${problem}`,
  "session-listed": (title: string) => `Session saved: ${title}`,
  "session-working": {
    answering: "A session in the background is answering",
    asking: "A session in the background waits for your word",
    idle: "A session in the background has answered",
  },
  "session-removed": "Session removed from the list",
  note: "Note",
  "queue-changed": (count: number) => `Waiting to be sent: ${counted(count, "message", "messages")}`,
  "turns-rewound": "Messages taken back",
  "trust-asked": "The folder asks to be trusted",
  trusted: "The folder is trusted",
  untrusted: "The folder is not trusted",
  "screen-asked": "A command asked for something on the screen",
  "settings-changed": "Settings changed",
  "memory-written": (path: string) => `Memory written: ${path}`,
  "files-changed": (count: number) => `Changed outside the app: ${counted(count, "path", "paths")}`,
  "memory-changed": {
    outside: (paths: readonly string[]) => `Changed outside the app, and loaded anew: ${listed(paths)}`,
    here: (paths: readonly string[]) => `Memory loaded anew: ${listed(paths)}`,
    trust: (paths: readonly string[]) => `Memory of this folder: ${listed(paths)}`,
  },
  "memory-problems": (count: number) => `Imports in memories that did not come about: ${number.format(count)}`,
  here: "This tab writes the session now",
  elsewhere: "Another tab writes the session now",
  "turn-replaced": "Another tab wrote",
  "context-weighed": (tokens: number) => `Context weighed: ${number.format(tokens)} tokens`,
  "index-progress": ({ seen, read }: IndexProgress) =>
    `Folder indexed: ${counted(seen, "file", "files")}, ${number.format(read)} of them read`,
  "index-failed": (message: string) => `The folder could not be indexed: ${message}`,
  ready: "Storage is working",
  "read-only": (message: string) => `Storage is read-only: ${message}`,
} as const;

/** A few names; how many more there are. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3);
  const more = names.length - shown.length;
  return new Intl.ListFormat("en").format(more > 0 ? [...shown, `${more} more`] : shown);
}
