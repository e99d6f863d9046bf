/**
 * A real folder on disk, opened in headless Chromium with no one to click through its dialogs. Grants are written into the
 * profile before its first launch; the picker is answered by a drop, which gives a real handle.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright";
import type { Tree } from "../../src/platform/workspace/tree.js";

/**
 * `always`: as if the user had chosen "Allow on every visit" for these folders; survives a relaunch.
 * `write`: any folder that is opened may be edited, until the browser ends. `deny`: none may be edited.
 * `prompt`: as in a fresh profile. A request for permission then waits for ever: headless shows no question.
 */
export type Grant = "always" | "write" | "deny" | "prompt";

export interface Seed {
  readonly origin: string;
  readonly grant: Grant;
  readonly folders?: readonly string[];
}

/** Must come before the first launch of the profile. The keys are those that Chromium writes itself. */
export function seedProfile(profile: string, { origin, grant, folders = [] }: Seed): void {
  const preferences = {
    // Else the browser asks a server about each source file it writes, and waits seconds for an answer that never comes.
    safebrowsing: { enabled: false },
    profile: { content_settings: { exceptions: exceptionsFor(`${origin},*`, grant, folders) } },
  };
  mkdirSync(path.join(profile, "Default"), { recursive: true });
  writeFileSync(path.join(profile, "Default", "Preferences"), JSON.stringify(preferences));
}

function exceptionsFor(origin: string, grant: Grant, folders: readonly string[]): object {
  if (grant === "prompt") return {};
  if (grant !== "always") return { file_system_write_guard: { [origin]: { setting: grant === "write" ? 1 : 2 } } };
  const chosen = folders.map((folder) => ({
    path: folder,
    "display-name": path.basename(folder),
    "is-directory": true,
    readable: true,
    writable: true,
  }));
  return {
    file_system_access_extended_permission: { [origin]: { setting: 1 } },
    file_system_access_chooser_data: { [origin]: { setting: { "chosen-objects": chosen } } },
  };
}

const PICKER = "test-folder-picker";

/** Must come before `page.goto`. Headless Chromium turns its own picker down at once, and nothing can answer it. */
export async function installPicker(page: Page): Promise<void> {
  await page.addInitScript((id) => {
    const noClick = () => new DOMException("Must be handling a user gesture to show a file picker.", "SecurityError");
    const cancelled = () => new DOMException("The user aborted a request.", "AbortError");

    window.showDirectoryPicker = () => {
      if (!navigator.userActivation.isActive) return Promise.reject(noClick());
      const target = document.createElement("div");
      target.id = id;
      target.style.cssText = "position: fixed; inset: 0; z-index: 2147483647";
      target.addEventListener("dragover", (event) => event.preventDefault());
      document.documentElement.append(target);
      return new Promise((resolve, reject) => {
        target.addEventListener("cancel", () => {
          target.remove();
          reject(cancelled());
        });
        target.addEventListener("drop", (event) => {
          event.preventDefault();
          event.stopPropagation(); // the page's own drop zone is not what the user sees now
          const handle = event.dataTransfer!.items[0]!.getAsFileSystemHandle();
          target.remove();
          handle.then((folder) => resolve(folder as FileSystemDirectoryHandle), reject);
        });
      });
    };
  }, PICKER);
}

/** Drops files or folders of the disk on the page, as a user would from a file manager. */
export async function dropPath(
  page: Page,
  dropped: string | readonly string[],
  { x = 100, y = 100 } = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [dropped].flat(), dragOperationsMask: 1 | 2 | 16 }; // copy, link, move
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x, y, data });
  }
  await session.detach();
}

export async function answerPicker(page: Page, folder: string): Promise<void> {
  await page.locator(`#${PICKER}`).waitFor({ state: "attached" });
  await dropPath(page, folder);
  await page.locator(`#${PICKER}`).waitFor({ state: "detached" });
}

export async function cancelPicker(page: Page): Promise<void> {
  const picker = page.locator(`#${PICKER}`);
  await picker.waitFor({ state: "attached" });
  await picker.dispatchEvent("cancel");
}

/** Takes back every grant of an origin, as a user would in the browser's settings, while its pages go on. */
export async function revokeGrants(context: BrowserContext, origin: string): Promise<void> {
  const settings = await context.newPage();
  await settings.goto("chrome://settings/content/filesystem");
  await settings.evaluate(
    (origin) => (globalThis as unknown as Settings).chrome.send("revokeFileSystemGrants", [origin]),
    origin,
  );
  await settings.close();
}
interface Settings {
  readonly chrome: { send(message: string, words: readonly string[]): void };
}

/** Writes a tree to the disk. */
export function plantTree(folder: string, tree: Tree): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, node] of Object.entries(tree)) {
    const place = path.join(folder, name);
    if (typeof node === "string" || node instanceof Uint8Array) writeFileSync(place, node);
    else plantTree(place, node);
  }
}
