/** The Settings dialog: whose file, where a value comes from, the way back, and the file as a text (S4). */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { settingKeys, settingOf } from "../../../src/core/settings/settings.js";
import { complaints } from "../../support/complaints.js";
import { button, expectFocus, narrow, openApp, type Opened } from "./shell.js";

const files = { "README.md": "# Notes\n" };
const threshold = () => page.getByRole("spinbutton", { name: "Compress at (percent)" });
const url = () => page.getByRole("textbox", { name: "API base URL" });
const folderScope = () => page.getByRole("radio", { name: "This folder" });
const text = () => page.getByRole("textbox", { name: "~/.gemini/settings.json" });

async function openSettings(options: Parameters<typeof openApp>[0] = {}, before?: (opened: Opened) => void) {
  const opened = await openApp({ files, ...options });
  before?.(opened);
  await button("Settings").click();
  await expect.element(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  return opened;
}

/** Read where a file has them; nobody is to begin with them. */
const OLDER_NAMES: readonly string[] = ["memoryFiles"];

test("every Setting of the table is in the dialog", async () => {
  await openSettings();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  for (const key of settingKeys.filter((each) => !OLDER_NAMES.includes(each))) {
    const { label, kind } = settingOf(key);
    const role = {
      text: "textbox",
      list: "textbox",
      budgets: "textbox",
      number: "spinbutton",
      part: "spinbutton",
      flag: "checkbox",
      choice: "combobox",
    } as const;
    const wanted = key === "ui.theme" ? "group" : key === "model.name" ? "combobox" : role[kind];
    await expect.element(dialog.getByRole(wanted, { name: label, exact: true })).toBeInTheDocument();
  }
});

test("T1: the context limit is that of the model which is chosen, and those of others stay", async () => {
  const { agent } = await openSettings({}, ({ agent }) => {
    agent.values["model.name"] = "local/qwen3";
    agent.values["model.contextLimit"] = { "local/qwen3": 8_000, "gemini-2.5-pro": 50_000 };
  });
  const limit = page.getByRole("spinbutton", { name: "Context limit" });
  const value = () => agent.values["model.contextLimit"];
  await expect.element(limit).toHaveValue(8_000);
  await limit.fill("16000");
  await userEvent.keyboard("{Tab}");
  await expect.poll(value).toEqual({ "local/qwen3": 16_000, "gemini-2.5-pro": 50_000 });
  await button("Reset Context limit").click();
  await expect.poll(value).toEqual({ "gemini-2.5-pro": 50_000 });
  await expect.element(limit).toHaveValue(null);
  await expect.element(button("Reset Context limit")).not.toBeInTheDocument();
});

test("C1: compression by itself at a percentage, after a question, or never; each is chosen, and the number comes back", async () => {
  const { agent } = await openSettings();
  const value = () => agent.values["model.compressionThreshold"];
  const mode = page.getByRole("combobox", { name: "Compress at (percent), or not by itself" });
  await threshold().fill("70");
  await userEvent.keyboard("{Tab}");
  await expect.poll(value).toBe(0.7);
  await expect.element(mode).toHaveDisplayValue("By itself at");
  await mode.selectOptions("Ask me at half");
  await expect.poll(value).toBe("ask");
  await expect.element(threshold()).toBeDisabled();
  await mode.selectOptions("Never by itself");
  await expect.poll(value).toBe("off");
  await expect.element(mode).toHaveDisplayValue("Never by itself");
  await mode.selectOptions("By itself at");
  await expect.poll(value).toBe(0.5);
  await expect.element(threshold()).toHaveValue(50);
});

test("C1: a folder's word in the place of the number is told, and shown where its file is edited", async () => {
  await openSettings({}, ({ agent }) => (agent.folderValues["model.compressionThreshold"] = "ask"));
  const mode = page.getByRole("combobox", { name: "Compress at (percent), or not by itself" });
  await expect.element(mode).toHaveDisplayValue("By itself at");
  await expect.element(mode).toHaveAccessibleDescription(/This folder’s own file counts here: Ask me at half\./);
  await folderScope().click();
  await expect.element(mode).toHaveDisplayValue("Ask me at half");
});

describe("whose settings", () => {
  test("a folder's value is told from the user's, and counts over it", async () => {
    const { agent } = await openSettings({}, ({ agent }) => (agent.folderValues["model.compressionThreshold"] = 0.3));
    await expect.element(threshold()).toHaveValue(50);
    await expect.element(threshold()).toHaveAccessibleDescription(/This folder’s own file counts here: 30\./);
    await folderScope().click();
    await expect.element(threshold()).toHaveValue(30);
    await threshold().fill("40");
    await userEvent.keyboard("{Tab}");
    await expect.poll(() => agent.folderValues["model.compressionThreshold"]).toBe(0.4);
    expect(agent.values["model.compressionThreshold"]).toBe(0.5);
    await button("Reset Compress at (percent)").click();
    await expect.element(threshold()).toHaveValue(50);
    expect(agent.folderValues).toEqual({});
  });

  test("G4: a model that was chosen against the folder in this tab can be given back, though the user's file has none", async () => {
    const given: unknown[] = [];
    await openSettings({}, ({ agent }) => {
      const { view: read } = agent.settings;
      agent.settings.view = async () => {
        const view = await read();
        return { ...view, origins: { ...view.origins, "model.name": { from: "tab", folder: "auto" } } };
      };
      agent.settings.change = async (...change) => void given.push(change);
    });
    await expect.element(page.getByText("Chosen in this tab")).toBeVisible();
    await button("Reset Model").click();
    await expect.poll(() => given).toEqual([["model.name", undefined, "user"]]);
  });

  test("what a folder may not set is out of reach there, and says why", async () => {
    await openSettings();
    await folderScope().click();
    await expect.element(url()).toBeDisabled();
    await expect.element(url()).toHaveAccessibleDescription(/Only you can set this, not a folder\./);
  });

  test("a folder that is not trusted has none", async () => {
    await openSettings({}, ({ agent }) => (agent.trusted = false));
    await expect.element(folderScope()).toBeDisabled();
    await expect
      .element(page.getByText("“field-notes” is not trusted, so its settings file is not read."))
      .toBeVisible();
  });

  test("a value that does not fit is told beside its row", async () => {
    await openSettings({}, ({ agent }) =>
      Object.assign(agent.folderValues, { "ui.theme": "blue", "model.baseUrl": "https://x.example" }),
    );
    await expect.element(page.getByText(/it has "blue", but this must be one of/)).toBeInTheDocument();
    await expect.element(page.getByText(/is passed over here: only you can set this\./)).toBeInTheDocument();
    await folderScope().click();
    await button("Reset Appearance").click();
    await expect.element(page.getByText(/it has "blue"/)).not.toBeInTheDocument();
  });

  test("what fails is said in the dialog, where the user looks", async () => {
    await openSettings({}, ({ agent }) => {
      agent.settings.change = () => Promise.reject(new Error("The disk is full."));
    });
    await page.getByRole("textbox", { name: "Tools left out" }).fill("glob");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByRole("dialog").getByText("The disk is full.")).toBeVisible();
  });
});

describe("as JSON", () => {
  test("what can't be read is not saved, and says in which line; what can is", async () => {
    const { agent } = await openSettings();
    await button("Edit as JSON").click();
    await expectFocus(text());
    await text().fill('{\n  "ui": {}\n  "model": {}\n}');
    await button("Save").click();
    await expect.element(page.getByText(/in line 3 a comma or "}" is missing\./)).toBeVisible();
    expect(agent.settingsText).toBeUndefined();
    await text().fill('{ "ui": { "theme": "dark" } } // mine\n');
    await button("Save").click();
    await expect.poll(() => agent.settingsText).toBe('{ "ui": { "theme": "dark" } } // mine\n');
    await expect.element(text()).not.toBeInTheDocument();
    await expect.element(page.getByRole("radio", { name: "Dark" })).toBeChecked();
    await expectFocus(button("Edit as JSON"));
  });

  test("can be left without a change", async () => {
    const { agent } = await openSettings();
    await button("Edit as JSON").click();
    await text().fill("{}");
    await button("Cancel").click();
    await expect.element(threshold()).toBeInTheDocument();
    expect(agent.settingsText).toBeUndefined();
  });

  test("a file that is broken already can be mended", async () => {
    const { agent } = await openSettings({}, ({ agent }) => (agent.settingsText = '{ "ui" }'));
    await expect.element(page.getByRole("alert")).toHaveTextContent(/in line 1 .* nothing in it is lost/);
    await button("Edit as JSON").click();
    await text().fill("{}");
    await button("Save").click();
    await expect.poll(() => agent.settingsText).toBe("{}");
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });
});

test("the local server's key goes its own way, and does not come back", async () => {
  const { agent } = await openSettings();
  await page.getByRole("textbox", { name: "Local server’s key" }).fill("sesame");
  await button("Store server key").click();
  await expect.element(button("Forget server key")).toBeInTheDocument();
  expect([agent.serverKey, agent.key]).toEqual(["sesame", ""]);
  await expect.element(page.getByRole("textbox", { name: "Local server’s key" })).toHaveValue("");
});

test("by keyboard alone: search, scope, a row, its reset, the text, and out", async () => {
  const { agent } = await openSettings({}, ({ agent }) => (agent.values = { "tools.exclude": ["glob"] }));
  await expectFocus(page.getByRole("searchbox", { name: "Search settings" }));
  await userEvent.keyboard("Tools left out{Tab}");
  await expectFocus(page.getByRole("radio", { name: "User" }));
  await userEvent.keyboard("{Tab}");
  await expectFocus(button("Edit as JSON"));
  await userEvent.keyboard("{Tab}");
  await expectFocus(button("Reset Tools left out"));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => agent.values).toEqual({});
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog", { name: "Settings" })).not.toBeInTheDocument();
  await expectFocus(button("Settings"));
});

describe("model files (G2)", () => {
  /** A shelf that keeps what is picked when the test says so. */
  function withFiles({ agent, shell }: Opened) {
    let done!: () => void;
    const kept = {
      name: "file/tiny.gguf",
      label: "tiny",
      description: "3 MB",
      chosen: false,
      remote: false,
      file: "kept" as const,
    };
    shell.modelFiles = {
      pickGguf: async (signal) => {
        shell.modelStatus({ model: kept.name, kind: "copying", done: 0.25 });
        await new Promise<void>((resolve, reject) => {
          done = resolve;
          signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
        }).finally(() => shell.modelStatus({ model: kept.name, kind: "ready" }));
        agent.modelChoices = [...agent.modelChoices, kept];
        return kept;
      },
      keepGguf: () => Promise.reject(new Error("not here")),
      forgetGguf: async (name) => void (agent.modelChoices = agent.modelChoices.filter((each) => each.name !== name)),
    };
    agent.modelChoices.push({
      name: "file/",
      label: "A model file…",
      description: "",
      chosen: false,
      remote: false,
      file: "wanted",
      unavailable: "Pick one.",
    });
    return () => done();
  }
  const progress = () => page.getByRole("progressbar", { name: "Copying tiny.gguf" });

  test("one is picked in the Settings with its progress, and forgotten", async () => {
    let finish!: () => void;
    const { agent } = await openSettings({}, (opened) => (finish = withFiles(opened)));
    await button("Pick a model file…").click();
    await expect.element(progress()).toHaveAttribute("value", "0.25");
    finish();
    await expect.element(page.getByText("“tiny” is kept on this device.")).toBeVisible();
    await expect.element(progress()).not.toBeInTheDocument();
    expect(agent.modelChoices.find(({ chosen }) => chosen)?.name).toBe("librarian");
    await button("Forget tiny").click();
    await expect.element(button("Forget tiny")).not.toBeInTheDocument();
  });

  test("one is picked from the list of Models, and answers from then on", async () => {
    const opened = await openApp({ files });
    const finish = withFiles(opened);
    opened.agent.tell({ type: "settings-changed" });
    await button("Model").click();
    await page.getByRole("option", { name: /A model file/ }).click();
    await expect.element(progress()).toBeVisible();
    finish();
    await expect.element(button("Model")).toHaveAccessibleDescription("tiny");
  });

  test("the copy can be stopped", async () => {
    await openSettings({}, (opened) => void withFiles(opened));
    await button("Pick a model file…").click();
    await button("Stop copying").click();
    await expect.element(progress()).not.toBeInTheDocument();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });
});

describe("U7: what is new", () => {
  test("the palette shows it, and it can be put away", async () => {
    await openApp();
    await userEvent.keyboard("{Control>}k{/Control}");
    await page.getByRole("combobox").fill("What is new");
    await userEvent.keyboard("{Enter}");
    const card = page.getByRole("region", { name: "What is new" });
    await expect.element(card).toHaveTextContent(/Version 0\.1\.0.*Palimpsest opens/);
    await button("Put away").click();
    await expect.element(card).not.toBeInTheDocument();
  });

  test("after an update that the user started, it is shown once, and without what was known", async () => {
    const changelog = (await (await fetch("/changelog.json")).json()) as { changes: string[] }[];
    const [first, ...others] = changelog.flatMap(({ changes }) => changes);
    sessionStorage.setItem("palimpsest:changes-known", JSON.stringify(others));
    sessionStorage.setItem("palimpsest:update-started", "yes");
    const { shell } = await openApp();
    const card = page.getByRole("region", { name: "What is new" });
    await expect.element(card.getByRole("listitem")).toHaveTextContent(first!);
    shell.remove();
    await openApp();
    await expect.element(card).not.toBeInTheDocument();
  });
});

test("the palette reaches every Setting, by its name", async () => {
  await openApp();
  for (const label of ["Local server’s key", "Lines of a tool’s output", "Model files"]) {
    await userEvent.keyboard("{Control>}k{/Control}");
    await page.getByRole("combobox").fill(`Setting: ${label}`);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("searchbox", { name: "Search settings" })).toHaveValue(label);
    await expect
      .element(page.getByRole("dialog", { name: "Settings" }).getByText(label, { exact: true }))
      .toBeVisible();
    await button("Close").click();
  }
});

describe("U5: axe finds nothing to complain of", () => {
  for (const theme of ["light", "dark"] as const)
    for (const size of [narrow, undefined])
      test(`${theme}, ${size ? "narrow" : "wide"}: folder's rows with faults, the text with a fault`, async () => {
        const opened = await openApp({ theme, files, ...(size && { size }) });
        Object.assign(opened.agent.folderValues, { "ui.theme": "blue", "model.compressionThreshold": 0.3 });
        if (size) await button("Show sessions").click();
        await button("Settings").click();
        await folderScope().click();
        expect(await complaints()).toEqual([]);
        await button("Edit as JSON").click();
        await text().fill("{");
        await button("Save").click();
        expect(await complaints()).toEqual([]);
      });
});
