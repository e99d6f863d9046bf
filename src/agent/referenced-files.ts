/**
 * The files a message points at with `@path` (facts 6.2): their contents go along as parts of their own, marked as what
 * others wrote (A4). What can't be had stays in the message as it was typed, and the user is told why.
 */
import { findAtPaths, withoutEscapes } from "../core/at-path.js";
import type { Part } from "../core/content.js";
import { failureOf } from "../core/errors.js";
import { extensionOf, readPath } from "../core/path.js";
import type { Workspace } from "../core/workspace.js";
import { asCode, asPlain } from "./markdown-text.js";
import { asUntrusted } from "./untrusted.js";

/** As `read_file` has it (facts 6.1). */
const FILE_LINES = 2_000;
/** About 100,000 tokens: a tenth of the usual window. */
const TOTAL_LETTERS = 400_000;
/** A file is read whole before it is cut: more would be felt. */
const FILE_BYTES = 5_000_000;
const FILES = 100;
/** Entries that are looked at in a folder, so that a huge one costs no more than a large one. */
const ENTRIES = 2_000;

/** Space-separated names as a set. */
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const LEFT_OUT = setOf(
  "node_modules .git bower_components .svn .hg .vscode .idea dist build coverage __pycache__ .DS_Store .env",
);
const NOT_TEXT = setOf(
  "7z avif bin bmp bz2 class dll dmg doc docx exe gif gz ico jar jpeg jpg mov mp3 mp4 o obj odt ogg otf pdf png pyc pyo so tar ttf wasm wav webm webp woff woff2 xls xlsx zip",
);

export interface Referenced {
  /** The message without its escapes, then the files. */
  readonly parts: readonly Part[];
  /** What was not sent and why, in Markdown. */
  readonly notices: readonly string[];
  /** The files that go along, as they are. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

export async function withReferencedFiles(text: string, workspace: Workspace | undefined): Promise<Referenced> {
  const said: Part = { text: withoutEscapes(text) };
  const paths = [...new Set(findAtPaths(text).map(({ path }) => path))];
  if (paths.length === 0) return { parts: [said], notices: [], files: [] };
  if (!workspace) {
    const names = paths.map((path) => asCode(`@${path}`)).join(", ");
    return { parts: [said], notices: [`No folder is open, so ${names} went out as text alone.`], files: [] };
  }
  const basket = createBasket();
  for (const path of paths) await gather(workspace, path, basket);
  if (basket.files.length === 0) return { parts: [said], notices: basket.notices, files: [] };
  const contents = basket.files.map((file) => ({ text: `\nContent from @${file.path}:\n${asUntrusted(file.text)}\n` }));
  return {
    parts: [
      said,
      { text: "\n--- Content from referenced files ---" },
      ...contents,
      { text: "\n--- End of content ---" },
    ],
    notices: basket.notices,
    files: basket.files,
  };
}

/** What one path stands for, as one text; none if there is nothing to be had. */
export async function referencedText(path: string, workspace: Workspace): Promise<string | undefined> {
  const basket = createBasket();
  await gather(workspace, path, basket);
  const [first, ...others] = basket.files;
  if (!first) return undefined;
  if (others.length === 0) return asUntrusted(first.text);
  return basket.files.map((file) => `--- ${file.path} ---\n\n${asUntrusted(file.text)}`).join("\n\n");
}

interface Basket {
  readonly files: { readonly path: string; readonly bytes: Uint8Array; readonly text: string }[];
  readonly notices: string[];
  room: number;
}

const createBasket = (): Basket => ({ files: [], notices: [], room: TOTAL_LETTERS });

async function gather(workspace: Workspace, said: string, basket: Basket): Promise<void> {
  try {
    const path = readPath(said);
    const { kind } = await workspace.stat(path);
    if (kind === "folder") await gatherFolder(workspace, path, basket);
    else await gatherFile(workspace, path, basket, said);
  } catch (error) {
    basket.notices.push(`${asCode(`@${said}`)} went out as text alone: ${asPlain(failureOf(error).message, 300)}`);
  }
}

async function gatherFolder(workspace: Workspace, folder: string, basket: Basket): Promise<void> {
  const waiting = [folder];
  const found: string[] = [];
  let looked = 0;
  for (let next = waiting.shift(); next !== undefined && looked < ENTRIES; next = waiting.shift()) {
    for (const { name, path, kind } of await workspace.list(next)) {
      looked++;
      if (LEFT_OUT.has(name)) continue;
      if (kind === "folder") waiting.push(path);
      else if (!NOT_TEXT.has(extensionOf(path))) found.push(path);
    }
  }
  let gone = 0;
  for (const path of found.slice(0, FILES)) {
    if (basket.room <= 0) break;
    await gatherFile(workspace, path, basket);
    gone++;
  }
  if (gone < found.length || waiting.length > 0)
    basket.notices.push(`Only the first ${gone} files of ${asCode(`@${folder || "."}`)} went along.`);
}

/** `named`: the path as the user typed it; a file that was only found in a folder is left out without a word. */
async function gatherFile(workspace: Workspace, path: string, basket: Basket, named?: string): Promise<void> {
  const refuse = (why: string) => {
    if (named !== undefined) basket.notices.push(`${asCode(`@${named}`)} went out as text alone: ${why}`);
  };
  if (basket.room <= 0) return refuse("the files before it have filled the message.");
  const { size } = await workspace.stat(path);
  if (size > FILE_BYTES) return refuse("the file is too large to send.");
  const bytes = await workspace.read(path);
  // Text has no NUL in its first part; this is how git tells, too.
  if (bytes.subarray(0, 8_000).includes(0)) return refuse("it is not a text file.");
  const lines = new TextDecoder().decode(bytes).split("\n");
  let text = lines.slice(0, FILE_LINES).join("\n");
  const cuts: string[] = lines.length > FILE_LINES ? [`its first ${FILE_LINES} of ${lines.length} lines`] : [];
  if (text.length > basket.room) {
    text = text.slice(0, basket.room).replace(/[\uD800-\uDBFF]$/u, "");
    cuts.push("as much as one message may carry");
  }
  basket.room -= text.length;
  if (cuts.length > 0) {
    text += `\n[The file goes on: use read_file to see the rest.]`;
    basket.notices.push(`Of ${asCode(`@${path}`)} went along ${cuts.join(", ")}.`);
  }
  basket.files.push({ path, bytes, text });
}
