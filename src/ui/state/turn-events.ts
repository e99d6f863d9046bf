/** The fold of the Agent's events into a Turn. A delta changes the last block; the others stay the same objects. */
import type { TurnEvent } from "../../core/port/events.js";
import { settled, withDelta } from "../../core/port/streamed-text.js";
import type { Block, ToolBlock, TurnView } from "../../core/port/turns.js";
import type { CallId } from "../../core/ids.js";

export const turnBegunBy = (event: TurnEvent & { type: "turn-started" }): TurnView => ({
  id: event.turnId,
  at: event.at,
  blocks: [{ kind: "user", text: event.text }],
});

/** The Turn after the event; the same object if the event changes nothing of it. */
export function withTurnEvent(turn: TurnView, event: TurnEvent): TurnView {
  const { blocks } = turn;
  switch (event.type) {
    case "turn-resumed":
      return { ...turn, outcome: undefined };
    case "turn-ended":
      return { ...turn, outcome: event.outcome, blocks: blocks.map(atRest) };
    case "step-started": {
      // The block is created now, so that the model's name is shown before its first word.
      const block: Block = { kind: "text", text: "", model: event.model, step: event.stepId };
      return { ...turn, outcome: undefined, blocks: [...blocks, block] };
    }
    case "text":
      return { ...turn, blocks: withText(blocks, event.delta) };
    case "thought":
      return { ...turn, blocks: withThought(blocks, event.delta) };
    case "step-discarded":
      return { ...turn, blocks: withoutStep(blocks, event.stepId) };
    case "tool-started":
      return withTool(turn, event.callId, { name: event.name, title: event.title, state: "running" });
    case "tool-asked": {
      const { callId, tool: name, title } = event.request;
      return withTool(turn, callId, { name, title, state: "asking", request: event.request });
    }
    case "question-asked":
      return changeTool(turn, event.callId, { state: "asking", questions: event.questions });
    case "tool-answered":
      return changeTool(turn, event.callId, { state: "running", request: undefined, questions: undefined });
    case "edit-undone":
      return changeTool(turn, event.callId, ({ edit }) => ({ edit: edit && { ...edit, undone: event.undone } }));
    case "tool-progress":
      return changeTool(turn, event.callId, { progress: event.words });
    case "tool-finished":
      return changeTool(turn, event.callId, ({ todos }) => ({
        state: event.state,
        output: event.output,
        progress: undefined,
        request: undefined,
        questions: undefined,
        edit: event.edit,
        todos: event.todos ?? todos,
      }));
    case "note":
      return { ...turn, blocks: [...blocks, noteOf(event)] };
    case "chat-compressed":
      return { ...turn, blocks: [...blocks, event.block] };
    case "turn-started":
    case "turn-waiting":
    case "compression-started":
    case "compression-progress":
    case "compression-ended":
    case "compression-advised":
    case "recalled":
    case "turn-routed":
    case "loop-noticed":
    case "context-will-overflow":
    case "results-masked":
    case "loop-checked":
      return turn; // shown beside the Turn, or as lines of the activity view
  }
}

const atRest = (block: Block): Block => (block.kind === "text" || block.kind === "thought" ? settled(block) : block);

const noteOf = ({ text, masking }: TurnEvent & { type: "note" }): Block => ({
  kind: "note",
  text,
  ...(masking && { masking, record: masking.record }),
});

type ToolChange = Partial<ToolBlock>;

function changeTool(turn: TurnView, callId: CallId, change: ToolChange | ((tool: ToolBlock) => ToolChange)): TurnView {
  const changed = (block: Block): Block => {
    if (block.kind !== "tool" || block.id !== callId) return block;
    return { ...block, ...(typeof change === "function" ? change(block) : change) };
  };
  return { ...turn, blocks: turn.blocks.map(changed) };
}

/** Sets a call's state. The question about a call may come before or after the event that it started. */
function withTool(turn: TurnView, id: CallId, now: Pick<ToolBlock, "name" | "title" | "state" | "request">): TurnView {
  const at = turn.blocks.findLastIndex((block) => block.kind === "tool" && block.id === id);
  if (at < 0) return { ...turn, blocks: [...turn.blocks, { kind: "tool", id, ...now }] };
  return { ...turn, blocks: turn.blocks.with(at, { ...(turn.blocks[at] as ToolBlock), ...now }) };
}

/** Removes a discarded step's text, except what is in the Log: an answer may go on from a half (L3). */
function withoutStep(blocks: readonly Block[], step: string): readonly Block[] {
  return blocks.filter(
    (block) => (block.kind !== "text" && block.kind !== "thought") || block.record !== undefined || block.step !== step,
  );
}

function withText(blocks: readonly Block[], delta: string): readonly Block[] {
  const at = blocks.findLastIndex((block) => block.kind === "text");
  const block = blocks[at];
  if (block?.kind !== "text") return [...blocks, { kind: "text", text: delta, model: "", step: "" }];
  return blocks.with(at, withDelta(block, delta));
}

/** Thoughts go before the text they lead to, so an empty block created for that text stays last. */
function withThought(blocks: readonly Block[], delta: string): readonly Block[] {
  const at = blocks.findLastIndex((block) => block.kind !== "text" || block.text !== "");
  const block = blocks[at];
  const step = blocks.findLast((each) => each.kind === "text")?.step;
  if (block?.kind !== "thought" || block.record !== undefined || block.step !== step)
    return blocks.toSpliced(at + 1, 0, { kind: "thought", text: delta, step });
  return blocks.with(at, withDelta(block, delta));
}
