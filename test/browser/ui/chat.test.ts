/** Talking: streaming, stopping, what goes wrong, and reading far back. */
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createGates } from "../../support/script.js";
import { mixedMarkdown } from "../../support/streamed-text.js";
import { answer, button, log, message, openApp } from "./shell.js";

const never = new Promise<void>(() => {});

const say = async (text: string) => {
  await message().fill(text);
  await userEvent.keyboard("{Enter}");
};

describe("a message", () => {
  test("is sent by Enter and by the button; Shift+Enter makes a line", async () => {
    await openApp();
    await expect.element(button("Send")).toBeDisabled();
    await message().fill("one");
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}two");
    await button("Send").click();
    await expect.element(page.getByRole("article", { name: "You" })).toHaveTextContent(/one\s*two/);
  });

  test("makes a Session with its first words, and the address names it", async () => {
    const { agent } = await openApp();
    expect(agent.sessionsById.size).toBe(0);
    await say("hello");
    await expect.poll(() => location.hash).toBe(`#/session/${[...agent.sessionsById.keys()][0]}`);
    await expect.element(page.getByRole("list", { name: "Session list" }).getByRole("link")).toHaveTextContent("hello");
  });

  test("that could not be kept comes back into the composer, with the reason as an alert", async () => {
    const { agent } = await openApp();
    agent.refusal = "The disk is full. Your message was not sent; it is still here.";
    await say("precious words");
    await expect.element(page.getByRole("alert")).toHaveTextContent("The disk is full.");
    await expect.element(message()).toHaveValue("precious words");
    await button("Dismiss").click();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  test("that is not sent yet waits in its own Session", async () => {
    await openApp({ at: (agent) => `#/session/${agent.addSession("First", [{ said: "a", answer: "b" }])}` });
    await message().fill("half a thought");
    await button("New session").click();
    await expect.element(message()).toHaveValue("");
    await page.getByRole("link", { name: /First/ }).click();
    await expect.element(message()).toHaveValue("half a thought");
  });

  test("typed while an answer comes is queued, can be taken back, and else goes out afterwards", async () => {
    const { reached, release } = createGates();
    const { agent } = await openApp({ pace: () => reached("answer") });
    await say("first");
    await expect.element(button("Stop")).toBeVisible();
    await say("second");
    await say("third");
    await expect
      .element(page.getByRole("list", { name: "Waiting to be sent" }).getByRole("listitem").first())
      .toHaveTextContent("second");
    await page.getByRole("button", { name: "Take back" }).last().click();
    await expect.element(message()).toHaveValue("third");
    release("answer");
    await expect.poll(() => [...agent.sessionsById.values()][0]!.turns).toHaveLength(2);
    await expect.element(page.getByRole("list", { name: "Waiting to be sent" })).not.toBeInTheDocument();
  });
});

test("U8: offline, what a remote model would answer is queued, and goes out when the network is back", async () => {
  const { agent } = await openApp();
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  dispatchEvent(new Event("offline"));
  await expect.element(button("Send")).toBeVisible();
  await button("Model").click();
  await page.getByRole("option", { name: /Gemini/ }).click();
  await expect.element(button("Queue")).toBeVisible();
  await say("for later");
  await expect.element(page.getByRole("list", { name: "Waiting to be sent" })).toHaveTextContent("for later");
  expect([...agent.sessionsById.values()][0]!.turns).toEqual([]);
  await expect.poll(() => location.hash).toMatch(/^#\/session\//);
  online.mockRestore();
  dispatchEvent(new Event("online"));
  await expect.element(page.getByRole("article", { name: "You" })).toHaveTextContent("for later");
  await expect.element(button("Send")).toBeVisible();
});

test("A1: after a stop what waits can be sent, edited or taken back", async () => {
  const { agent } = await openApp({ pace: () => never });
  await say("first");
  await expect.element(button("Stop")).toBeVisible();
  await say("second");
  await expect.element(button("Edit")).toBeVisible();
  await expect.element(button("Send now")).not.toBeInTheDocument();
  await button("Edit").click();
  await page.getByRole("textbox", { name: "Edit what waits" }).fill("second, better");
  await userEvent.keyboard("{Enter}");
  await button("Stop").click();
  await expect.element(page.getByRole("list", { name: "Waiting to be sent" })).toHaveTextContent("second, better");
  await button("Send now").click();
  await expect.element(page.getByRole("article", { name: "You" }).last()).toHaveTextContent("second, better");
  expect([...agent.queues.values()]).toEqual([[]]);
});

test("A1: a message that is being edited waits for that, though its turn has come, and goes out as it was saved", async () => {
  const { reached, release } = createGates();
  const { agent } = await openApp({ pace: () => reached("answer") });
  await say("first");
  await say("second");
  await button("Edit").click();
  const editor = page.getByRole("textbox", { name: "Edit what waits" });
  await editor.fill("second, better");
  release("answer");
  await expect.element(button("Stop")).not.toBeInTheDocument();
  await expect.element(editor).toHaveValue("second, better");
  expect([...agent.sessionsById.values()][0]!.turns).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("article", { name: "You" }).last()).toHaveTextContent("second, better");
});

test("A1: what was saved too late comes into the composer, what was taken back too late stays sent", async () => {
  const { agent } = await openApp({ pace: () => never });
  await say("first");
  await say("second");
  await say("third");
  await button("Edit").first().click();
  await page.getByRole("textbox", { name: "Edit what waits" }).fill("second, better");
  const [open] = [...agent.queues.keys()];
  agent.queues.set(open!, []); // another tab has sent them, and we have not heard of it yet
  await userEvent.keyboard("{Enter}");
  await expect.element(message()).toHaveValue("second, better");
  await expect.element(page.getByRole("alert")).toHaveTextContent("This message does not wait any more");
  await button("Take back").last().click();
  await expect.element(message()).toHaveValue("second, better");
});

test("what is sent before storage is open stays on the screen once it is", async () => {
  const { reached, release } = createGates();
  const opened = openApp({ opening: reached("storage"), sending: reached("sent") });
  await message().fill("early");
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Model")).not.toHaveAccessibleDescription("Librarian");
  release("storage");
  await expect.element(button("Model")).toHaveAccessibleDescription("Librarian"); // the page knows what is stored
  release("sent");
  await opened;
  await expect.element(page.getByRole("article", { name: "You" })).toHaveTextContent("early");
  await expect.poll(() => location.hash).toMatch(/^#\/session\//);
});

describe("an answer", () => {
  test("says who speaks before the first word, and stops when told to", async () => {
    await openApp({ pace: () => never });
    await say("talk");
    await expect.element(page.getByRole("status", { name: "Status" })).toHaveTextContent("Librarian is answering…");
    await expect.element(answer()).toHaveAccessibleDescription("librarian");
    await button("Stop").click();
    await expect.element(page.getByText("You stopped this answer.")).toBeVisible();
    await expect.element(button("Stop")).not.toBeInTheDocument();
  });

  test("that was cut off says so and goes on with Continue (L3)", async () => {
    await openApp({
      at: (agent) =>
        `#/session/${agent.addSession("Cut", [{ said: "a", answer: "The first half", outcome: { kind: "interrupted" } }])}`,
    });
    await expect.element(answer()).toHaveTextContent("The first half");
    await button("Continue").click();
    await expect.element(answer()).toHaveTextContent("And this is the rest.");
  });

  test("that failed is an alert, as the sentence it came with", async () => {
    const outcome = { kind: "failed", name: "ModelError", message: "The server did not answer." } as const;
    await openApp({ at: (agent) => `#/session/${agent.addSession("Failed", [{ said: "a", answer: "", outcome }])}` });
    await expect.element(page.getByRole("alert")).toHaveTextContent("The server did not answer.");
  });

  test("is read out by sentences, not by letters", async () => {
    const { shell } = await openApp({ answer: () => "One heron. Two herons. " });
    const heard: string[] = [];
    await say("count");
    await log().findElement();
    const live = shell.renderRoot
      .querySelector("chat-view")!
      .renderRoot.querySelector("conversation-view")!
      .renderRoot.querySelector("[aria-live=polite]")!;
    const watch = new MutationObserver(() => heard.push(live.textContent));
    watch.observe(live, { childList: true, subtree: true, characterData: true });
    await expect.poll(() => live.textContent).toMatch(/Two herons\.$/);
    watch.disconnect();
    expect(heard.every((words) => words.endsWith("."))).toBe(true);
    await expect.element(log()).toHaveAttribute("aria-live", "off");
  });

  test("renders no Turn but the last while it streams", async () => {
    const { reached, release } = createGates();
    const { shell } = await openApp({
      answer: () => "word ".repeat(40),
      pace: () => reached("answer"),
      at: (agent) =>
        `#/session/${agent.addSession(
          "Some",
          Array.from({ length: 5 }, (_, at) => ({ said: `q${at}`, answer: "a" })),
        )}`,
    });
    await log().findElement();
    const views = () =>
      shell.renderRoot
        .querySelector("chat-view")!
        .renderRoot.querySelector("conversation-view")!
        .renderRoot.querySelectorAll("turn-view");
    await expect.poll(() => views().length).toBe(5);
    await say("go");
    await expect.poll(() => views().length).toBe(6);
    let renders = 0;
    for (const view of [...views()].slice(0, 4)) {
      Object.assign(view, { updated: () => renders++ });
    }
    release("answer");
    await expect.element(button("Stop")).not.toBeInTheDocument();
    expect(renders).toBe(0);
  });
});

describe("a Session that another tab writes (L4)", () => {
  test("can be read, followed, and taken over", async () => {
    const { agent } = await openApp({
      at: (agent) => {
        agent.owner = "elsewhere";
        return `#/session/${agent.addSession("Shared", [{ said: "a", answer: "b" }])}`;
      },
    });
    await expect.element(message()).toBeDisabled();
    const [id] = [...agent.sessionsById.keys()];
    const turn = { id: "0Z", at: 0, blocks: [{ kind: "user", text: "from the other tab" }] } as const;
    agent.tell({ type: "turn-replaced", sessionId: id!, turn });
    await expect.element(page.getByText("from the other tab")).toBeVisible();
    await button("Take over").click();
    await expect.element(message()).toBeEnabled();
  });
});

test("L5: storage that is read-only says so, and offers Export", async () => {
  const { agent } = await openApp({
    at: (agent) => `#/session/${agent.addSession("Kept", [{ said: "a", answer: "b" }])}`,
  });
  agent.tell({
    type: "storage-changed",
    storage: { kind: "read-only", failure: { name: "QuotaExceededError", message: "The disk is full." } },
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("The disk is full.");
  await expect.element(button("Export")).toBeVisible();
  await expect.element(message()).toBeDisabled();
});

describe("a long Session", () => {
  const long = Array.from({ length: 600 }, (_, at) => ({
    said: `question ${at}`,
    answer: `answer ${at}.\n\n`.repeat(3),
  }));
  const open = () => openApp({ pageSize: 40, at: (agent) => `#/session/${agent.addSession("Long", long)}` });
  const box = () => log().element() as HTMLElement;
  const count = () => box().querySelectorAll("turn-view").length;
  const shows = (text: string) => box().textContent.includes(text);
  const atEnd = () =>
    shows("answer 599") && box().scrollTop > 1000 && box().scrollHeight - box().scrollTop - box().clientHeight < 2;
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const topmost = () =>
    [...box().querySelectorAll<HTMLElement>("turn-view")].find(
      (turn) => turn.getBoundingClientRect().bottom > box().getBoundingClientRect().top + 80,
    )!;

  test("opens at its end, with the last page only", async () => {
    await open();
    await expect.element(page.getByText("question 599", { exact: true })).toBeVisible();
    await frame();
    expect(box().scrollHeight - box().scrollTop - box().clientHeight).toBeLessThan(50);
    expect(count()).toBeLessThanOrEqual(40);
  });

  test("never moves what is being read when older Turns come in, and stays bounded", async () => {
    const { agent } = await open();
    await expect.poll(atEnd).toBe(true);
    let moved = 0;
    for (let step = 0; step < 100 && agent.pages < 6; step++) {
      box().scrollTop -= 1500;
      const before = topmost();
      const at = before.getBoundingClientRect().top;
      await frame();
      moved = Math.max(moved, Math.abs(before.getBoundingClientRect().top - at));
      expect(count()).toBeLessThanOrEqual(120);
    }
    expect(agent.pages).toBe(6);
    expect(shows("question 599")).toBe(false);
    expect(moved).toBeLessThan(2);
  });

  test("even from the very top, with one leap", async () => {
    const { agent } = await open();
    await expect.poll(atEnd).toBe(true);
    box().scrollTop = 0;
    const before = topmost();
    const at = before.getBoundingClientRect().top;
    await expect.poll(() => agent.pages).toBeGreaterThan(0);
    await frame();
    await frame();
    expect(Math.abs(before.getBoundingClientRect().top - at)).toBeLessThan(2);
    expect(box().scrollTop).toBeGreaterThan(1000);
  });

  test("goes back to its end, by scrolling or with one click", async () => {
    const { agent } = await open();
    await expect.poll(atEnd).toBe(true);
    const up = async () => {
      for (let step = 0; step < 100 && shows("question 599"); step++) {
        box().scrollTop -= 2500;
        await frame();
      }
      expect(shows("question 599")).toBe(false);
    };
    await up();
    await page.getByRole("button", { name: "Jump to the latest" }).click();
    await expect.poll(() => shows("question 599")).toBe(true);
    await up();
    const pages = agent.pages;
    for (let step = 0; step < 100 && !shows("question 599"); step++) {
      box().scrollTop += 2500;
      await frame();
    }
    expect(shows("question 599")).toBe(true);
    expect(agent.pages).toBeGreaterThan(pages);
    expect(count()).toBeLessThanOrEqual(120);
  });

  test("with an answer as long as a book is read backwards without a jump", async () => {
    const answer = mixedMarkdown(150_000);
    await openApp({ at: (agent) => `#/session/${agent.addSession("Book", [{ said: "all of it", answer }])}` });
    await expect.poll(() => box().scrollTop).toBeGreaterThan(5000);
    await frame();
    const scroller = box(); // found by its role, which takes long in so much text
    const edge = () => scroller.getBoundingClientRect().top + 120;
    const below = (within: Iterable<Element>) =>
      [...within].find((each) => each.getBoundingClientRect().bottom > edge())!;
    // Leaf first: what is inside one that is far off is not laid out until someone asks.
    const block = () => below(below(scroller.querySelectorAll(".leaf")).children);
    let moved = 0;
    for (let step = 0; step < 40; step++) {
      const before = block();
      const at = before.getBoundingClientRect().top;
      scroller.scrollTop -= 400;
      await frame();
      moved = Math.max(moved, Math.abs(before.getBoundingClientRect().top - at - 400));
    }
    expect(moved).toBeLessThan(2);
  });

  test("does not pull the reader down when an answer comes while reading above", async () => {
    const { agent } = await open();
    await expect.element(page.getByText("question 599", { exact: true })).toBeVisible();
    await frame();
    box().scrollTop -= 600;
    await frame();
    const at = topmost().getBoundingClientRect().top;
    const [id] = [...agent.sessionsById.keys()];
    const last = agent.sessionsById.get(id!)!.turns.at(-1)!;
    agent.tell({
      type: "turn-replaced",
      sessionId: id!,
      turn: { ...last, blocks: [...last.blocks, { kind: "text", text: "more\n\n".repeat(50), model: "m", step: "x" }] },
    });
    await frame();
    await frame();
    expect(Math.abs(topmost().getBoundingClientRect().top - at)).toBeLessThan(2);
  });
});
