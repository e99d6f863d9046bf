/** What a page shows at one moment, read in one go from outside; and what its database holds, read past the app. */
import type { Page } from "playwright";

export interface Shown {
  /** By the clock of this machine, which node reads too. */
  readonly at: number;
  readonly articles: readonly { readonly who: string; readonly text: string; readonly busy: boolean }[];
  readonly hash: string;
  readonly alerts: readonly string[];
}

/** Elements keep their insides in shadow trees; this walks through all of them. */
export const lookAt = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const deepText = (node: Node): string => {
      if (node instanceof HTMLStyleElement) return "";
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
      const root = (node as Element).shadowRoot ?? node;
      return [...root.childNodes].map(deepText).join(node instanceof HTMLParagraphElement ? "" : " ");
    };
    const found: Element[] = [];
    const walk = (node: Element | ShadowRoot) => {
      for (const child of node.children) {
        if (child.matches("article, [role=alert]")) found.push(child);
        else {
          walk(child);
          if (child.shadowRoot) walk(child.shadowRoot);
        }
      }
    };
    walk(document.body);
    return {
      at: Date.now(),
      hash: location.hash,
      alerts: found
        .filter((each) => each.matches("[role=alert]"))
        .map((each) => deepText(each).replaceAll(/\s+/g, " ").trim()),
      articles: found
        .filter((each) => each.matches("article"))
        .map((article) => ({
          who: article.getAttribute("aria-label") ?? "",
          busy: article.getAttribute("aria-busy") === "true",
          text: deepText(article),
        })),
    };
  });

export interface StoredContent {
  readonly session: string;
  readonly turn: string;
  readonly step: string;
  readonly from: string;
  /** The beginning of it: enough for every answer, and for telling one message from another. */
  readonly text: string;
  readonly length: number;
  readonly interrupted: boolean;
}

export interface Stored {
  readonly contents: readonly StoredContent[];
  readonly drafts: readonly {
    readonly step: string;
    readonly turn: string;
    readonly seq: number;
    readonly text: string;
  }[];
  readonly sessions: readonly string[];
}

/** Reads the database with a connection of its own. Must be called on a page where the app has opened it. */
export const readStored = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(`The database can't be read: ${request.error?.message}`));
      });
    const opening = indexedDB.open("palimpsest");
    opening.onupgradeneeded = () => opening.transaction!.abort(); // there was none: looking must not make one
    const db = await settled(opening);
    const all = (store: string) => settled(db.transaction(store).objectStore(store).getAll());
    const [records, blobs, drafts, sessions] = await Promise.all(["records", "blobs", "drafts", "sessions"].map(all));
    db.close();
    const texts = new Map((blobs as { hash: string; text: string }[]).map(({ hash, text }) => [hash, text]));
    type Part = { text?: string | { $blob: string }; thought?: boolean };
    type Row = {
      kind: string;
      session: string;
      turn: string;
      step: string;
      from: string;
      interrupted?: boolean;
      content: { parts: Part[] };
    };
    const textOf = ({ text = "" }: Part) => (typeof text === "string" ? text : (texts.get(text.$blob) ?? ""));
    return {
      contents: (records as Row[])
        .filter(({ kind }) => kind === "content")
        .map(({ session, turn, step, from, interrupted = false, content }) => {
          const text = content.parts
            .filter(({ thought }) => !thought)
            .map(textOf)
            .join("");
          return { session, turn, step, from, interrupted, length: text.length, text: text.slice(0, 20_000) };
        }),
      drafts: (drafts as { step: string; turn: string; seq: number; text: string }[]).map(
        ({ step, turn, seq, text }) => ({ step, turn, seq, text }),
      ),
      sessions: (sessions as { id: string }[]).map(({ id }) => id),
    };
  });
