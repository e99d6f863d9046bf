/** The frame: drawers on a phone, the list of Sessions, folders, the inspector, and whether everyone can use it (U1, U5). */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { complaints } from "../../support/complaints.js";
import { sampleAnswer } from "../../support/demo/sample-answer.js";
import { expectFocus, button, log as conversation, narrow, openApp, wide } from "./shell.js";

const files = { "README.md": "# Notes\n", "notes/march.md": "Three herons.\n", "notes/april.md": "One heron.\n" };
const list = () => page.getByRole("list", { name: "Session list" });

describe("U1: on a phone", () => {
  test("the sessions are a drawer with the focus in it, shut by Escape, and the focus goes back", async () => {
    const { shell } = await openApp({ size: narrow, at: (agent) => (agent.addSession("Herons"), "#/new") });
    await expect.element(page.getByRole("navigation", { name: "Sessions" })).not.toBeInTheDocument();
    await button("Show sessions").click();
    await expectFocus(page.getByRole("navigation", { name: "Sessions" }));
    expect(shell.renderRoot.querySelector<HTMLElement>(".middle")!.inert).toBe(true);
    await userEvent.keyboard("{Escape}");
    await expectFocus(button("Show sessions"));
    await expect.element(page.getByRole("navigation", { name: "Sessions" })).not.toBeInTheDocument();
  });

  test("choosing a Session shuts the drawer and shows it", async () => {
    await openApp({ size: narrow, at: (agent) => (agent.addSession("Herons", [{ said: "a", answer: "b" }]), "#/new") });
    await button("Show sessions").click();
    await page.getByRole("link", { name: /Herons/ }).click();
    await expect.element(page.getByRole("log", { name: "Conversation" })).toBeVisible();
    await expect.element(page.getByRole("navigation", { name: "Sessions" })).not.toBeInTheDocument();
  });

  test("the inspector is a drawer too, and a click beside it shuts it", async () => {
    await openApp({ size: narrow });
    await button("Show inspector").click();
    await expect.element(page.getByRole("tab", { name: "Context" })).toBeVisible();
    await page.getByRole("button", { name: "Close panel" }).click({ position: { x: 5, y: 300 } });
    await expect.element(page.getByRole("complementary", { name: "Inspector" })).not.toBeInTheDocument();
  });

  test.each([
    [320, 568],
    [390, 844],
  ])("nothing is wider than a screen of %i pixels", async (width, height) => {
    await openApp({
      size: [width, height],
      at: (agent) =>
        `#/session/${agent.addSession("A title that is too long for it", [{ said: "x".repeat(300), answer: sampleAnswer }])}`,
    });
    await expect.element(conversation().getByText("four herons")).toBeInTheDocument();
    const log = page.getByRole("log", { name: "Conversation" }).element();
    expect(log.scrollWidth).toBeLessThanOrEqual(width);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

describe("the list of Sessions (S1)", () => {
  const two = (agent: { addSession(title: string): string }) => (
    agent.addSession("Herons"),
    agent.addSession("Ducks"),
    "#/new"
  );

  test("is searched by title", async () => {
    await openApp({ at: two });
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("HER");
    await expect.element(list().getByRole("listitem")).toHaveTextContent("Herons");
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("swan");
    await expect.element(page.getByText("No title has “swan” in it.")).toBeVisible();
  });

  test("pins, renames, throws away and puts back", async () => {
    const { agent } = await openApp({ at: two });
    const row = () => list().getByRole("listitem").filter({ hasText: "Ducks" });
    await userEvent.hover(row());
    await row().getByRole("button", { name: "Pin" }).click();
    await expect.element(row().getByRole("button", { name: "Unpin" })).toHaveAttribute("aria-pressed", "true");
    await row().getByRole("button", { name: "Rename" }).click();
    await page.getByRole("textbox", { name: "New title" }).fill("Ducks and geese");
    await userEvent.keyboard("{Enter}");
    await expect.element(list().getByRole("link", { name: /Ducks and geese/ })).toBeVisible();
    await userEvent.hover(row());
    await row().getByRole("button", { name: "Move to trash" }).click();
    await expect.element(row()).not.toBeInTheDocument();
    expect((await agent.sessions.list({ trashed: true, limit: 9 })).map(({ title }) => title)).toEqual([
      "Ducks and geese",
    ]);
    await button("Trash").click();
    await expect
      .element(page.getByRole("list", { name: "Trash" }).getByRole("listitem"))
      .toHaveTextContent("Ducks and geese");
    await button("Back to sessions").click();
    await button("Put back").click();
    await expect.element(row()).toBeVisible();
  });

  test("throwing the open one away leaves it", async () => {
    await openApp({ at: (agent) => `#/session/${agent.addSession("Herons", [{ said: "a", answer: "b" }])}` });
    await userEvent.hover(list().getByRole("listitem"));
    await page.getByRole("button", { name: "Move to trash" }).click();
    await expect.poll(() => location.hash).toBe("#/new");
    await expect.element(page.getByRole("log", { name: "Conversation" })).not.toBeInTheDocument();
  });
});

describe("the address", () => {
  test("of a Session that is not here says so, and leads to the blank page", async () => {
    await openApp({ at: () => "#/session/nowhere" });
    await expect.element(page.getByRole("alert")).toHaveTextContent("This session is not on this device.");
    await expect.poll(() => location.hash).toBe("#/new");
  });

  test("goes back and forth", async () => {
    await openApp({ at: (agent) => (agent.addSession("Herons", [{ said: "a", answer: "b" }]), "#/new") });
    await page.getByRole("link", { name: /Herons/ }).click();
    await expect.element(page.getByRole("heading", { name: "Herons", level: 1 })).toBeVisible();
    history.back();
    await expect.element(page.getByRole("heading", { name: "Palimpsest", level: 1 })).toBeVisible();
  });

  test("#/open-folder points at the button, since only a click may open a folder", async () => {
    await page.viewport(...wide);
    const { shell } = await openApp();
    location.hash = "#/open-folder";
    await expect
      .element(page.getByRole("status", { name: "Status" }))
      .toHaveTextContent("Press “Open folder” to choose one.");
    await expectFocus(button("Open folder"));
    expect(shell.isConnected).toBe(true);
  });
});

describe("the inspector", () => {
  test("opens a line of the activity to all that is known of it, with its time (H1)", async () => {
    const { agent } = await openApp();
    agent.tell({ type: "ownership-changed", sessionId: "s-17", owner: "elsewhere" });
    await page.getByRole("tab", { name: "Activity" }).click();
    const line = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
    await expect.element(line).toHaveTextContent(/\d:\d\d:\d\d.*Another tab writes the session now/);
    await expect.element(line.getByText("s-17")).not.toBeInTheDocument();
    await line.getByText("Another tab writes").click();
    await expect.element(line.getByText("s-17")).toBeVisible();
    await expect.element(line.getByText("ownership-changed")).toBeVisible();
  });

  test("has the system prompt to read, and the Tools that are offered", async () => {
    const { agent } = await openApp({ files: { "a.md": "a" } });
    await page.getByText("System prompt").click();
    const { system, tools } = await agent.context.systemPrompt();
    await expect.element(page.getByRole("region", { name: "System prompt" })).toHaveTextContent(/You are an assistant/);
    expect(page.getByRole("region", { name: "System prompt" }).element().textContent).toBe(system);
    await expect.element(page.getByText(tools[0]!.description)).toBeVisible();
  });
});

describe("folders (W1)", () => {
  test("are opened by the button, and shown", async () => {
    await openApp({ files });
    await button("Open folder").click();
    await expect.element(page.getByText("field-notes", { exact: true })).toBeVisible();
  });

  test("N: a folder dropped anywhere on the window opens", async () => {
    const opfs = await navigator.storage.getDirectory();
    const handle = await opfs.getDirectoryHandle("dropped", { create: true });
    await openApp();
    drop(handle);
    await expect.element(page.getByText("dropped", { exact: true })).toBeVisible();
  });

  test("a file that is dropped is refused with a sentence", async () => {
    const opfs = await navigator.storage.getDirectory();
    const handle = await opfs.getFileHandle("dropped.txt", { create: true });
    await openApp();
    drop(handle);
    await expect.element(page.getByRole("alert")).toHaveTextContent("That was not a folder.");
  });

  test("of several that are dropped none is opened, and a sentence says so", async () => {
    const opfs = await navigator.storage.getDirectory();
    const folders = ["one", "other"].map((name) => opfs.getDirectoryHandle(name, { create: true }));
    await openApp();
    drop(...(await Promise.all(folders)));
    await expect.element(page.getByRole("alert")).toHaveTextContent("Several folders were dropped.");
  });

  test("their tree is read as it is opened, by keyboard alone, and a file is shown", async () => {
    await openApp({ files });
    await page.getByRole("tab", { name: "Files" }).click();
    await expect.element(page.getByRole("treeitem", { name: "notes" })).toHaveAttribute("aria-expanded", "false");
    page.getByRole("treeitem", { name: "notes" }).element().focus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("treeitem", { name: "april.md" })).toHaveAttribute("aria-level", "2");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
    await expect.element(page.getByRole("group", { name: "File text" })).toHaveTextContent("Three herons.");
  });

  /** A drop as the browser makes it, but for the hand: a made-up DataTransfer can't carry a handle. */
  function drop(...handles: readonly FileSystemHandle[]): void {
    const event = new DragEvent("drop", { bubbles: true, cancelable: true });
    const items = handles.map((handle) => ({ kind: "file", getAsFileSystemHandle: async () => handle }));
    Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], items } });
    document.body.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  }
});

test("U7: a newer version waits for the user's word", async () => {
  const { shell } = await openApp();
  let accepted = 0;
  shell.addEventListener("update-accepted", () => accepted++);
  shell.updateReady = true;
  await button("Restart now").click();
  expect(accepted).toBe(1);
  await button("Later").click();
  await expect.element(button("Restart now")).not.toBeInTheDocument();
});

test("the inspector's tabs are chosen by arrows", async () => {
  await openApp();
  await page.getByRole("tab", { name: "Context" }).click();
  await userEvent.keyboard("{ArrowLeft}");
  await expectFocus(page.getByRole("tab", { name: "Activity" }));
  await expect.element(page.getByRole("tab", { name: "Activity" })).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByRole("tabpanel", { name: "Activity" })).toBeVisible();
});

describe("U5: axe finds nothing to complain of", () => {
  const turns = [
    { said: "How many?", answer: sampleAnswer },
    { said: "Sure?", answer: "Half", outcome: { kind: "interrupted" } },
    {
      said: "Now?",
      answer: "",
      outcome: { kind: "failed", name: "ModelError", message: "The server did not answer." },
    },
  ] as const;
  const states: Record<string, () => Promise<unknown>> = {
    "the conversation": async () => undefined,
    "the settings": async () => {
      await page.getByRole("button", { name: "Settings" }).click();
      await expect.element(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
    },
    "the palette": async () => {
      await userEvent.keyboard("{Control>}k{/Control}");
      await expect.element(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    },
    "the models": async () => {
      await button("Model").click();
      await expect.element(page.getByRole("listbox", { name: "Models" })).toBeVisible();
    },
    "the files": async () => {
      await page.getByRole("tab", { name: "Files" }).click();
      await expect.element(page.getByRole("treeitem", { name: "README.md" })).toBeVisible();
    },
    "the activity": async () => {
      await page.getByRole("tab", { name: "Activity" }).click();
      await expect.element(page.getByRole("tab", { name: "Activity" })).toHaveAttribute("aria-selected", "true");
    },
    "the trash": async () => {
      await button("Trash").click();
      await expect.element(button("Back to sessions")).toBeVisible();
    },
  };
  const atSession = (agent: { addSession(title: string, turns: readonly unknown[]): string }) =>
    `#/session/${agent.addSession("Herons", turns)}`;

  for (const theme of ["light", "dark"] as const) {
    test.each(Object.keys(states))(`in %s, ${theme}`, async (name) => {
      await openApp({ theme, files, at: atSession as never });
      await expect.element(conversation().getByText("four herons")).toBeInTheDocument();
      await states[name]!();
      expect(await complaints()).toEqual([]);
    });
    test(`on the blank page, ${theme}`, async () => {
      await openApp({ theme });
      expect(await complaints()).toEqual([]);
    });
    test.each(["Show sessions", "Show inspector", ""])(
      `on a phone, with the drawer of %j, ${theme}`,
      async (drawer) => {
        await openApp({ theme, size: narrow, at: atSession as never });
        await expect.element(conversation().getByText("four herons")).toBeInTheDocument();
        if (drawer) {
          await button(drawer).click();
          const within =
            drawer === "Show sessions" ? button("New session") : page.getByRole("tab", { name: "Context" });
          await expect.element(within).toBeVisible();
        }
        expect(await complaints()).toEqual([]);
      },
    );
  }
});
