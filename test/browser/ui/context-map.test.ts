/** The context map (U2, T5): the next request to scale, and what can be done to each block of it. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { complaints } from "../../support/complaints.js";
import { button, expectFocus, log, narrow, openApp } from "./shell.js";

const lines = (count: number, what: string) => Array.from({ length: count }, (_, at) => `${what} ${at}`).join("\n");
const turns = [
  {
    said: "Why is the index rebuilt?",
    answer: "It is opened twice.",
    tools: [{ name: "read_file", title: "src/app.ts", output: lines(300, "const heron") }],
  },
  { said: `Keep this: ${lines(200, "the weir")}`, answer: "Noted." },
];

const item = (name: string | RegExp) => page.getByRole("treeitem", { name });
const removed = () => page.getByRole("tree", { name: "Taken out" });
const total = () => {
  const said = page.getByText(/ of 32,000 tokens · /).query()?.textContent ?? "";
  return Number(/^[\d,]+/.exec(said)?.[0].replaceAll(",", ""));
};

async function openMap(options: Parameters<typeof openApp>[0] = {}) {
  const opened = await openApp({ at: (agent) => `#/session/${agent.addSession("Herons", turns)}`, ...options });
  if (options.size === narrow) await button("Show the context map").click();
  await expect.element(item(/^Turn 1/)).toBeVisible();
  return opened;
}

test("T5: the tree names each block with its size, its share and its state; what it lists adds up to the figure", async () => {
  await openMap();
  await expect.element(item(/^System prompt, [\d,]+ tokens, \d+ % of the window$/)).toBeVisible();
  const tokens = [...page.getByRole("tree", { name: "Blocks of the next request" }).element().children].map((row) =>
    Number(/, ([\d,]+) tokens?,/.exec(row.getAttribute("aria-label")!)![1]!.replaceAll(",", "")),
  );
  expect(tokens.reduce((sum, each) => sum + each, 0)).toBe(total());
  await item(/^Tools/).click();
  item(/^Tools/)
    .element()
    .focus();
  await userEvent.keyboard("{ArrowRight}{ArrowDown}");
  await expectFocus(item(/^read_file, /));
});

test("U2: a result is folded, pinned, taken out and put back by keys, and the figure follows", async () => {
  const { agent } = await openMap();
  const before = total();
  item(/^Turn 1/)
    .element()
    .focus();
  await userEvent.keyboard("{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}");
  await expectFocus(item(/^Result of read_file src\/app\.ts, /));
  await userEvent.keyboard("f");
  await expect.element(item(/^Result of read_file src\/app\.ts, .*folded$/)).toBeVisible();
  expect(total()).toBeLessThan(before - 400);
  await userEvent.keyboard("f");
  await expect.poll(total).toBe(before);
  await userEvent.keyboard("p");
  await expect.element(item(/^Result of read_file src\/app\.ts, .*pinned$/)).toBeVisible();
  await expect.element(log().getByText("Pinned")).toBeVisible();
  await userEvent.keyboard("p{Delete}");
  await expect.element(removed()).toBeVisible();
  expect(total()).toBeLessThan(before);
  await expect.element(log().getByText("Taken out of the context")).toBeVisible();
  await removed().getByRole("treeitem").click();
  await button("Put back").click();
  await expect.poll(total).toBe(before);
  expect(agent.contextChanges.map(({ how }) => how)).toEqual(["fold", "unfold", "pin", "unpin", "remove", "put-back"]);
});

test("U2: a change that is refused says why, and the figure stays", async () => {
  const { agent } = await openMap();
  const before = total();
  agent.contextRefusal = new Error("The Session is being written elsewhere.");
  item(/^Turn 1/)
    .element()
    .focus();
  await userEvent.keyboard("p");
  await expect.element(page.getByRole("alert")).toHaveTextContent("The Session is being written elsewhere.");
  expect(total()).toBe(before);
});

test("U2: a block opens with its words, and leads to its place in the conversation", async () => {
  await openMap();
  await item(/^Turn 2/).click();
  const details = page.getByRole("region", { name: "Details of a block" });
  await expect.element(details.getByText(/Keep this: the weir 0\s+the weir 1/).last()).toBeVisible();
  await button("Show in the conversation").click();
  await expectFocus(page.getByRole("article", { name: "You" }).nth(1));
});

test("U2: the list can be sorted by size, and a tile of the drawing chooses its block", async () => {
  await openMap();
  await button("By size").click();
  const first = page.getByRole("tree", { name: "Blocks of the next request" }).element().firstElementChild!;
  expect(first.getAttribute("aria-label")).toMatch(/^(Turn|System|Tools)/);
  const drawing = document
    .querySelector("app-shell")!
    .shadowRoot!.querySelector("inspector-panel")!
    .shadowRoot!.querySelector("context-panel")!
    .shadowRoot!.querySelector("map-drawing")!;
  const tile = [...drawing.shadowRoot!.querySelectorAll("g[data-id]")].find((each) =>
    each.querySelector("title")?.textContent?.startsWith("Result of read_file"),
  )!;
  tile.querySelector("rect")!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expectFocus(item(/^Result of read_file/));
});

test("N, U2: the meter by the composer keeps its name and figures, has the threshold in it, and opens the map", async () => {
  await openMap({ size: narrow });
  const meter = page.getByRole("meter", { name: "Context" });
  await userEvent.keyboard("{Escape}");
  await expect.element(meter).toHaveAttribute("aria-valuemax");
  expect(meter.element().querySelector("line")).not.toBeNull();
  await button("Show the context map").click();
  await expect.element(page.getByRole("tab", { name: "Context" })).toBeVisible();
});

test("U2: nothing can be changed while an answer is under way", async () => {
  const { agent } = await openMap();
  agent.owner = "elsewhere";
  agent.tell({ type: "ownership-changed", sessionId: location.hash.split("/").at(-1)!, owner: "elsewhere" });
  await item(/^Turn 1/).click();
  await expect.element(button("Take out")).toBeDisabled();
});

for (const theme of ["light", "dark"] as const)
  test(`U5: the map is sound for those who hear or hardly see it (${theme})`, async () => {
    const { shell } = await openMap({ theme });
    item(/^Turn 1/)
      .element()
      .focus();
    await userEvent.keyboard("{ArrowRight}p{Enter}");
    await expect.element(button("Unpin")).toBeVisible();
    expect(await complaints(shell)).toEqual([]);
  });
