/** Tells the Model of one Session what is open in the viewer (X7): what it was told last is known here, and only here. */
import type { Part } from "../../core/content.js";
import { editorText, editorViewOf, type EditorView, type ViewedFile } from "../../core/context/editor-context.js";
import { asUntrusted } from "../../core/text/untrusted.js";

interface EditorNews {
  /** What goes along with the message: one part, or none. */
  readonly parts: readonly Part[];
  /** It has been sent. */
  readonly wasTold: () => void;
}

/** `reading`: which reading of the context it goes into. What was told in another may have been compressed or taken back. */
export type EditorUpdates = (files: readonly ViewedFile[], reading: number) => EditorNews;

export function createEditorUpdates(): EditorUpdates {
  let told: { readonly view: EditorView; readonly reading: number } | undefined;
  return (files, reading) => {
    const view = editorViewOf(files);
    const text = editorText(view, told?.reading === reading ? told.view : undefined, asUntrusted);
    return { parts: text === undefined ? [] : [{ text }], wasTold: () => void (told = { view, reading }) };
  };
}
