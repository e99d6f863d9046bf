/** Pictures of the screen with a made-up Agent: `node test/support/look.mjs <folder> [name…]`. */
import { mkdirSync } from "node:fs";
import process from "node:process";
import { chromium } from "playwright";
import { createServer } from "vite";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";

const [folder = "pictures", ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const views = [
  ["empty", "empty", wide],
  ["empty-narrow", "empty", narrow],
  ["chat", "full", wide],
  ["chat-narrow", "full", narrow],
  ["chat-small", "full", { width: 320, height: 640 }],
  ["chat-tablet", "full", { width: 900, height: 1100 }],
  ["chat-4k", "full", { width: 3840, height: 2160 }],
  ["top", "full", wide, (page) => page.getByRole("log").evaluate((log) => (log.scrollTop = 0))],
  ["settings", "full", wide, (page) => page.getByRole("button", { name: "Settings" }).click()],
  ["settings-folder", "full", wide, settingsOfFolder],
  ["settings-text", "full", wide, settingsAsText],
  ["settings-text-narrow", "full", narrow, settingsAsText],
  ["news", "full", wide, news],
  ["news-narrow", "full", narrow, news],
  ["copying", "full", wide, copying],
  ["palette", "full", wide, (page) => page.keyboard.press("Control+k")],
  ["models", "full", wide, (page) => page.getByRole("button", { name: "Model", exact: true }).click()],
  ["activity", "full", wide, activity],
  ["activity-narrow", "full", narrow, activity],
  ["frame", "full", wide, (page) => page.locator("summary", { hasText: "System prompt" }).click()],
  ["files", "full", wide, (page) => page.getByRole("tab", { name: "Files" }).click()],
  ["memory", "full", wide, memory],
  ["memory-narrow", "full", narrow, memory],
  ["memory-lines", "full", wide, memoryView("Lines")],
  ["memory-lines-narrow", "full", narrow, memoryView("Lines")],
  ["memory-text", "full", wide, memoryView("Text")],
  ["memory-history", "full", wide, memoryView("History")],
  ["sessions-drawer", "full", narrow, (page) => page.getByRole("button", { name: "Show sessions" }).click()],
  ["inspector-drawer", "full", narrow, (page) => page.getByRole("button", { name: "Show inspector" }).click()],
  ["settings-narrow", "full", narrow, settingsFromDrawer],
  ["elsewhere", "elsewhere", wide, openFirst],
  ["read-only", "read-only", wide, openFirst],
  ["failed", "failed", wide],
  ["update", "update", wide],
  ["rtl", "full", wide, (page) => page.evaluate(() => (document.documentElement.dir = "rtl"))],
  ["streaming", "empty", wide, streaming],
  ["ask-edit", "full", wide, ask("edit")],
  ["ask-edit-narrow", "full", narrow, ask("edit")],
  [
    "ask-edit-split",
    "full",
    { width: 1800, height: 1000 },
    async (page) => {
      await ask("edit")(page);
      await page.getByRole("button", { name: "Side by side" }).click();
    },
  ],
  [
    "ask-edit-text",
    "full",
    wide,
    async (page) => {
      await ask("edit")(page);
      await page.getByRole("button", { name: "Edit", exact: true }).click();
    },
  ],
  [
    "ask-edit-rtl",
    "full",
    wide,
    async (page) => {
      await page.evaluate(() => (document.documentElement.dir = "rtl"));
      await ask("edit")(page);
    },
  ],
  ["ask-create", "full", wide, ask("create")],
  ["ask-run", "full", wide, ask("run")],
  ["ask-run-narrow", "full", narrow, ask("run")],
  ["ask-fetch", "full", wide, ask("fetch")],
  ["ask-fetch-narrow", "full", narrow, ask("fetch")],
  ["trust", "full", wide, trust],
  ["trust-narrow", "full", narrow, trust],
  ["trust-again", "full", wide, trustAgain],
  ["trust-again-narrow", "full", narrow, trustAgain],
  ["queue", "full", wide, queue],
  ["queue-narrow", "full", narrow, queue],
  ["waiting", "full", { ...wide, width: 1280 }, waiting],
  ["waiting-narrow", "full", narrow, waiting],
  ["unseen", "full", { ...wide, width: 1280 }, unseen],
  ["unseen-narrow", "full", narrow, unseen],
  ["early", "full", { ...wide, width: 1280 }, early],
  ["early-narrow", "full", narrow, early],
  ["looped", "looped", wide],
  ["looped-narrow", "looped", narrow],
  ["overflow", "overflow", wide],
  ["overflow-narrow", "overflow", narrow],
  ["model-files", "files", wide, modelFiles],
  ["model-files-narrow", "files", narrow, modelFiles],
  ["tools", "full", wide, tools],
  ["tools-narrow", "full", narrow, tools],
  ["read-only-folder", "full", wide, readOnlyFolder],
  ["copying-folder", "full", wide, copyingFolder],
  ["copying-folder-narrow", "full", narrow, copyingFolder],
  ["changed-start", "full", wide, changedFromStart],
  ["ask-commit", "full", wide, ask("commit")],
  ["question", "full", wide, ask("question")],
  ["question-narrow", "full", narrow, ask("question")],
  ["edited", "full", wide, edited],
  ["edited-narrow", "full", narrow, edited],
  ["changed", "full", wide, changed],
  ["changed-narrow", "full", narrow, changed],
  ["mode", "full", wide, (page) => page.getByRole("button", { name: "Approval mode" }).click()],
  ["mode-narrow", "full", narrow, (page) => page.getByRole("button", { name: "Approval mode" }).click()],
  [
    "yolo",
    "full",
    wide,
    async (page) => {
      await page.getByRole("button", { name: "Approval mode" }).click();
      await page.getByRole("menuitemradio", { name: "Never ask" }).click();
    },
  ],
  ["map", "map", wide, mapOf],
  ["map-narrow", "map", narrow, mapOf],
  ["viewer", "full", wide, viewer],
  ["viewer-narrow", "full", narrow, viewer],
  ["compressed", "full", wide, compressed],
  ["compressed-narrow", "full", narrow, compressed],
  ["compress-ask", "full", wide, advised],
  ["compress-ask-narrow", "full", narrow, advised],
  ["compressing", "full", wide, compressing],
  ["compressing-narrow", "full", narrow, compressing],
  ["what-if", "full", wide, whatIf],
  ["what-if-narrow", "full", narrow, whatIf],
  ["turn-menu", "full", wide, turnMenu],
];

// Without an eye on the files: a page that reloads in the middle of a walk spoils it.
const server = await createServer({
  server: { port: 0, strictPort: false, hmr: false, watch: null },
  logLevel: "error",
  appType: "mpa",
});
await server.listen();
const { port } = server.httpServer.address();
const { still } = await server.ssrLoadModule("/test/support/still.ts");
/** Until all parts are loaded and nothing moves. */
async function settled(page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(still);
}
const answered = (page) => page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });

for (const colorScheme of ["light", "dark"]) {
  for (const [name, state, viewport, act] of views) {
    if (only.length > 0 && !only.includes(name)) continue;
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
    page.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && console.error(`${name}: ${message.text()}`));
    await page.goto(`http://127.0.0.1:${port}/test/support/demo/index.html?state=${state}`);
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await settled(page);
    if (act) await act(page);
    await settled(page);
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
    await page.close();
  }
}
await browser.close();
await server.close();

async function compressed(page) {
  await page.evaluate(() => {
    const line = (section, text, ...from) => ({ section, text, from });
    const block = {
      kind: "compression",
      record: "c1",
      method: "model",
      score: 0.94,
      before: 61_240,
      after: 13_080,
      lines: [
        line("overall_goal", "Move the shop to the new tax rules.", 1),
        line("active_constraints", "You must never touch src/legacy/tax.ts.", 1),
        line("key_knowledge", "The rate for region 1 is 1.25 percent.", 3),
        line("key_knowledge", "Odile keeps the keys; they rotate on the ninth of each month.", 5, 9),
        line("task_state", "1. [DONE] Read the rates. 2. [IN PROGRESS] Move the tables.", 12),
      ],
      retold: [3, 4],
      shortened: [{ record: "r7", tool: "read_file", before: 9_120, after: 340 }],
      leftOut: [
        line("key_knowledge", "Remark 7919 looks at 104,729.", 14),
        line("recent_actions", "ls listed 48 files.", 15),
      ],
      sources: { 1: "r1", 3: "r3", 5: "r5", 9: "r9", 12: "r12", 14: "r14", 15: "r15" },
    };
    const { turns } = agent.opened;
    agent.tell({ type: "chat-compressed", turnId: turns.at(-1).id, before: block.before, after: block.after, block });
  });
  const group = page.getByRole("group", { name: "Compressed" });
  await group.getByRole("button", { name: "Details" }).click();
  await group.getByRole("tab", { name: /Shortened/ }).click();
  await group.scrollIntoViewIfNeeded();
}
async function advised(page) {
  await page.evaluate(() => {
    const turnId = agent.opened.turns.at(-1).id;
    agent.tell({ type: "compression-advised", turnId, used: 52_100, limit: 100_000 });
  });
}
async function compressing(page) {
  await page.evaluate(() => {
    const turnId = agent.opened.turns.at(-1).id;
    agent.tell({ type: "compression-started", turnId, trigger: "manual" });
    agent.tell({ type: "compression-progress", turnId, phase: "verifying" });
  });
}
async function whatIf(page) {
  await advised(page);
  await page.getByRole("button", { name: "What would it do?" }).click();
  await page.getByRole("button", { name: "Ask the model" }).click();
  await page.getByRole("button", { name: /^Do this: Summarise by the model/ }).waitFor();
}
async function turnMenu(page) {
  const you = page.getByRole("article", { name: "You" }).last();
  await you.hover();
  await you.getByRole("button", { name: "Actions for this message" }).click();
}
async function settingsFromDrawer(page) {
  await page.getByRole("button", { name: "Show sessions" }).click();
  await page.getByRole("button", { name: "Settings" }).click();
}
async function openSettings(page) {
  const opener = page.getByRole("button", { name: "Settings" });
  if (await opener.isVisible()) await opener.click();
  else await settingsFromDrawer(page);
}
async function settingsOfFolder(page) {
  await page.evaluate(() => {
    agent.folderValues = {
      "model.compressionThreshold": 0.3,
      "model.baseUrl": "https://example.org",
      "ui.theme": "blue",
    };
    agent.serverKey = "k";
  });
  await openSettings(page);
  await page.getByRole("radio", { name: "This folder" }).check();
  await page.getByRole("radio", { name: "As the system" }).scrollIntoViewIfNeeded();
}
async function settingsAsText(page) {
  await openSettings(page);
  await page.getByRole("button", { name: "Edit as JSON" }).click();
  await page
    .getByRole("textbox", { name: "~/.gemini/settings.json" })
    .fill('{\n  // mine\n  "ui": { "theme": "dark" }\n  "model": {}\n}\n');
  await page.getByRole("button", { name: "Save" }).click();
}
async function news(page) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("What is new");
  await page.keyboard.press("Enter");
}
async function copying(page) {
  await page.evaluate(() =>
    document.querySelector("app-shell").modelStatus({ model: "file/smollm2.gguf", kind: "copying", done: 0.4 }),
  );
}
async function openFirst(page) {
  await page.getByRole("list", { name: "Session list" }).getByRole("link").first().click();
}
async function streaming(page) {
  await page.getByRole("textbox", { name: "Message" }).fill("How many herons did I note?");
  await page.keyboard.press("Enter");
  await page.getByRole("article", { name: "Palimpsest" }).last().getByText("herons").first().waitFor();
}
async function activity(page) {
  const opener = page.getByRole("button", { name: "Show inspector" });
  await page.getByRole("textbox", { name: "Message" }).fill("How many herons did I note?");
  await page.keyboard.press("Enter");
  await answered(page);
  if (await opener.isVisible()) await opener.click();
  await page.getByRole("tab", { name: "Activity" }).click();
  for (const line of [0, 2]) await page.getByRole("list", { name: "Activity" }).locator("summary").nth(line).click();
}

function ask(what) {
  return async (page) => {
    await page.getByRole("textbox", { name: "Message" }).fill(`ask ${what}`);
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: /^(Approve:|A question)/ }).waitFor();
  };
}
async function edited(page) {
  await ask("edit")(page);
  await page.getByRole("button", { name: "Allow once" }).click();
  await page.getByRole("button", { name: "Changes" }).click();
  await page.getByRole("button", { name: "Undo edit" }).waitFor();
  await answered(page);
  await page.getByRole("button", { name: "Undo edit" }).scrollIntoViewIfNeeded();
}
async function changed(page) {
  await ask("edit")(page);
  await page.getByRole("button", { name: "Allow once" }).click();
  await answered(page);
  await page.evaluate(() => {
    const { written } = globalThis.agent;
    written.set("src/tally.py", written.get("src/tally.py").replace("heron|duck|swan", "heron|duck|swan|stork"));
  });
  await page.getByRole("button", { name: "Undo edit" }).click();
  await page.getByRole("button", { name: "Undone, the rest kept" }).click();
  await page.getByRole("button", { name: "Keep as it is" }).scrollIntoViewIfNeeded();
}
async function changedFromStart(page) {
  await changed(page);
  await page.getByRole("group", { name: "was changed since" }).evaluate((card) => card.scrollIntoView());
}
function telling(page, events) {
  return page.evaluate((events) => events.forEach((event) => agent.tell(event)), events);
}
function loadable(kind, path, size, more) {
  return { kind, path, size, hash: path, state: "new", ...more };
}
function trust(page) {
  const found = [
    loadable("memory", "GEMINI.md", 2_140),
    loadable("memory", "docs/GEMINI.md", 611),
    loadable("import", "docs/style.md", 4_020),
    loadable("settings", ".gemini/settings.json", 318, { servers: ["docs", "tracker"] }),
    loadable("policy", ".gemini/policies/edits.toml", 96),
    loadable("hook", ".gemini/hooks/format.js", 1_204),
    loadable("command", ".gemini/commands/review.toml", 240),
    loadable("command", ".gemini/commands/git/commit.toml", 512),
    loadable("skill", ".gemini/skills/release/SKILL.md", 3_871),
  ];
  return telling(page, [
    { type: "trust-asked", workspaceId: "w1", question: { id: "w1 1", isAgain: false, found, leftOut: 0 } },
  ]);
}
async function trustAgain(page) {
  const found = [
    loadable("memory", "GEMINI.md", 2_310, { state: "changed" }),
    loadable("skill", ".gemini/skills/deploy/SKILL.md", 1_022_000, { hash: undefined, problem: "too-large" }),
    loadable("command", ".gemini/commands/ship.toml", 180),
  ];
  await telling(page, [
    { type: "trust-asked", workspaceId: "w1", question: { id: "w1 2", isAgain: true, found, leftOut: 99_800 } },
  ]);
  await page.getByRole("button", { name: "Show changes of GEMINI.md" }).click();
}
async function memory(page) {
  await page.evaluate(async () => {
    const { files, annotations } = agent.remembered;
    const path = "~/.gemini/GEMINI.md";
    const said = "# How I work\n\n- Prefers tabs\n- Answers in short sentences\n";
    await files.write(path, said, { expected: undefined, by: "user" });
    const more = `${said}\n## Gemini Added Memories\n- Herons are counted in March, before the reeds are cut\n- Never prefers tabs\n`;
    await files.write(path, more, { expected: said, by: "model", session: "s1", why: "remembered" });
    await annotations.use([path], { at: Date.now(), session: "s1" });
    await annotations.pin(path, "Prefers tabs", true);
    const loaded = { status: "loaded", exact: true };
    const problem = (line, said) => ({ path: "GEMINI.md", line, said, reason: "missing", why: "No such file" });
    agent.remembered.view = {
      ...agent.remembered.view,
      entries: [
        { path, tier: "global", tokens: 41, ...loaded },
        { path: "GEMINI.md", tier: "project", tokens: 15, ...loaded },
        { path: "notes/GEMINI.md", tier: "folder", status: "listed" },
        { path: "old/GEMINI.md", tier: "folder", status: "skipped", why: "It says the same as GEMINI.md." },
      ],
      problems: [problem(3, "./plans.md"), problem(7, "./a/rather/long/path/to/what/is/not/there/beds.md")],
      tokens: 56,
      text: `--- Context from: ${path} ---\n${more}`,
    };
  });
  await telling(page, [
    { type: "memory-problems", count: 2, path: "GEMINI.md", line: 3 },
    { type: "memory-changed", by: "outside", paths: ["GEMINI.md"] },
  ]);
  const opener = page.getByRole("button", { name: "Show inspector" });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole("tab", { name: "Memory" }).click();
  await page.getByText("What could not be loaded").click();
}
function memoryView(name) {
  return async (page) => {
    await memory(page);
    await page.getByRole("treeitem", { name: /^~\/\.gemini\/GEMINI/ }).click();
    await page.getByRole("button", { name, exact: true }).click();
    await settled(page);
  };
}
function begun() {
  return [
    { type: "turn-started", turnId: "t", text: "Tell me all there is to know about herons.", at: 1_790_000_000_000 },
    { type: "step-started", turnId: "t", stepId: "t1", model: "gemini-2.5-pro" },
  ];
}
function waiting(page) {
  const why = "gemini-2.5-pro takes no more requests for now.";
  const pause = { model: "gemini-2.5-pro", fault: "rate", why, until: Date.now() + 95_000, attempt: 2, of: 10 };
  return telling(page, [...begun(), { type: "turn-waiting", turnId: "t", ...pause }]);
}
async function unseen(page) {
  await page.evaluate(() => {
    const [, second, third] = [...agent.sessionsById.keys()];
    agent.tell({ type: "session-working", sessionId: second, state: "answering" });
    agent.tell({ type: "session-working", sessionId: third, state: "asking" });
  });
  const opener = page.getByRole("button", { name: "Show sessions" });
  if (await opener.isVisible()) await opener.click();
}
function early(page) {
  return telling(page, [
    ...begun(),
    { type: "text", turnId: "t", delta: "Herons are long-legged birds of rivers and coasts. The grey heron stands" },
    { type: "turn-ended", turnId: "t", outcome: { kind: "interrupted", by: "max-tokens" } },
  ]);
}
async function queue(page) {
  await ask("run")(page);
  for (const text of ["And then count the swans, please.", "Write it all into notes/birds.md"]) {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.keyboard.press("Enter");
  }
}
async function modelFiles(page) {
  await openSettings(page);
  await page.getByRole("button", { name: "Forget smollm2.gguf" }).scrollIntoViewIfNeeded();
}
async function tools(page) {
  await ask("run")(page);
  await page.evaluate(() => {
    const { turnId } = agent;
    const call = (callId, name, title, rest) => {
      agent.tell({ type: "tool-started", turnId, callId, name, title });
      if (rest) agent.tell({ type: "tool-finished", turnId, callId, ...rest });
    };
    call("a", "read_file", "notes/march.md", { state: "done", output: "Three herons at the weir.\n" });
    call("b", "grep_search", "heron in notes", { state: "failed", output: "The pattern is not closed." });
    call("c", "git_log", "src/tally.py", { state: "cancelled", output: "The user did not want this." });
    call("d", "write_todos", "", {
      state: "done",
      output: "",
      todos: [
        { description: "Count the herons of March", status: "completed" },
        { description: "Count those of April", status: "in_progress" },
        { description: "Write them down", status: "pending" },
      ],
    });
    call("e", "web_fetch", "https://example.org/atlas/heron?region=north&season=spring&more=of-the-same");
    agent.tell({ type: "tool-progress", turnId, callId: "e", words: "Read 120 KB" });
  });
  await page.getByText("read_file").click();
}
function readOnlyFolder(page) {
  return page.evaluate(() =>
    document.querySelector("app-shell").showWorkspace({ id: "w1", name: "notes", kind: "folder", readOnly: true }),
  );
}
async function copyingFolder(page) {
  await page.evaluate(() => {
    const { folders } = document.querySelector("app-shell");
    folders.exportZip = (tell) => {
      tell({ files: 120, of: 2000, bytes: 0 });
      return new Promise(() => {});
    };
  });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Export the workspace");
  await page.keyboard.press("Enter");
}
async function viewer(page) {
  const opener = page.getByRole("button", { name: "Show inspector" });
  if (await opener.isVisible()) await opener.click();
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("treeitem", { name: "src" }).click();
  await page.getByRole("treeitem", { name: "tally.py" }).click();
  await page.getByRole("group", { name: "File text" }).focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown"])
    await page.keyboard.press(key);
  await page.keyboard.press("Control+f");
  await page.keyboard.type("month");
}

async function mapOf(page) {
  await page.getByRole("button", { name: "Show the context map" }).click();
  const item = (name) => page.getByRole("treeitem", { name }).first();
  const press = async (name, key) => {
    await item(name).press(key);
    await settled(page);
  };
  await press(/^Turn 1/, "ArrowRight");
  await press(/^Result of read_file src.search/, "f");
  await press(/^Turn 2/, "p");
  await press(/^Turn 4/, "Delete");
  await press(/^Result of grep_search/, "Enter");
}
