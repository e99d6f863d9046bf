/** The built page, looked at by axe on every main screen, light and dark (U5), and by Lighthouse as a whole. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { send, useGemini } from "../support/app-page.js";
import { chromiumFlags, chromiumPath } from "../support/chromium.mjs";
import { longAnswer } from "../support/long-answer.js";
import { says, thinks } from "../support/script.js";
import { still } from "../support/still.js";
import { useApp } from "../support/use-app.js";

const app = useApp("accessibility");

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Under an open drawer the page is out of reach, as under a dialog, and with it its main part and its title. */
const underDrawer = ["landmark-one-main", "page-has-heading-one"];

/** What axe finds: each rule with where it is broken. */
async function findings(page: Page, except: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async (values) => {
    interface Found {
      violations: { id: string; nodes: { target: unknown[]; failureSummary: string }[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(where: Document, how: object): Promise<Found> } };
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values } });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.flat().join(" > ")}: ${failureSummary}`),
    );
  }, tags);
  return found.filter((each) => !except.some((rule) => each.startsWith(`${rule} `)));
}

type Walk = (page: Page) => Promise<unknown>;
const wide = { width: 1360, height: 900 };
const narrow = { width: 390, height: 800 };
const screens: readonly (readonly [string, typeof wide, Walk])[] = [
  ["first run", wide, (page) => page.getByRole("complementary", { name: "Inspector" }).getByRole("tablist").waitFor()],
  ["conversation", wide, openConversation],
  [
    "files",
    wide,
    async (page) => {
      await page.getByRole("tab", { name: "Files" }).click();
      await page.getByRole("tree").waitFor();
    },
  ],
  [
    "activity",
    wide,
    async (page) => {
      await openConversation(page);
      await page.getByRole("tab", { name: "Activity" }).click();
      await page.getByRole("tab", { name: "Activity", selected: true }).waitFor();
    },
  ],
  [
    "settings",
    wide,
    async (page) => {
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("dialog", { name: "Settings" }).waitFor();
    },
  ],
  [
    "models",
    wide,
    async (page) => {
      await page.getByRole("button", { name: /^Model/ }).click();
      await page.getByRole("listbox", { name: "Models" }).waitFor();
    },
  ],
  [
    "command palette",
    wide,
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Command palette" }).waitFor();
    },
  ],
  ["narrow", narrow, openConversation],
  [
    "narrow, sessions drawer",
    narrow,
    async (page) => {
      await page.getByRole("button", { name: "Show sessions" }).click();
      await page.getByRole("list", { name: "Session list" }).waitFor();
    },
  ],
  [
    "narrow, inspector drawer",
    narrow,
    async (page) => {
      await page.getByRole("button", { name: "Show inspector" }).click();
      await page.getByRole("tablist").waitFor();
    },
  ],
];

async function openConversation(page: Page): Promise<void> {
  await page.goto(`${app.origin}/#/session/${session}`);
  await page.getByRole("log", { name: "Conversation" }).getByText("Done.", { exact: true }).waitFor();
}

/** The Session that is shown, with an answer that has everything in it. */
let session = "";

describe("axe finds nothing to complain of", () => {
  beforeAll(async () => {
    const page = await app.open();
    await useGemini(page, app.wire.url, { model: "Gemini 2.5 Pro" });
    await app.wire.script([thinks("Let me see."), says(longAnswer)]);
    await send(page, "Show me everything");
    await page.getByRole("log", { name: "Conversation" }).getByText("Done.", { exact: true }).waitFor();
    [, session = ""] = /#\/session\/(.+)/.exec(page.url()) ?? [];
    await page.close();
  });

  for (const colorScheme of ["light", "dark"] as const)
    test.each(screens)(`${colorScheme}: %s`, async (name, size, walk) => {
      const before = async (page: Page) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize(size);
      };
      const page = await app.open({ before });
      await walk(page);
      await page.evaluate(still); // axe measures colours as they are
      expect(await findings(page, name.endsWith("drawer") ? underDrawer : [])).toEqual([]);
      await page.close();
    });

  test("and would, if there were something", async () => {
    const page = await app.open();
    await page.evaluate(() => document.body.append(document.createElement("button")));
    expect((await findings(page)).join()).toContain("button-name");
    await page.close();
  });
});

test("Lighthouse gives 100 for accessibility and 100 for best practices", { timeout: 300_000 }, async () => {
  const report = app.at("lighthouse.json");
  // Its parser takes quotes around a value, and strips them from around the whole.
  const flags = ["--headless=new", ...chromiumFlags].map((flag) => flag.replace(/=(.* .*)$/, '="$1"')).join(" ");
  const asked = ["--only-categories=accessibility,best-practices", "--output=json", `--output-path=${report}`];
  const lighthouse = spawn(
    process.execPath,
    ["node_modules/lighthouse/cli/index.js", app.origin, "--quiet", `--chrome-flags=${flags}`, ...asked],
    { env: { ...process.env, CHROME_PATH: chromiumPath() }, stdio: ["ignore", "inherit", "inherit"] },
  );
  expect((await once(lighthouse, "exit"))[0]).toBe(0);
  const { categories, audits } = JSON.parse(readFileSync(report, "utf8")) as {
    categories: Record<string, { score: number; auditRefs: { id: string }[] }>;
    audits: Record<string, { score: number | null; title: string; details?: unknown }>;
  };
  const failing = Object.values(audits).filter(({ score }) => score !== null && score < 1);
  const scores = Object.entries(categories).map(([name, { score }]) => `${name} ${score * 100}`);
  console.log(scores.join(", "));
  expect(failing.map(({ title, details }) => `${title} ${JSON.stringify(details)}`)).toEqual([]);
  expect(scores).toEqual(["accessibility 100", "best-practices 100"]);
});
