/** The way in which a Turn has ended. */
import type { Failure } from "../errors.js";
import type { EarlyEnd } from "../models/model.js";

export type Outcome =
  | { readonly kind: "done" | "stopped" | "looped" }
  /** `by`: who answered has ended it early, and why; else the connection broke, or the tab was closed. */
  | { readonly kind: "interrupted"; readonly by?: EarlyEnd }
  | ({ readonly kind: "failed" } & Failure);
