/** Every event that elements send upward, with its detail. Data goes down as properties, events go up. */
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
   * A call of the Agent that needs nothing but the port, sent by `ask`. `busy` is shown until the call is done; a failure
   * is reported as a sentence. `answered` gets the answer, or undefined after a failure.
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
  /** The user's decision on a call. Sent within the click: the browser may have to ask for a folder in it (W2). */
  "approval-given": { readonly request: ApprovalRequest; readonly approval: Approval };
  "hunks-chosen": { readonly leftOut: ReadonlySet<number> };
  /** The file in which a fact is to be remembered. */
  "place-chosen": { readonly path: string };
  /** A Memory file is to be shown. */
  "memory-chosen": { readonly path: string };
  "memory-saved": { readonly path: string };
  "memory-failed": { readonly error: unknown };
  "context-change-failed": { readonly error: unknown };
  "version-restored": { readonly version: MemoryVersion };
  /** A decision on a file that changed since: keep it, or write this text; without a text the file is removed. */
  "change-settled": { readonly keep?: true; readonly text?: string };
  "menu-closed": undefined;
  /** The user's answer to the advice to compress. */
  "advice-answered": { readonly answer: "now" | "later" };
  "what-if-asked": undefined;
  /** The record that a line of a summary comes from. */
  "source-asked": { readonly record: RecordId };
  /** A record to show in the conversation, asked for elsewhere on the page. */
  "record-asked": { readonly record: RecordId; readonly turn?: TurnId };
  /** A block of the context map that is to be shown in full (U2). */
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
  /** A file to show in the inspector; `memory` shows it under Memory, wherever it lies. */
  "file-asked": { readonly path: string; readonly line?: number; readonly as?: "memory" };
  "memory-news-dismissed": undefined;
  /** Text to insert into the message, at the caret. */
  "mention-asked": { readonly text: string };
  /** The chosen lines of the shown file, from 0 and inclusive, and their text; empty when none are chosen any more. */
  "lines-chosen": { readonly first?: number; readonly last?: number; readonly text?: string };
  "model-chosen": { readonly name: string };
  "settings-asked": undefined;
  "palette-asked": undefined;
  "sessions-toggled": undefined;
  "inspector-toggled": undefined;
  "inspector-tab-chosen": { readonly tab: InspectorTab };
  "drawer-closed": undefined;
  "setting-changed": { readonly key: string; readonly value: unknown; readonly scope?: Scope };
  /** The typed text is no valid value; nothing is changed. */
  "setting-refused": undefined;
  "settings-text-saved": { readonly text: string; readonly expected: string };
  "settings-text-left": undefined;
  "key-stored": { readonly key: string; readonly of: SecretName };
  /** A model file is to be picked; with `choose` it also becomes the model that answers. */
  "model-file-asked": { readonly choose: boolean };
  "model-file-forgotten": { readonly name: string };
  "model-copy-stopped": undefined;
  "dialog-closed": undefined;
  "update-accepted": undefined;
  "update-postponed": undefined;
  "news-dismissed": undefined;
}

export type InspectorTab = "context" | "memory" | "files" | "skills" | "activity";

/** Sends an event that bubbles out of every shadow root. */
export function tell<Name extends keyof UiEvents>(
  from: EventTarget,
  name: Name,
  ...[detail]: UiEvents[Name] extends undefined ? [] : [detail: UiEvents[Name]]
): void {
  from.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

/** Calls the Agent from any element. The answer is undefined after a failure, which was shown to the user. */
export const ask = <T>(
  from: EventTarget,
  run: (port: AgentPort) => Promise<T>,
  busy?: string,
): Promise<T | undefined> =>
  new Promise((resolve) => {
    tell(from, "agent-asked", { busy, run, answered: (answer) => resolve(answer as T | undefined) });
  });

type Acts = { readonly [Name in keyof UiEvents]?: (detail: UiEvents[Name]) => unknown };

/** Registers what an element does on events from itself and from elements in it. */
export function listenFor(element: EventTarget, acts: Acts): void {
  for (const [name, act] of Object.entries(acts) as [string, (detail: unknown) => unknown][])
    element.addEventListener(name, (event) => void act((event as CustomEvent).detail));
}

export type UiEvent<Name extends keyof UiEvents> = CustomEvent<UiEvents[Name]>;
