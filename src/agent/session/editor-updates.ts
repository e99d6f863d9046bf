/** Updates for the Model on the files that are open in the viewer (X7). Only what differs from the last update is told. */
import type { Part } from "../../core/content.js";
import { editorText, editorViewOf, type EditorView, type ViewedFile } from "../../core/context/editor-context.js";
import { asUntrusted } from "../../core/text/untrusted.js";

interface EditorNews {
  /** Parts that go along with the message: one, or none. */
  readonly parts: readonly Part[];
  /** Must be called when the message has been sent. */
  readonly wasTold: () => void;
}

/** `reading` counts how often the context was read: an update in an earlier reading may have been compressed or taken back. */
export type EditorUpdates = (files: readonly ViewedFile[], reading: number) => EditorNews;

export function createEditorUpdates(): EditorUpdates {
  let told: { readonly view: EditorView; readonly reading: number } | undefined;
  return (files, reading) => {
    const view = editorViewOf(files);
    const text = editorText(view, told?.reading === reading ? told.view : undefined, asUntrusted);
    return { parts: text === undefined ? [] : [{ text }], wasTold: () => void (told = { view, reading }) };
  };
}
