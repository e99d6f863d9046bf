/** What the app shows of Sessions: words, weights, and what can be undone; without times, buttons' looks and figures of the window. */
import type { Page } from "playwright";

export interface ShownSession {
  readonly title: string;
  /** An entry for each thing said, by whom; a message that was taken back is nobody's. */
  readonly said: readonly ShownWords[];
  readonly queued: readonly string[];
  /** Of the context map: each block of the conversation with its tokens and marks. */
  readonly context: readonly string[];
  readonly takenOut: readonly string[];
}

export interface ShownWords {
  readonly who: string;
  readonly words: string;
  /** Names of the buttons that undo, redo or continue something. */
  readonly can: readonly string[];
}

export interface ShownRow {
  readonly title: string;
  readonly messages: string;
  readonly pinned?: true;
}

/** Goes to a Session by its address. */
export async function openShown(page: Page, id: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), `#/session/${id}`);
  await page.locator(`[role=listitem] a[aria-current=page][href="#/session/${id}"]`).waitFor();
  await page.getByRole("log", { name: "Conversation" }).waitFor();
}

/** The rows of the list that is shown now: of all Sessions, or of the trash. */
export const shownRows = (page: Page, list: "Session list" | "Trash"): Promise<readonly ShownRow[]> =>
  page
    .getByRole("list", { name: list })
    .getByRole("listitem")
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [title = "", line = ""] = (row as HTMLElement).innerText.split("\n").filter((text) => text.trim() !== "");
        const isPinned = row.querySelector("app-icon[name=pin]:not(button *)") !== null;
        return { title, messages: line.split("·").at(-1)!.trim(), ...(isPinned && { pinned: true as const }) };
      }),
    );

/** Of the Session that is open now, as far as it has been drawn: ask until it is what is expected. */
export async function shownSession(page: Page): Promise<ShownSession> {
  await page.evaluate(openBlocks);
  return {
    title: await page.getByRole("heading", { level: 1 }).innerText(),
    said: await page.getByRole("log", { name: "Conversation" }).evaluate(wordsIn),
    queued: await page.getByRole("list", { name: "Waiting to be sent" }).locator("li > span").allInnerTexts(),
    context: await blocksIn(page, "Blocks of the next request"),
    takenOut: await blocksIn(page, "Taken out"),
  };
}

/** What stands before every conversation is not the Session's, and its share of the window not the block's. */
const blocksIn = (page: Page, tree: string): Promise<string[]> =>
  page
    .getByRole("tree", { name: tree })
    .getByRole("treeitem")
    .evaluateAll((items) =>
      items
        .filter((item) => !item.querySelector(".system, .memory, .skills, .tools, .environment, .overhead"))
        .map((item) => item.getAttribute("aria-label")!.replace(/, <?\d+ % of the window/, "")),
    );

/** Runs in the page, so it stands alone. Opens the Turns of the context map. */
function openBlocks(): void {
  const everywhere = function* (root: ParentNode): Generator<Element> {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* everywhere(element.shadowRoot);
    }
  };
  for (const element of [...everywhere(document)])
    if (element.getAttribute("role") === "treeitem" && element.closest("[aria-label='Blocks of the next request']"))
      if (element.getAttribute("aria-expanded") === "false")
        element.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true }));
}

/** Runs in the page, so it stands alone. Folded parts count, since they open with a click. */
function wordsIn(log: Element): ShownWords[] {
  const unread = new Set(["STYLE", "SVG", "TIME", "APP-ICON"]);
  const [longest, kept] = [400, 120];
  const shortened = (line: string) =>
    line.length <= longest ? line : `${line.slice(0, kept)} … ${line.length} characters … ${line.slice(-kept)}`;
  const childrenOf = (element: Element): Iterable<Node> =>
    element instanceof HTMLSlotElement ? element.assignedNodes() : (element.shadowRoot ?? element).childNodes;

  const read = (said: Element): ShownWords => {
    const can: string[] = [];
    const textOf = (node: Node): string => {
      if (node instanceof Text) return node.data.replaceAll(/\s+/g, " ");
      if (!(node instanceof Element) || unread.has(node.tagName.toUpperCase())) return "";
      if (node instanceof HTMLButtonElement) {
        const name = (node.getAttribute("aria-label") ?? node.textContent).trim();
        if (/^(?:Undo|Redo|Continue)/.test(name)) can.push(name);
        return /\w\.\w/.test(name) ? ` ${name} ` : ""; // the name of a file is among the words
      }
      const text = Array.from(childrenOf(node), textOf).join("");
      return getComputedStyle(node).display === "inline" ? text : `\n${text}\n`;
    };
    const lines = textOf(said).split("\n");
    const words = lines.flatMap((line) => (line.trim() === "" ? [] : [shortened(line.trim())])).join("\n");
    return { who: said.getAttribute("aria-label") ?? "", words, can };
  };

  const readBelow = (node: Node): ShownWords[] => {
    if (!(node instanceof Element)) return [];
    // Outside of what someone said there is a summary only where a message was taken back.
    if (node.tagName === "ARTICLE" || node.tagName === "SUMMARY") return [read(node)];
    return Array.from(childrenOf(node), readBelow).flat();
  };
  return readBelow(log);
}
