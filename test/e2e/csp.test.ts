/** The strict policy (P1): the app keeps within it wherever one goes, and what it forbids does not happen. */
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { headers, metaPolicyFor } from "../../src/core/serving-headers.js";
import { conversation, ready, send, useGemini } from "../support/app-page.js";
import { longAnswer } from "../support/long-answer.js";
import { dropPath, plantTree } from "../support/real-folder.js";
import { says, thinks } from "../support/script.js";
import { serveApp } from "../support/serve.js";
import { useApp } from "../support/use-app.js";

const app = useApp("csp");
let context: BrowserContext;

beforeAll(async () => {
  context = await app.launch();
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample, sourceFile }) =>
      globalThis.violations.push({ effectiveDirective, blockedURI, sample, sourceFile }),
    );
    globalThis.violations = [];
  });
});

interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURI: string;
  readonly sample: string;
  readonly sourceFile: string;
}
declare global {
  var violations: Violation[];
}

const violationsIn = (page: Page): Promise<Violation[]> => page.evaluate(() => globalThis.violations);

/** All that the browser reports of a page beside the page's own events: its issues, its console, its errors. */
async function watch(page: Page): Promise<string[]> {
  const reports: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Audits.enable");
  devtools.on("Audits.issueAdded", ({ issue }) => {
    if (issue.code === "ContentSecurityPolicyIssue") reports.push(JSON.stringify(issue.details));
  });
  page.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy|Trusted/.test(message.text()))
      reports.push(message.text());
  });
  page.on("pageerror", (error) => reports.push(String(error)));
  return reports;
}

test("the server's header and the page's meta element carry the one policy; the service worker sends it too", async () => {
  const answer = await fetch(app.origin);
  for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name), name).toBe(value);
  const built = readFileSync("dist/index.html", "utf8");
  const [, meta] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(built) ?? [];
  expect(meta?.replaceAll("&#39;", "'")).toBe(metaPolicyFor("/"));
  // It holds only for what comes after it.
  expect(built.indexOf("Content-Security-Policy")).toBeLessThan(built.search(/<(script|link|style)/));

  const page = await app.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const cached = (await page.reload())!;
  expect(cached.fromServiceWorker()).toBe(true);
  for (const [name, value] of Object.entries(headers)) expect(cached.headers()[name], name).toBe(value);
  await page.close();
});

test("a walk through the whole app meets the policy nowhere", async () => {
  const page = await context.newPage();
  const reports = await watch(page);
  await page.goto(app.origin);
  await ready(page);

  await send(page, "Hello **there**\n\n```ts\nconst a = 1;\n```");
  await expect.poll(async () => (await conversation(page)).length).toBe(2);
  await useGemini(page, app.wire.url, { model: "Gemini 2.5 Pro" });
  await app.wire.script([thinks("Let me see."), says(...longAnswer.match(/[^]{1,40}/g)!)]);
  await send(page, "Show me everything");
  await page.getByRole("log", { name: "Conversation" }).getByText("Done.", { exact: true }).waitFor();
  await page.getByText("Thoughts").click();

  const folder = app.at("garden");
  plantTree(folder, { "a.md": "apples", "index.ts": "export const a = 1;", sub: { "b.md": "berries" } });
  await dropPath(page, folder);
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  for (const tab of ["Context", "Memory", "Files", "Skills", "Activity"]) {
    await inspector.getByRole("tab", { name: tab }).click();
  }
  await inspector.getByRole("tab", { name: "Files" }).click();
  await inspector.getByText("index.ts").click();
  await inspector.getByText("export const a").waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Command palette" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("searchbox", { name: "Search settings" }).fill("limit");
  await settings.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Trash", exact: true }).click();
  await page.getByRole("button", { name: "Back to sessions" }).click();
  await page.getByRole("button", { name: "New session" }).click();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Show sessions" }).click();
  await page.keyboard.press("Escape");

  expect(await violationsIn(page)).toEqual([]);
  expect(reports).toEqual([]);
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  await page.close();
});

/**
 * Each runs from a timer: what DevTools evaluates itself may use eval whatever the policy says. What is refused by
 * Trusted Types throws; the rest is told by an event.
 */
const attempts = {
  eval: () => void (Reflect.get(globalThis, "eval") as (code: string) => void)("globalThis.pwned = true"),
  "a function from a string": () => void Reflect.construct(Function, ["globalThis.pwned = true"])(),
  "a string for innerHTML": () => void (document.createElement("div").innerHTML = "<img src=x onerror=pwned=true>"),
  "an inline script": () => {
    const script = document.createElement("script");
    script.append("globalThis.pwned = true");
    document.head.append(script);
  },
  "an inline handler": () => document.body.setAttribute("onclick", "globalThis.pwned = true"),
  "a worker from a blob": () =>
    void new Worker(URL.createObjectURL(new Blob(["globalThis.pwned = true"], { type: "text/javascript" }))),
  "a policy of its own": () => void window.trustedTypes!.createPolicy("other", { createScript: (text) => text }),
  "an inline style": () => document.body.setAttribute("style", "color: red"),
  "a page in a frame": () => {
    const frame = document.createElement("iframe");
    frame.src = "data:text/html,x";
    document.body.append(frame);
  },
} as const;

test.each(Object.entries(attempts))("refused by the running app: %s", async (_, attempt) => {
  const page = await app.open();
  await page.evaluate(`new Promise((resolve) => setTimeout(() => {
    try { (${String(attempt)})(); } catch (error) { globalThis.refusal = String(error); } finally { resolve(); }
  }))`);
  await expect.poll(async () => (await violationsIn(page)).length).toBeGreaterThan(0);
  // By the time another picture has failed to load, whatever was to happen has.
  await page.evaluate(() => new Promise((failed) => Object.assign(new Image(), { onerror: failed, src: "/none.png" })));
  expect(await page.evaluate(() => "pwned" in globalThis)).toBe(false);
  await page.close();
});

test("refused by the header alone: what stands in a page's text, and a worker from a blob that a policy lets pass", async () => {
  const root = app.at("bare");
  plantTree(root, {
    "index.html": `<!doctype html><title>bare</title><p style="color: red" onclick="pwned = 1">x</p>
      <script>globalThis.pwned = true</script><script src="/own.js"></script>`,
    "own.js": `const policy = trustedTypes.createPolicy("palimpsest", { createScriptURL: (url) => url });
      const blob = URL.createObjectURL(new Blob(["postMessage(1)"], { type: "text/javascript" }));
      new Worker(policy.createScriptURL(blob)).onmessage = () => (globalThis.pwned = true);
      globalThis.own = true;`,
  });
  const bare = await serveApp({ root });
  const page = await context.newPage();
  await page.goto(bare.origin);
  await expect
    .poll(async () => (await violationsIn(page)).map(({ effectiveDirective }) => effectiveDirective).toSorted())
    .toEqual(["script-src-attr", "script-src-elem", "style-src-attr", "worker-src"]);
  expect(await page.evaluate(() => ({ own: "own" in globalThis, pwned: "pwned" in globalThis }))).toEqual({
    own: true,
    pwned: false,
  });
  await page.close();
  await bare.close();
});

test("refused by the running app: a picture from elsewhere, which is not even asked for", async () => {
  const elsewhere = await serveApp({ root: "public" });
  const page = await app.open();
  const load = (src: string) =>
    page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      return image.decode().then(
        () => "shown",
        () => "refused",
      );
    }, src);
  expect(await load(`${app.origin}/icons/icon-192.png`)).toBe("shown");
  expect(await load(`${elsewhere.origin}/icons/icon-192.png`)).toBe("refused");
  expect(elsewhere.hits).toEqual([]);
  const directives = (await violationsIn(page)).map(({ effectiveDirective }) => effectiveDirective);
  expect(new Set(directives)).toEqual(new Set(["img-src"]));
  await page.close();
  await elsewhere.close();
});
