/** The Memory pane: the tree, the editor, what is known of lines, the history, and changes from elsewhere (M8, M10, U5, N). */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { GLOBAL_MEMORY, privateMemory } from "../../../src/core/memory/memory-file.js";
import { complaints } from "../../support/complaints.js";
import { button, expectFocus, narrow, openApp, wide } from "./shell.js";

const tree = () => page.getByRole("tree", { name: "Memory files" });
const item = (name: string | RegExp) => tree().getByRole("treeitem", { name });
const text = () => page.getByRole("textbox", { name: "Memory text" });
const TEXT = "# Mine\r\n\r\n- Prefers tabs\r\n";

async function openMemory(options: Parameters<typeof openApp>[0] = {}) {
  const opened = await openApp(options);
  const { files } = opened.agent.remembered;
  await files.write(GLOBAL_MEMORY, TEXT, { expected: undefined, by: "user" });
  opened.agent.remembered.view = {
    ...opened.agent.remembered.view,
    entries: [
      { path: GLOBAL_MEMORY, tier: "global", status: "loaded", tokens: 12, exact: true },
      { path: "GEMINI.md", tier: "project", status: "loaded", tokens: 15, exact: true },
      { path: "notes/GEMINI.md", tier: "folder", status: "listed" },
    ],
    tokens: 27,
    text: `--- Context from: ${GLOBAL_MEMORY} ---\n${TEXT}`,
  };
  if (options.size === narrow) await button("Show inspector").click();
  await page.getByRole("tab", { name: "Memory" }).click();
  await expect.element(item(/~\/\.gemini\/GEMINI\.md/)).toBeVisible();
  return { ...opened, files };
}
async function openGlobal(options: Parameters<typeof openApp>[0] = {}) {
  const opened = await openMemory(options);
  await item(/~\/\.gemini\/GEMINI\.md/).click();
  await expect.element(text()).toBeVisible();
  return opened;
}

describe("M10: the tree", () => {
  test("has the tiers, the files with what they cost, and is walked by keyboard (N)", async () => {
    await openMemory();
    await expect.element(item(/~\/\.gemini\/GEMINI\.md.*12 tokens/)).toBeVisible();
    await expect.element(item(/notes\/GEMINI\.md.*loaded when/)).toBeVisible();
    item("Everywhere").element().focus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(item("Everywhere")).toHaveAttribute("aria-expanded", "false");
    await userEvent.keyboard("{ArrowRight}{ArrowDown}{Enter}");
    await expect.element(text()).toHaveValue(TEXT.replaceAll("\r\n", "\n"));
    await button("Back to the list").click();
    await expectFocus(item(/~\/\.gemini\/GEMINI\.md/));
  });
});

describe("M8: a Memory by hand", () => {
  test("is saved as it is typed, its line ends kept; the cost follows", async () => {
    const { files } = await openGlobal();
    await text().fill("# Mine\n\n- Prefers tabs\n- Likes tea\n");
    await expect.element(page.getByText(/≈ 9 tokens/)).toBeVisible();
    await userEvent.keyboard("{Control>}s{/Control}");
    await expect.poll(() => files.read(GLOBAL_MEMORY)).toBe(`${TEXT}- Likes tea\r\n`);
    await expect.element(page.getByText("Not saved yet")).not.toBeInTheDocument();
  });

  test("that was changed elsewhere is not written over: the sides are shown, and both can be kept (R2)", async () => {
    const { files } = await openGlobal();
    await text().fill("# Mine, all of it\n\n- Prefers tabs\n");
    await files.write(GLOBAL_MEMORY, `${TEXT}- From another tab\r\n`, { expected: TEXT, by: "user" });
    await expect.element(page.getByText(/was changed elsewhere\. Nothing of yours/)).toBeVisible();
    await button("Save").click();
    const card = page.getByRole("group", { name: `${GLOBAL_MEMORY} was changed elsewhere` });
    await expect.element(card).toBeVisible();
    await expectFocus(card);
    expect(await files.read(GLOBAL_MEMORY)).toBe(`${TEXT}- From another tab\r\n`);
    await button("Save both together").click();
    const both = "# Mine, all of it\r\n\r\n- Prefers tabs\r\n- From another tab\r\n";
    await expect.poll(() => files.read(GLOBAL_MEMORY)).toBe(both);
    await expect.element(text()).toHaveValue(both.replaceAll("\r\n", "\n"));
  });

  test("has a history to compare and to go back in, and an undo", async () => {
    const { files } = await openGlobal();
    await text().fill("All gone.\n");
    await button("Save").click();
    await button("History").click();
    await expect.element(page.getByRole("list", { name: "Versions" }).getByRole("button").nth(1)).toBeVisible();
    await page.getByRole("list", { name: "Versions" }).getByRole("button").nth(1).click();
    await button("Restore this version").click();
    await expect.poll(() => files.read(GLOBAL_MEMORY)).toBe(TEXT);
    await button("Undo").click();
    await expect.poll(() => files.read(GLOBAL_MEMORY)).toBe("All gone.\r\n");
    expect((await files.versions(GLOBAL_MEMORY)).map(({ why }) => why)).toEqual([
      undefined,
      undefined,
      "restored",
      "undone",
    ]);
  });

  test("can be made, deleted, and brought back", async () => {
    const { files } = await openMemory();
    await button("New file…").click();
    await userEvent.keyboard("people{Enter}");
    await text().fill("- Anna knows the deploys\n");
    await button("Save").click();
    await expect.poll(() => files.list()).toContain("~/.gemini/people.md");
    await button("Delete").click();
    await expect.poll(() => files.list()).not.toContain("~/.gemini/people.md");
    await button("Undo").click();
    await expect.poll(() => files.read("~/.gemini/people.md")).toBe("- Anna knows the deploys\n");
  });
});

test("M10: lines say who said them, what is gone, what contradicts them, and can be pinned", async () => {
  const { agent, files } = await openGlobal();
  await files.write(
    privateMemory("garden"),
    "- Never prefers tabs\n- Beds are drawn in plans/beds.md\n- Herons are in notes/march.md\n",
    { expected: undefined, by: "model", session: "s1" },
  );
  await agent.remembered.annotations.use([privateMemory("garden")], { at: Date.now() + 1000, session: "s2" });
  await button("Back to the list").click();
  await tree()
    .getByRole("treeitem", { name: /^GEMINI\.md/ })
    .first()
    .click();
  await button("Lines").click();
  const lines = page.getByRole("list", { name: "Lines and where they come from" });
  await expect.element(lines.getByText("plans/beds.md is not there any more")).toBeVisible();
  await expect.element(lines.getByText(/May contradict “Prefers tabs”/)).toBeVisible();
  await expect.element(lines.getByRole("link", { name: /^Model, / }).first()).toHaveAttribute("href", "#/session/s1");
  await expect
    .element(lines.getByRole("link", { name: /^Last used / }).first())
    .toHaveAttribute("href", "#/session/s2");
  await button("Pin “Never prefers tabs”: only you change it").click();
  await expect.element(button("Unpin “Never prefers tabs”")).toBeVisible();
  expect(agent.remembered.workspace.id).toBe("garden");
});

test("M10: what is sent is shown as it is sent", async () => {
  await openGlobal();
  await button("As sent to the model").click();
  await expect.element(page.getByRole("region", { name: /as the model gets them/ })).toHaveTextContent(/Prefers tabs/);
});

/** What is chosen in the editor's field. */
const chosen = () => {
  const field = text().element() as HTMLTextAreaElement;
  return field.value.slice(field.selectionStart, field.selectionEnd);
};
const LONG = `${Array.from({ length: 200 }, (_, at) => `- Bed ${at + 1} has tulips`).join("\n")}\n- Herons are counted in March\n`;

describe("Q1: Memories in the palette", () => {
  test("are found by their words while they are typed, and open at the line", async () => {
    const { agent } = await openApp();
    await agent.remembered.files.write(GLOBAL_MEMORY, LONG, { expected: undefined, by: "user" });
    await userEvent.keyboard("{Control>}k{/Control}");
    const field = page.getByRole("combobox", { name: "Find a command" });
    await expect.element(field).toBeVisible();
    await field.fill("heron mar");
    const found = page.getByRole("option", { name: /Herons are counted in March.*Memory/ });
    await expect.element(found).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expectFocus(text());
    await expect.poll(chosen).toBe("- Herons are counted in March");
    // In sight, at the end of a long text.
    const element = text().element();
    expect(element.scrollTop + element.clientHeight).toBeGreaterThan(element.scrollHeight - 60);
  });
});

describe("M3, M11: what there is to say of Memories", () => {
  const problem = { path: "GEMINI.md", line: 3, said: "./gone.md", reason: "missing", why: "No such file" } as const;

  test("stands in the conversation, leads to the line, and can be put away", async () => {
    const { agent } = await openApp();
    agent.tell({ type: "memory-problems", count: 2, path: "GEMINI.md", line: 3 });
    agent.tell({ type: "memory-changed", by: "outside", paths: ["notes/GEMINI.md"] });
    agent.tell({ type: "memory-changed", by: "here", paths: ["other/GEMINI.md"] });
    await expect.element(page.getByText("Changed outside the app: notes/GEMINI.md.")).toBeVisible();
    await expect.element(page.getByText("2 imports in your memories did not come about.")).toBeVisible();
    await button("Show").click();
    await expectFocus(text());
    await expect.poll(chosen).toBe("- Plans are kept in `plans/beds.md`");
    // What is mended is no news any more; the rest stays until it is put away.
    agent.tell({ type: "memory-problems", count: 0 });
    await expect.element(page.getByText(/did not come about/)).not.toBeInTheDocument();
    await button("Dismiss").click();
    await expect.element(page.getByText(/Changed outside the app/)).not.toBeInTheDocument();
  });

  test("is one warning in the pane, each of its lines a way to its place", async () => {
    const { agent } = await openMemory();
    agent.remembered.view = { ...agent.remembered.view, problems: [problem] };
    agent.tell({ type: "memory-changed", by: "here", paths: ["GEMINI.md"] });
    await page.getByText("What could not be loaded (1)").click();
    await button("GEMINI.md, line 3: ./gone.md: No such file").click();
    await expectFocus(text());
    await expect.poll(chosen).toBe("- Plans are kept in `plans/beds.md`");
  });
});

describe("U5: the pane keeps to WCAG 2.2 AA", () => {
  test.each([
    ["light", wide],
    ["dark", wide],
    ["light", narrow],
  ] as const)("in %s at %o", async (theme, size) => {
    await openGlobal({ theme, size });
    const rules = { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] };
    const views = {
      Text: text(),
      Lines: page.getByRole("list", { name: "Lines and where they come from" }),
      "As sent to the model": page.getByRole("region", { name: "All memories, as the model gets them" }),
      History: page.getByRole("list", { name: "Versions" }),
    };
    for (const [name, view] of Object.entries(views)) {
      await button(name).click();
      await expect.element(view).toBeVisible();
      expect(await complaints(document.body, rules)).toEqual([]);
    }
    await button("Back to the list").click();
    await expect.element(item("Everywhere")).toBeVisible();
    expect(await complaints(document.body, rules)).toEqual([]);
  });
});
