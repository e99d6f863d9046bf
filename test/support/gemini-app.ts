/** The built app in which Gemini answers, by a script, and a conversation with it that has something to remember. */
import type { Page } from "playwright";
import { ended, said, send, tokensAreCounted, useGemini } from "./app-page.js";
import { says } from "./script.js";
import type { App } from "./use-app.js";

/** A page for someone who has never been here. */
export async function openWithGemini(app: App): Promise<Page> {
  const page = await app.openAnew();
  await useGemini(page, app.wire.url);
  await tokensAreCounted(page);
  return page;
}

/** Text that says nothing twice. */
export const remarks = (turn: number): string =>
  Array.from({ length: 200 }, (_, at) => `Remark ${turn * at * 7919} looks at ${at * 104_729 + turn}.`).join("\n");

/** A conversation with Gemini that has something to remember. */
export async function talkedMuch(app: App): Promise<Page> {
  const page = await openWithGemini(app);
  for (const [turn, words] of [
    "We move the shop to the new tax rules. You must never touch src/legacy/tax.ts.",
    "The rate for region 1 is 1.25 percent.",
    "The rate for region 2 is 2.75 percent.",
    "The rate for region 3 is 3.25 percent.",
  ].entries()) {
    app.wire.answer(() => [says(`Noted ${turn}. ${remarks(turn)}`)]);
    await send(page, words);
    await said(page, `Noted ${turn}.`);
    await ended(page);
  }
  return page;
}

/** Has the user say something: the conversation as the request carries it. */
export async function sentNext(app: App, page: Page): Promise<string> {
  let sent = "";
  app.wire.answer(({ body }) => {
    sent = JSON.stringify(body.contents);
    return [says("Going on.")];
  });
  await send(page, "Go on.");
  await said(page, "Going on.");
  await ended(page);
  return sent;
}
