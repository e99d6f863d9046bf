/** An answer streamed into the built app by the wire server, stopped at marks to read what the page has cost so far. */
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { ready, send, useGemini } from "./app-page.js";
import { launchOptions, patient } from "./browser.js";
import { ensureChromium } from "./chromium.mjs";
import { says, waits, type Step } from "./script.js";
import { serveApp, type Served } from "./serve.js";
import { settledStatus } from "./session-pages.js";
import { traceTasks, type Traced } from "./trace.js";
import { openWireServer, type WireServer } from "./wire-server.js";

export interface StreamPage {
  readonly page: Page;
  /** Streams the parts as one answer: what each has cost, in order, and then what its end has. */
  stream(parts: readonly (readonly string[])[]): Promise<Traced>;
  /** Script time of drawing a text at once, off the screen, as who draws all of it anew does. */
  draw(text: string): Promise<number>;
  close(): Promise<void>;
}

/** Pieces that go out together, and the pause after them (ms): some 2,000 a second, many times what a Model does. */
const TOGETHER = 10;
const PAUSE = 4;

export async function openStreamPage(): Promise<StreamPage> {
  ensureChromium();
  const served: Served = await serveApp();
  const wire: WireServer = await openWireServer();
  const browser: Browser = await chromium.launch(launchOptions);
  const context: BrowserContext = patient(await browser.newContext({ serviceWorkers: "block" }));
  const page = await context.newPage();
  await page.goto(served.origin);
  await ready(page);
  await useGemini(page, wire.url);
  let marks = 0;

  /** Until the page has nothing to do, three frames in a row. */
  const rested = (): Promise<void> =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestIdleCallback(resolve));
      }
    });
  /** Until the end of a part is on the screen: by its letters, since signs become elements and the last is held back. */
  const shown = async (part: readonly string[]): Promise<void> => {
    const letters = lettersOf(part.slice(-20).join("")).slice(-16, -4);
    const deadline = Date.now() + 240_000;
    while (!lettersOf(await page.evaluate(lastWords)).includes(letters)) {
      if (Date.now() > deadline) throw new Error(`The end of the part, "${letters}", was not shown within 240 s.`);
      await rested();
    }
  };

  async function stream(parts: readonly (readonly string[])[]): Promise<Traced> {
    const gates = parts.map(() => `mark-${++marks}`);
    const start = `start-${marks}`;
    await wire.script([waits(start), ...parts.flatMap((pieces, at) => [...paced(pieces), waits(gates[at]!)])]);
    await send(page, `Tell me much, part ${marks}.`);
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await rested();
    const trace = await traceTasks(page);
    await wire.release(start);
    for (const [at, pieces] of parts.entries()) {
      await shown(pieces);
      await rested();
      await trace.mark();
      await wire.release(gates[at]!);
    }
    await settledStatus(page);
    await rested();
    await trace.mark();
    return trace.end();
  }

  async function draw(text: string): Promise<number> {
    const trace = await traceTasks(page);
    await page.evaluate(async (words) => {
      const view = Object.assign(document.createElement("markdown-view"), { block: { text: words }, done: false });
      const hidden = Object.assign(document.createElement("div"), { hidden: true });
      document.body.append(hidden);
      // From a timer, whose script is told as such in a trace; that of an evaluation is not.
      await new Promise<void>((resolve) =>
        setTimeout(() => {
          hidden.append(view);
          void (view as unknown as { updateComplete: Promise<unknown> }).updateComplete.then(() => resolve());
        }, 0),
      );
      hidden.remove();
    }, text);
    await rested();
    await trace.mark();
    return (await trace.end()).spent[0]!.script;
  }

  return {
    page,
    stream,
    draw,
    async close() {
      await browser.close();
      await wire.close();
      await served.close();
    },
  };
}

function paced(pieces: readonly string[]): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pieces.length; at += TOGETHER) {
    steps.push(says(...pieces.slice(at, at + TOGETHER)), waits(PAUSE));
  }
  return steps;
}

const lettersOf = (text: string): string => text.replaceAll(/[^a-z0-9]/g, "");

/** Runs in the page: the end of the newest answer, without reading the rest of it. */
function lastWords(): string {
  const chat = document.querySelector("app-shell")?.shadowRoot?.querySelector("chat-view");
  const log = chat?.shadowRoot?.querySelector("conversation-view")?.shadowRoot?.querySelector(".turns");
  const view = log?.lastElementChild?.querySelector("markdown-view");
  if (!view) return "";
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
  let node: Node | null = view;
  while (node.lastChild) node = node.lastChild;
  walker.currentNode = node;
  let words = node.nodeType === Node.TEXT_NODE ? (node as Text).data : "";
  while (words.length < 200 && walker.previousNode()) {
    const text = walker.currentNode as Text;
    if (!text.parentElement?.closest("thead")) words = text.data + words; // a long table repeats its head
  }
  return words.slice(-400);
}
