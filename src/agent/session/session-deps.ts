/** The dependencies of an open Session, which its Agent gives: who answers, where the Model works, what the user has set. */
import type { Content, Part } from "../../core/content.js";
import type { AgentEvent } from "../../core/port/events.js";
import type { LogRecord } from "../../core/log/log.js";
import type { Model } from "../../core/models/model.js";
import type { BroughtMemory, ContextSeen } from "../memory/just-in-time-memory.js";
import type { Calling, Touched } from "../calls/call-tools.js";
import type { RoutedPrompt } from "../models/routing.js";
import type { ModelChooser } from "../turn/run-step.js";
import type { SummariserParts } from "../calls/summarise-output.js";
import type { Tool } from "../calls/tool.js";
import type { ViewedFile } from "../../core/context/editor-context.js";
import type { Threshold } from "../../core/settings/settings.js";
import type { Frame } from "../../core/measure/frame.js";
import type { TurnId } from "../../core/ids.js";

export interface SessionDeps {
  readonly tell: (event: AgentEvent) => void;
  /** The Model as the settings have it now: for the meter between Turns. */
  readonly modelName: () => string;
  /** Chooses the Model that answers this prompt (R1). */
  readonly choose: (prompt: RoutedPrompt, signal: AbortSignal) => Promise<ModelChooser>;
  /** Models that can judge whether a long Turn gets anywhere (D3). */
  readonly judges: (answering: Model) => Promise<readonly Model[]>;
  /** The standing words and the Tools. */
  readonly frame: (tools: readonly Tool[]) => Promise<Frame>;
  /** Memories of the folders that a Tool has touched, to stand in the output of the Tool (M7); an empty text for none. */
  readonly broughtBy?: (touched: Touched, context: ContextSeen) => Promise<BroughtMemory>;
  /** Memory files that stood in a request which a Model has answered. */
  readonly used?: (paths: readonly string[]) => void;
  /** Files that are open in the viewer, for the Model to know (X7). */
  readonly viewing: () => readonly ViewedFile[];
  /** The open folder, empty for none, and the text by which the Model is told where it works (C7). */
  readonly folder: () => string;
  readonly environment: () => Promise<Content>;
  readonly tools: () => Promise<readonly Tool[]>;
  readonly calling: (turn: TurnId) => Promise<CallsOfTurn>;
  /** Writes down how edits that a crash has cut off have ended, as far as the open folder shows it. Resolves with those records. */
  readonly settle: (records: readonly LogRecord[]) => Promise<readonly LogRecord[]>;
  readonly detectsLoops: () => boolean;
  /** The threshold of compression (C1), and the Model that may be asked for a Snapshot (C9, C13). */
  readonly threshold: () => Threshold;
  readonly summariser: (answering: Model | undefined) => Promise<Model | undefined>;
  /** True if records that have left the context are looked up for each question (C11). */
  readonly recalls: () => boolean;
  /** Called when a Turn is over, and another may begin. */
  readonly ended: (isDone: boolean) => void;
}

/** The dependencies of the calls of a Turn. */
type CallsOfTurn = Pick<Calling, "env" | "govern" | "gate" | "change"> & Pick<SummariserParts, "budgetOf">;

/** A user's message as it goes out. */
export interface Outgoing {
  /** The text as it was typed. */
  readonly shown: string;
  /** The parts that the Model is sent: that text, or more. */
  readonly parts: readonly Part[];
  /** Notes for the user beside the message, in Markdown. */
  readonly notices?: readonly string[];
  /** The id it had in the queue, if it waited there. */
  readonly queued?: string;
}
