/** Texts of the activity view: a sentence for each event. Loaded with the inspector, and not with the first screen. */
import type { CompressionStatus } from "../../core/compression/compression.js";
import type { AgentEvent } from "../../core/port/events.js";
import { counted, number } from "../base/numbers.js";
import { texts } from "../base/texts.js";

export const activityTexts = { event: "event", secret: "(not shown: looks like a key)" } as const;

type Sentences = { readonly [Event in AgentEvent as Event["type"]]: string | ((event: Event) => string) };

const sentences: Sentences = {
  "turn-started": "Message sent",
  "turn-resumed": "Goes on",
  "step-started": ({ model }) => `${model} is answering`,
  thought: ({ delta }) => delta,
  text: ({ delta }) => delta,
  "step-discarded": ({ why }) => `Asked once more: ${why}`,
  "turn-waiting": ({ why, attempt, of }) => `Waiting for attempt ${attempt} of ${of}: ${why}`,
  "turn-routed": ({ route: { model, insteadOf } }) =>
    insteadOf ? `${model} steps in for ${insteadOf}, which can't answer now` : `${model} was chosen`,
  "turn-ended": ({ outcome }) =>
    outcome.kind === "failed" ? `Answer failed: ${outcome.message}` : outcomes[outcome.kind],
  "turn-replaced": "Another tab wrote",
  "turns-rewound": "Messages taken back",
  "tool-started": ({ name, title }) => `Tool ${name}${title ? `: ${title}` : ""}`,
  "tool-progress": ({ words }) => words,
  "tool-finished": ({ state }) => ({ done: "Tool finished", failed: "Tool failed", cancelled: "Tool stopped" })[state],
  "tool-asked": ({ request }) => `Waits for your word: ${request.title}`,
  "question-asked": "Asks you a question",
  "tool-answered": "You answered",
  "edit-undone": ({ undone }) => (undone ? "Edit undone" : "Edit made again"),
  "approval-mode-changed": ({ mode }) => `Approval mode: ${texts.mode.modes[mode].label}`,
  "loop-noticed": ({ what }) => `Going round in circles: ${what}`,
  "loop-checked": ({ model, confidence = 0, problem }) =>
    problem === undefined
      ? `${model} was asked whether this gets anywhere: ${Math.round(100 * confidence)} % sure that it does not`
      : `Whether this gets anywhere could not be found out: ${problem}`,
  "context-will-overflow": ({ estimated, remaining }) =>
    `Too long: about ${number.format(estimated)} tokens, and there is room for ${number.format(remaining)}`,
  "results-masked": ({ count, before, after }) =>
    `To make room, ${counted(count, "result is", "results are")} shown in part: ${sizes(before, after)}`,
  "masking-changed": ({ masking }) =>
    masking.undone ? "Old results are sent whole again" : "Old results are shown in part again",
  "compression-started": ({ trigger }) => compressionBegins[trigger],
  "compression-progress": ({ phase }) => texts.status.compressing[phase],
  "chat-compressed": ({ before, after }) => `Compressed: ${sizes(before, after)}`,
  "compression-ended": ({ status, why }) => `Compression ended: ${compressionEnds[status]}${why ? ` (${why})` : ""}`,
  "compression-advised": ({ used, limit }) =>
    `The window is ${Math.round((100 * used) / limit)} % full: /compress would make room`,
  "compression-changed": ({ undone }) => (undone ? "Compression undone" : "Compression in force again"),
  "context-changed": "Context changed by hand",
  "context-weighed": ({ meter }) => `Context weighed: ${number.format(meter.tokens)} tokens`,
  recalled: ({ count, tokens }) =>
    `Recalled for the question: ${counted(count, "record", "records")}, ${number.format(tokens)} tokens`,
  "session-listed": ({ session }) => `Session saved: ${session.title || texts.sessions.untitled}`,
  "session-working": ({ state }) => `A session in the background ${backgroundStates[state]}`,
  "session-removed": "Session removed from the list",
  "ownership-changed": ({ owner }) => `${owner === "here" ? "This" : "Another"} tab writes the session now`,
  note: "Note",
  "queue-changed": ({ queue }) => `Waiting to be sent: ${counted(queue.length, "message", "messages")}`,
  "trust-asked": "The folder asks to be trusted",
  "trust-changed": ({ trusted }) => (trusted ? "The folder is trusted" : "The folder is not trusted"),
  "screen-asked": "A command asked for something on the screen",
  "settings-changed": "Settings changed",
  "files-changed": ({ paths }) => `Changed outside the app: ${counted(paths.length, "path", "paths")}`,
  "memory-written": ({ path }) => `Memory written: ${path}`,
  "memory-changed": ({ by, paths }) => `${memoryChanges[by]}: ${listed(paths)}`,
  "memory-problems": ({ count }) => `Imports in memories that did not come about: ${number.format(count)}`,
  "index-progress": ({ progress: { seen, read } }) =>
    `Folder indexed: ${counted(seen, "file", "files")}, ${number.format(read)} of them read`,
  "index-failed": ({ message }) => `The folder could not be indexed: ${message}`,
  "storage-changed": ({ storage }) =>
    storage.kind === "ready" ? "Storage is working" : `Storage is read-only: ${storage.failure.message}`,
};

const outcomes = {
  done: "Answer finished",
  stopped: "Answer stopped",
  looped: "Answer stopped: it repeated itself",
  interrupted: "Answer cut off",
} as const;

const compressionBegins = {
  manual: "Compression begins, as asked",
  auto: "Compression begins: the window is as full as you allow",
  overflow: "Compression begins: the next request would not fit",
} as const;

const compressionEnds: Readonly<Record<CompressionStatus, string>> = {
  compressed: "done",
  inflated: "nothing changed, it would not be shorter",
  "token-count-error": "nothing changed, it could not be measured",
  "empty-summary": "nothing changed, the model gave no summary that can be read",
  noop: "there was nothing to compress",
  "content-truncated": "old results are shown in part",
  cancelled: "stopped, nothing changed",
};

const backgroundStates = { answering: "is answering", asking: "waits for your word", idle: "has answered" } as const;

const memoryChanges = {
  outside: "Changed outside the app, and loaded anew",
  here: "Memory loaded anew",
  trust: "Memory of this folder",
} as const;

export function sentenceOf(event: AgentEvent): string {
  const sentence = sentences[event.type] as string | ((event: AgentEvent) => string);
  return typeof sentence === "string" ? sentence : sentence(event);
}

const sizes = (before: number, after: number): string => `${number.format(before)} → ${number.format(after)} tokens`;

/** The first three names, and how many more there are. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3);
  const more = names.length - shown.length;
  return new Intl.ListFormat("en").format(more > 0 ? [...shown, `${more} more`] : shown);
}
