/** Every event that elements tell upward, once, with what it carries. Data goes down as properties, these go up. */
import type { AgentPort } from "../../core/port/agent-port.js";
import type { SecretName } from "../../core/models/providers.js";
import type { Scope } from "../../core/settings/settings-files.js";
import type { WorkspaceView } from "../../core/port/folder-port.js";
import type { MemoryVersion } from "../../core/memory/memory-file.js";
import type { ContextChange } from "../../core/context/context-change.js";
import type { Approval, ApprovalRequest } from "../../core/policy/approval.js";
import type { RecordId, SessionId, TurnId } from "../../core/ids.js";

export interface UiEvents {
  /**
   * Something is to be asked of the Agent that needs nothing but the port: see `ask`. `busy` is shown until it is done; a failure
   * is reported as a sentence. `answered` is given the answer, or nothing where that failed.
   */
  "agent-asked": {
    readonly busy?: string | undefined;
    readonly run: (port: AgentPort) => Promise<unknown>;
    readonly answered: (answer: unknown) => void;
  };
  "message-sent": { readonly text: string };
  "draft-changed": { readonly text: string };
  "queued-edited": { readonly id: string; readonly text: string };
  "queued-withdrawn": { readonly id: string };
  /** The user's word on a call. Told in the click itself: a folder may have to be asked for in it (W2). */
  "approval-given": { readonly request: ApprovalRequest; readonly approval: Approval };
  "hunks-chosen": { readonly leftOut: ReadonlySet<number> };
  /** The file that a fact is to be remembered in. */
  "place-chosen": { readonly path: string };
  /** A Memory file is to be shown. */
  "memory-chosen": { readonly path: string };
  "memory-saved": { readonly path: string };
  "memory-failed": { readonly error: unknown };
  "context-change-failed": { readonly error: unknown };
  "version-restored": { readonly version: MemoryVersion };
  /** Of a file that was changed since: keep it, or write this text; no text removes it. */
  "change-settled": { readonly keep?: true; readonly text?: string };
  "menu-closed": undefined;
  /** What the user says to an advice to compress. */
  "advice-answered": { readonly answer: "now" | "later" };
  "what-if-asked": undefined;
  /** A record that a line comes from. */
  "source-asked": { readonly record: RecordId };
  /** A record is to be shown in the conversation, from elsewhere on the page. */
  "record-asked": { readonly record: RecordId; readonly turn?: TurnId };
  /** A block of the context map is to be shown in full, opened or closed, changed (U2). */
  "block-chosen": { readonly id: string };
  "block-opened": { readonly id: string; readonly open: boolean };
  "context-change-asked": ContextChange;
  "context-map-asked": undefined;
  "older-asked": undefined;
  "newer-asked": undefined;
  "latest-asked": undefined;
  "export-asked": undefined;
  "notice-dismissed": undefined;
  "problem-dismissed": { readonly index: number };
  "new-session-asked": undefined;
  "session-trashed": { readonly id: SessionId };
  "session-restored": { readonly id: SessionId };
  "trash-asked": undefined;
  "more-sessions-asked": undefined;
  "folder-asked": undefined;
  "copy-stopped": undefined;
  "folder-regain-asked": { readonly workspace: WorkspaceView };
  "file-chosen": { readonly path: string };
  /** A file is to be shown in the inspector; `memory`: under Memory, wherever it lies. */
  "file-asked": { readonly path: string; readonly line?: number; readonly as?: "memory" };
  "memory-news-dismissed": undefined;
  /** Words for the message, at the caret. */
  "mention-asked": { readonly text: string };
  /** Lines of the file in sight, from 0, both in it, and their text; none are chosen any more. */
  "lines-chosen": { readonly first?: number; readonly last?: number; readonly text?: string };
  "model-chosen": { readonly name: string };
  "settings-asked": undefined;
  "palette-asked": undefined;
  "sessions-toggled": undefined;
  "inspector-toggled": undefined;
  "inspector-tab-chosen": { readonly tab: InspectorTab };
  "drawer-closed": undefined;
  "setting-changed": { readonly key: string; readonly value: unknown; readonly scope?: Scope };
  /** What was typed is no value; nothing is changed. */
  "setting-refused": undefined;
  "settings-text-saved": { readonly text: string; readonly expected: string };
  "settings-text-left": undefined;
  "key-stored": { readonly key: string; readonly of: SecretName };
  /** A model file is to be picked; `choose`: and to answer from then on. */
  "model-file-asked": { readonly choose: boolean };
  "model-file-forgotten": { readonly name: string };
  "model-copy-stopped": undefined;
  "dialog-closed": undefined;
  "update-accepted": undefined;
  "update-postponed": undefined;
  "news-dismissed": undefined;
}

export type InspectorTab = "context" | "memory" | "files" | "skills" | "activity";

/** Tells an event: it bubbles out of every shadow root up to whoever listens. */
export function tell<Name extends keyof UiEvents>(
  from: EventTarget,
  name: Name,
  ...[detail]: UiEvents[Name] extends undefined ? [] : [detail: UiEvents[Name]]
): void {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

/** Asks the Agent for something, from any element. Gives its answer, or nothing where it failed: the user has been told then. */
export const ask = <T>(
  from: EventTarget,
  run: (port: AgentPort) => Promise<T>,
  busy?: string,
): Promise<T | undefined> =>
  new Promise((resolve) => {
    tell(from, "agent-asked", { busy, run, answered: (answer) => resolve(answer as T | undefined) });
  });

type Acts = { readonly [Name in keyof UiEvents]?: (detail: UiEvents[Name]) => unknown };

/** Has an element act on what it, or an element in it, tells. */
export function listenFor(element: EventTarget, acts: Acts): void {
  for (const [name, act] of Object.entries(acts) as [string, (detail: unknown) => unknown][])
    element.addEventListener(name, (event) => void act((event as CustomEvent).detail));
}

export type UiEvent<Name extends keyof UiEvents> = CustomEvent<UiEvents[Name]>;
