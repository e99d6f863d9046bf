/** The app with a made-up Agent behind it, for the tests of the screen. */
import { expect, onTestFinished } from "vitest";
import { page, type Locator } from "vitest/browser";
import "../../../src/ui/page.css";
import "../../../src/ui/shell/app-shell.js";
import type { AppShell } from "../../../src/ui/shell/app-shell.js";
import { FakeAgent, type FakeAgentOptions } from "../../support/fake-agent.js";
import { fakeDoor } from "../../support/fake-door.js";

export const wide = [1440, 900] as const;
export const narrow = [390, 844] as const;

export interface Opened {
  readonly shell: AppShell;
  readonly agent: FakeAgent;
}

/** Opens the app at an address, as on the day `prepare` left it. */
export async function openApp(
  options: FakeAgentOptions & {
    readonly size?: readonly [number, number];
    readonly at?: (agent: FakeAgent) => string;
    readonly theme?: "light" | "dark";
  } = {},
): Promise<Opened> {
  await page.viewport(...(options.size ?? wide));
  const agent = new FakeAgent(options);
  history.replaceState(null, "", options.at?.(agent) ?? "#/new");
  if (options.theme) document.documentElement.dataset.theme = options.theme;
  const shell = document.createElement("app-shell");
  Object.assign(shell, { port: agent, folders: fakeDoor() });
  document.body.append(shell);
  onTestFinished(() => {
    shell.remove();
    delete document.documentElement.dataset.theme;
  });
  await page
    .getByRole("status", { name: "Status" })
    .getByText(/^(Ready|To read only)$/)
    .findElement();
  return { shell, agent };
}

export const button = (name: string) => page.getByRole("button", { name, exact: true });
export const message = () => page.getByRole("textbox", { name: "Message" });
export const log = () => page.getByRole("log", { name: "Conversation" });
export const answer = () => page.getByRole("article", { name: "Palimpsest" });

/** Waits until an element has the focus, within whatever shadow roots. */
export const expectFocus = (wanted: Locator) =>
  expect
    .poll(() => {
      let found = document.activeElement;
      while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
      return found === wanted.query();
    })
    .toBe(true);
