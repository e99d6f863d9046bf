/**
 * Messages between the app and the page that runs a GGUF file, over one MessageChannel. Both sides read them as unproven
 * (P4).
 *
 *   app ── Hello, with a port ──> page      once, by window.postMessage, origin and source checked
 *   app ── ask ──> page ── status* delta* ──> app ── … done | failed
 *   app ── stop ──> page
 */
import { isObject } from "../../../core/is-object.js";
import type { ModelStatus } from "../../../core/models/model-status.js";
import type { FinishReason, Usage } from "../../../core/models/model.js";
import type { ChatMessage } from "../../../core/models/tool-protocol.js";

export const HELLO = "palimpsest-local-model";

export type ToPage =
  | {
      readonly type: "ask";
      readonly id: number;
      /** The file's name in the folder of model files. */
      readonly file: string;
      readonly messages: readonly ChatMessage[];
      readonly schema?: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "stop"; readonly id: number };

export type FromPage =
  | { readonly type: "status"; readonly id: number; readonly kind: ModelStatus["kind"]; readonly done?: number }
  | { readonly type: "delta"; readonly id: number; readonly text: string }
  | { readonly type: "thought"; readonly id: number; readonly text: string }
  | { readonly type: "done"; readonly id: number; readonly reason: FinishReason; readonly usage?: Usage }
  | { readonly type: "failed"; readonly id: number; readonly name: string; readonly message: string };

export const isFromPage = (value: unknown): value is FromPage =>
  isObject(value) &&
  typeof value.id === "number" &&
  ["status", "delta", "thought", "done", "failed"].includes(String(value.type));

export function isToPage(value: unknown): value is ToPage {
  if (!isObject(value) || typeof value.id !== "number") return false;
  return (
    value.type === "stop" || (value.type === "ask" && typeof value.file === "string" && Array.isArray(value.messages))
  );
}
