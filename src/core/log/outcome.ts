/** The way in which a Turn has ended. */
import type { Failure } from "../errors.js";
import type { EarlyEnd } from "../models/model.js";

export type Outcome =
  | { readonly kind: "done" | "stopped" | "looped" }
  /** `by`: the reason why the Model ended early; without it the connection broke, or the tab was closed. */
  | { readonly kind: "interrupted"; readonly by?: EarlyEnd }
  | ({ readonly kind: "failed" } & Failure);
