/** Approvals: proposals of Tools that the user is asked about, and the answers (A3). */

import type { PlacedNote, RememberPlace } from "../memory/remember.js";
import type { CallId } from "../ids.js";

/** A proposal, with all that a screen needs to show it. */
export type Proposal =
  /** A file as it would be. No `before`: there is none yet. `remark`: what the user should know of how it was made. */
  | {
      readonly kind: "edit";
      readonly path: string;
      readonly before?: string;
      readonly after: string;
      readonly remark?: string;
    }
  /** `directory`: the folder it would run in, if that is not the root. */
  | {
      readonly kind: "run";
      readonly language: "bash" | "javascript";
      readonly text: string;
      readonly directory?: string;
    }
  | { readonly kind: "fetch"; readonly address: string }
  | { readonly kind: "commit"; readonly message: string; readonly files: readonly string[] }
  /** A fact to be remembered, where it may go, and where it goes unless the user says otherwise. `notes`: what is said already (M8). */
  | {
      readonly kind: "remember";
      readonly fact: string;
      readonly path: string;
      readonly places: readonly RememberPlace[];
      readonly notes: readonly PlacedNote[];
      /** The memory manager puts it where it belongs, within what the user chooses (M9). */
      readonly isManaged?: boolean;
    };

export interface ApprovalRequest {
  readonly callId: CallId;
  readonly tool: string;
  readonly title: string;
  readonly proposal: Proposal;
  /** Why the user is asked, as a sentence, where that is not plain: a rule, or words of strangers read before (A4). */
  readonly why?: string;
  /** The calls that "always" and "save" would allow from then on, as the end of a sentence. */
  readonly covers?: string;
  /** Set if such calls can't be told apart from others: then only this one can be allowed. */
  readonly isOnce?: true;
}

/**
 * `once`: this call. `always`: such calls until the Session is closed. `save`: such calls from now on, as a rule.
 * `edit`: this call, with another text, or for a fact in another place (`path`). `reject`: not at all; the Model
 * receives the note.
 */
export type Approval =
  | { readonly kind: "once" | "always" | "save" }
  | { readonly kind: "edit"; readonly after: string; readonly path?: string }
  | { readonly kind: "reject"; readonly note?: string };

/** The mode decides which calls run without a question (A3). */
export type ApprovalMode = "default" | "auto_edit" | "plan" | "yolo";

export const APPROVAL_MODES: readonly ApprovalMode[] = ["default", "auto_edit", "plan", "yolo"];

/** A question of the Model's own (`ask_user`). */
export interface Question {
  readonly question: string;
  /** A word or two above it. */
  readonly header?: string;
  /** None: the answer is free text. */
  readonly options?: readonly { readonly label: string; readonly description?: string }[];
  readonly multiple?: boolean;
}
