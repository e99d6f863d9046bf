/** The names on the screen (N1): the app is found and driven by them. */
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectFocus, answer, button, log, message, openApp } from "./shell.js";

test("N: landmarks, composer, meter, status and buttons are there at the first run", async () => {
  await openApp();
  await expect.element(page.getByRole("navigation", { name: "Sessions" })).toBeVisible();
  await expect.element(page.getByRole("main")).toBeVisible();
  await expect.element(page.getByRole("complementary", { name: "Inspector" })).toBeVisible();
  await expectFocus(message());
  for (const name of ["Send", "New session", "Open folder", "Settings", "Model", "Command palette"]) {
    await expect.element(button(name)).toBeVisible();
  }
  await expect.element(page.getByRole("searchbox", { name: "Search sessions" })).toBeVisible();
  await expect.element(page.getByRole("meter", { name: "Context" })).toHaveAttribute("aria-valuemax", "1048576");
  for (const name of ["Context", "Memory", "Files", "Skills", "Activity"]) {
    await expect.element(page.getByRole("tab", { name })).toBeVisible();
  }
});

test("N: a message and its answer are articles of the log, with the model's name in the description", async () => {
  await openApp({ answer: () => "Four **herons**." });
  await message().fill("How many?");
  await userEvent.keyboard("{Enter}");
  await expect.element(log().getByRole("article", { name: "You" })).toHaveTextContent("How many?");
  await expect.element(answer()).toHaveTextContent("Four herons.");
  await expect.element(answer()).toHaveAccessibleDescription("librarian");
  await expect.element(message()).toHaveValue("");
});

test("N: the meter tells tokens, limit, percent and source", async () => {
  await openApp({
    answer: () => "word ".repeat(20_000),
    at: (agent) => `#/session/${agent.addSession("Long", [{ said: "x".repeat(400_000), answer: "" }])}`,
  });
  const meter = page.getByRole("meter", { name: "Context" });
  await expect.element(meter).toHaveAttribute("aria-valuenow", "100412");
  await expect.element(meter).toHaveAttribute("aria-valuetext", "10% (exact)");
});

describe("N: the Settings dialog", () => {
  test("has its fields, and keeps what is right at once", async () => {
    const { agent } = await openApp();
    await button("Settings").click();
    await expect.element(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
    await page.getByRole("textbox", { name: "API base URL" }).fill("http://127.0.0.1:9");
    await page.getByRole("spinbutton", { name: "Context limit" }).fill("32000");
    await page.getByRole("spinbutton", { name: "Compress at (percent)" }).fill("70");
    await page.getByRole("textbox", { name: "Gemini API key" }).fill("secret");
    await button("Store key").click();
    await expect.element(button("Forget key")).toBeVisible();
    expect(agent.key).toBe("secret");
    expect(agent.values).toMatchObject({
      "model.baseUrl": "http://127.0.0.1:9",
      "model.contextLimit": { librarian: 32_000 },
      "model.compressionThreshold": 0.7,
    });
    await expect.element(page.getByRole("textbox", { name: "Gemini API key" })).toHaveValue("");
  });

  test("gives a sentence for what is wrong, and changes nothing", async () => {
    const { agent } = await openApp();
    await button("Settings").click();
    await page.getByRole("spinbutton", { name: "Compress at (percent)" }).fill("120");
    await page.getByRole("textbox", { name: "API base URL" }).fill("http://example.org");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByText("Give a whole number from 5 to 100.")).toBeVisible();
    await expect.element(page.getByText(/This must be empty, or an address/)).toBeVisible();
    expect(agent.values).toEqual({ "model.compressionThreshold": 0.5 });
  });

  test("is searched, and gives the focus back when it is closed", async () => {
    await openApp();
    await button("Settings").click();
    await page.getByRole("searchbox", { name: "Search settings" }).fill("limit");
    await expect.element(page.getByRole("textbox", { name: "API base URL" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("spinbutton", { name: "Context limit" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog", { name: "Settings" })).not.toBeInTheDocument();
    await expectFocus(button("Settings"));
  });

  test("changes the appearance at once", async () => {
    const { agent } = await openApp();
    await button("Settings").click();
    await page.getByRole("radio", { name: "Dark" }).click();
    await expect.poll(() => document.documentElement.dataset.theme).toBe("dark");
    expect(getComputedStyle(document.body).backgroundColor).toBe("rgb(27, 26, 23)");
    await expect.poll(() => agent.values["ui.theme"]).toBe("dark");
    await page.getByRole("radio", { name: "As the system" }).click();
    await expect.poll(() => document.documentElement.dataset.theme).toBeUndefined();
  });
});

describe("N: the list of Models", () => {
  test("opens from its button, by keyboard alone", async () => {
    const { agent } = await openApp();
    button("Model").element().focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("listbox", { name: "Models" })).toBeVisible();
    await expectFocus(page.getByRole("option", { name: /Librarian/ }));
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.poll(() => agent.modelChoices.find(({ chosen }) => chosen)!.name).toBe("gemini-2.5-pro");
    await expectFocus(button("Model"));
    await expect.element(button("Model")).toHaveAccessibleDescription("Gemini 2.5 Pro");
  });

  test("does not choose what can't be used, and says why", async () => {
    const { agent } = await openApp();
    await button("Model").click();
    const option = page.getByRole("option", { name: /On-device/ });
    await expect.element(option).toHaveTextContent("This browser has no model of its own.");
    (option.element() as HTMLElement).click();
    expect(agent.modelChoices.find(({ chosen }) => chosen)!.name).toBe("librarian");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("listbox", { name: "Models" })).not.toBeInTheDocument();
  });
});

test("N: the command palette opens by Ctrl+K, finds by words and runs", async () => {
  await openApp({ at: (agent) => (agent.addSession("Herons in spring"), "#/new") });
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await userEvent.keyboard("spring herons");
  await expect.element(page.getByRole("option", { name: /Herons in spring/ })).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Herons in spring", level: 1 })).toBeVisible();
  expect(location.hash).toMatch(/^#\/session\//);
});
