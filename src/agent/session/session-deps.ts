/** What an open Session is given by its Agent: who answers, where it works, what the user has set. */
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

export interface SessionSetup {
  readonly tell: (event: AgentEvent) => void;
  /** The Model as the settings have it now: for the meter between Turns. */
  readonly modelName: () => string;
  /** Who answers this prompt (R1). */
  readonly choose: (prompt: RoutedPrompt, signal: AbortSignal) => Promise<ModelChooser>;
  /** Who says whether a long Turn gets anywhere (D3). */
  readonly judges: (answering: Model) => Promise<readonly Model[]>;
  /** The standing words and the Tools. */
  readonly frame: (tools: readonly Tool[]) => Promise<Frame>;
  /** What a folder remembers that a Tool has touched, for its output (M7); no text for nothing. */
  readonly broughtBy?: (touched: Touched, context: ContextSeen) => Promise<BroughtMemory>;
  /** Memory files that stood in a request which a Model has answered. */
  readonly used?: (paths: readonly string[]) => void;
  /** What is open in the viewer, for the Model to know (X7). */
  readonly viewing: () => readonly ViewedFile[];
  /** The open folder, empty for none, and what the Model is told of where it works (C7). */
  readonly folder: () => string;
  readonly environment: () => Promise<Content>;
  readonly tools: () => Promise<readonly Tool[]>;
  readonly calling: (turn: TurnId) => Promise<CallsOfTurn>;
  /** Says of edits that a crash has cut off how they ended, as far as the open folder shows it. Returns what it wrote. */
  readonly settle: (records: readonly LogRecord[]) => Promise<readonly LogRecord[]>;
  readonly detectsLoops: () => boolean;
  /** When to compress (C1), and who may be asked for a Snapshot (C9, C13). */
  readonly threshold: () => Threshold;
  readonly summariser: (answering: Model | undefined) => Promise<Model | undefined>;
  /** Whether what a question may need of what left the context is looked up for it (C11). */
  readonly recalls: () => boolean;
  /** A Turn is over, and another may begin. */
  readonly ended: (isDone: boolean) => void;
}

/** What a Turn's calls are given. */
type CallsOfTurn = Pick<Calling, "env" | "govern" | "gate" | "change"> & Pick<SummariserParts, "budgetOf">;

/** A user's message as it goes out. */
export interface Outgoing {
  /** What was typed. */
  readonly shown: string;
  /** What the Model is sent: that, or that and more. */
  readonly parts: readonly Part[];
  /** What the user is told beside it, in Markdown. */
  readonly notices?: readonly string[];
  /** The queued message it was. */
  readonly queued?: string;
}
