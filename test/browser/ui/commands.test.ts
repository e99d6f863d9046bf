/** Commands, completion and the trust card, as they are on the screen. */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { complaints } from "../../support/complaints.js";
import { answer, button, expectFocus, log, message, openApp } from "./shell.js";

const files = { "README.md": "", "src/app.ts": "", "src/main.ts": "" };
const list = () => page.getByRole("listbox", { name: "Suggestions" });
const selected = () => list().getByRole("option", { selected: true });
const type = async (text: string) => {
  await message().click();
  await userEvent.keyboard(text);
};

describe("completion", () => {
  test("U5: a slash offers the commands; arrows choose, Tab takes, and the field keeps the focus", async () => {
    await openApp();
    await type("/");
    await expect.element(list()).toBeVisible();
    await expect.element(selected()).toHaveTextContent("/help");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.element(selected()).toHaveTextContent("/stats");
    const id = selected().element().id;
    await expect.element(message()).toHaveAttribute("aria-activedescendant", id);
    await userEvent.keyboard("{Tab}");
    await expect.element(message()).toHaveValue("/stats");
    await expect.element(list()).not.toBeInTheDocument();
    await expectFocus(message());
  });

  test("Enter takes what is not typed out yet, and sends what is", async () => {
    const { agent } = await openApp();
    await type("/st");
    await expect.element(selected()).toHaveTextContent("/stats");
    await userEvent.keyboard("{Enter}");
    await expect.element(message()).toHaveValue("/stats");
    expect(agent.sessionsById.size).toBe(0);
    await userEvent.keyboard("{Enter}");
    await expect.element(answer()).toHaveTextContent("/stats was run.");
  });

  test("Escape puts it away, and the message goes out as it was typed", async () => {
    await openApp({ files });
    await type("/he");
    await expect.element(list()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(list()).not.toBeInTheDocument();
    await userEvent.keyboard("{Enter}");
    await expect.element(answer()).toHaveTextContent("/he was run.");
  });

  test("an at sign offers paths, folder by folder, in the middle of a message too", async () => {
    await openApp({ files });
    await type("see @s");
    await expect.element(selected()).toHaveTextContent("src/");
    await userEvent.keyboard("{Enter}");
    await expect.element(message()).toHaveValue("see @src/");
    await expect.element(list().getByRole("option")).toHaveLength(2);
    await list().getByRole("option", { name: "src/main.ts" }).click();
    await expect.element(message()).toHaveValue("see @src/main.ts ");
    await userEvent.keyboard("please");
    await expect.element(message()).toHaveValue("see @src/main.ts please");
  });

  test.each(["light", "dark"] as const)("U5: axe finds nothing to complain of, %s", async (theme) => {
    await openApp({ files, theme });
    await type("@");
    await expect.element(list()).toBeVisible();
    expect(await complaints()).toEqual([]);
  });
});

test("a Command's note is shown as an answer, and the palette reaches commands and settings", async () => {
  const { agent } = await openApp();
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox").fill("/stats");
  await userEvent.keyboard("{Enter}");
  await expect.element(answer()).toHaveTextContent("/stats was run.");
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox").fill("Tidy up storage");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => agent.tidied).toBe(1);
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox").fill("/model");
  await userEvent.keyboard("{Enter}");
  await expect.element(message()).toHaveValue("/model ");
  await userEvent.keyboard("{Control>}k{/Control}");
  await page.getByRole("combobox").fill("Setting: Context limit");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("searchbox", { name: "Search settings" })).toHaveValue("Context limit");
  await expect.element(page.getByRole("spinbutton", { name: "Context limit" })).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "API base URL" })).not.toBeInTheDocument();
});

test("what a Command asks of the screen is done", async () => {
  const { agent } = await openApp({
    at: (fake) => `#/session/${fake.addSession("Herons", [{ said: "How many?", answer: "Four." }])}`,
  });
  const other = agent.addSession("Storks", [{ said: "And storks?", answer: "Two." }]);
  agent.tell({ type: "screen-asked", request: { kind: "compose", text: "How many?" } });
  await expect.element(message()).toHaveValue("How many?");
  agent.tell({ type: "screen-asked", request: { kind: "session", id: other } });
  await expect.element(answer()).toHaveTextContent("Two.");
  agent.tell({ type: "screen-asked", request: { kind: "settings" } });
  await expect.element(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  agent.tell({ type: "screen-asked", request: { kind: "new-session" } });
  await expect.element(answer()).not.toBeInTheDocument();
});

test("what is told while the models are being read again stays on the screen", async () => {
  const { agent } = await openApp({
    at: (fake) => `#/session/${fake.addSession("Herons", [{ said: "How many?", answer: "Four." }])}`,
  });
  let answerNow: (() => void) | undefined;
  const renamed = agent.modelChoices.map((each) => (each.chosen ? { ...each, label: "Archivist" } : each));
  agent.models.list = () => new Promise((resolve) => (answerNow = () => resolve(renamed)));
  agent.tell({ type: "settings-changed" });
  await expect.poll(() => answerNow).toBeDefined();
  await agent.turns.send({ text: "/stats" });
  await expect.element(page.getByText("was run.")).toBeVisible();
  answerNow!();
  await expect.element(button("Model")).toHaveAccessibleDescription("Archivist");
  await expect.element(page.getByText("was run.")).toBeVisible();
});

test("Turns that were taken back are folded, and can still be read", async () => {
  let session = "";
  const turns = [
    { said: "one", answer: "first answer" },
    { said: "two", answer: "second answer" },
  ];
  const { agent } = await openApp({ at: (fake) => `#/session/${(session = fake.addSession("Herons", turns))}` });
  await expect.element(log().getByText("second answer")).toBeVisible();
  const from = agent.sessionsById.get(session)!.turns[1]!.id;
  agent.tell({ type: "turns-rewound", sessionId: session, from });
  await expect.element(log().getByText("second answer")).not.toBeVisible();
  await expect.element(page.getByText("first answer")).toBeVisible();
  await page.getByText("Taken back: two").click();
  await expect.element(log().getByText("second answer")).toBeVisible();
  expect(await complaints()).toEqual([]);
});

describe("N, M4: the trust card", () => {
  const found = [
    { path: "GEMINI.md", kind: "memory", size: 1_200, hash: "a", state: "changed" },
    { path: ".gemini/settings.json", kind: "settings", size: 90, hash: "b", state: "new", servers: ["docs"] },
    { path: ".gemini/hooks/\u202esj.live.js", kind: "hook", size: 7, hash: "c", state: "new" },
  ] as const;
  const question = { id: "w1 1", isAgain: false, found, leftOut: 2 };
  const ask = { type: "trust-asked", workspaceId: "w1", question } as const;
  const card = () => page.getByRole("group", { name: "Trust this folder?" });

  test.each([
    ["Trust", true],
    ["Not now", false],
  ])("says what the folder brings along, and goes with %s", async (name, trusted) => {
    const { agent } = await openApp({ files });
    agent.tell(ask);
    await expect.element(card()).toHaveTextContent("“notes” brings along words");
    for (const text of [
      "Memories",
      "1 KB",
      "MCP servers: docs",
      "\\u{202e}sj.live.js",
      "2 more files were not looked at",
    ])
      await expect.element(card()).toHaveTextContent(text);
    await card().getByRole("button", { name, exact: true }).click();
    await expect.element(card()).not.toBeInTheDocument();
    expect([agent.trusted, agent.answered]).toEqual([trusted, "w1 1"]);
  });

  test("names what changed, shows the change, and opens a file to be read", async () => {
    const { agent } = await openApp({ files });
    agent.tell({ ...ask, question: { ...question, isAgain: true } });
    await expect.element(card()).toHaveTextContent("not as you accepted it");
    await card().getByRole("button", { name: "Show changes of GEMINI.md" }).click();
    await expect.element(card().getByRole("region", { name: "Changes of GEMINI.md" })).toHaveTextContent("Be kind.");
    expect(await complaints()).toEqual([]);
    await card().getByRole("button", { name: "GEMINI.md", exact: true }).click();
    await expect.element(page.getByRole("tab", { name: "Files" })).toHaveAttribute("aria-selected", "true");
  });

  test.each(["light", "dark"] as const)("gives axe nothing to complain of, %s", async (theme) => {
    const { agent } = await openApp({ files, theme });
    agent.tell(ask);
    await expect.element(card()).toBeVisible();
    expect(await complaints()).toEqual([]);
  });
});
