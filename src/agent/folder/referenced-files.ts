/**
 * Referenced files: those a message points at with `@path`, or a Command with `@{path}` (S3). Their contents are sent along, marked as
 * untrusted (A4). A path that can't be read stays in the message as it was typed, and a notice says why.
 * R1 Files kept from the Model (.geminiignore, and those never shown) are not sent, also if the user names them.
 * R2 Files that git ignores are sent only where the user names them, or the folder that they are in.
 */
import { findAtPaths, withoutEscapes } from "../../core/files/at-path.js";
import type { Part } from "../../core/content.js";
import { failureOf } from "../../core/errors.js";
import { DEFAULT_EXCLUDES } from "../../core/files/excluded-names.js";
import { ignoreIn, WHY_KEPT, keptIn, type Ignore, type IgnoreOptions } from "../../core/files/ignore.js";
import { extensionOf, readPath } from "../../core/files/path.js";
import type { Workspace } from "../../core/files/workspace.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";
import { asUntrusted } from "../../core/text/untrusted.js";

/** The limit of `read_file` (X6). */
const FILE_LINES = 2_000;
/** About 100,000 tokens: a tenth of the usual window. */
const TOTAL_LETTERS = 400_000;
/** A file is read whole before it is cut: reading a larger one would delay the message. */
const FILE_BYTES = 5_000_000;
const FILES = 100;
/** Entries of a folder that are looked at. */
const ENTRIES = 2_000;

const LEFT_OUT: ReadonlySet<string> = new Set([...DEFAULT_EXCLUDES, ".env"]);
const NOT_TEXT_ENDINGS =
  "7z avif bin bmp bz2 class dll dmg doc docx exe gif gz ico jar jpeg jpg mov mp3 mp4 o obj odt ogg otf pdf png pyc pyo so tar ttf wasm wav webm webp woff woff2 xls xlsx zip";
const NOT_TEXT: ReadonlySet<string> = new Set(NOT_TEXT_ENDINGS.split(" "));

export interface SentFile {
  readonly path: string;
  /** The whole file, also if only a part is sent. */
  readonly bytes: Uint8Array;
}

interface Referenced {
  /** The message without its escapes, then the files. */
  readonly parts: readonly Part[];
  /** Why files were not sent, or only in part, in Markdown. */
  readonly notices: readonly string[];
  readonly files: readonly SentFile[];
}

export async function withReferencedFiles(
  text: string,
  workspace: Workspace | undefined,
  ignore: IgnoreOptions,
): Promise<Referenced> {
  const said: Part = { text: withoutEscapes(text) };
  const paths = [...new Set(findAtPaths(text).map(({ path }) => path))];
  if (paths.length === 0) return { parts: [said], notices: [], files: [] };
  if (!workspace) {
    const names = paths.map((path) => asCode(`@${path}`)).join(", ");
    return { parts: [said], notices: [`No folder is open, so ${names} went out as text alone.`], files: [] };
  }
  const basket = createBasket(workspace, ignore);
  for (const path of paths) await gather(basket, { path, shown: asCode(`@${path}`), isUsers: true });
  if (basket.files.length === 0) return { parts: [said], notices: basket.notices, files: [] };
  const contents = basket.files.map((file) => ({ text: `\nContent from @${file.path}:\n${asUntrusted(file.text)}\n` }));
  const [open, close] = [{ text: "\n--- Content from referenced files ---" }, { text: "\n--- End of content ---" }];
  return { parts: [said, open, ...contents, close], notices: basket.notices, files: basket.files };
}

/** Notices and files are those of all paths read so far. */
export interface ReferenceReader extends Pick<Referenced, "notices" | "files"> {
  /** The text of a file or folder; none if it can't be read. To be called one at a time: the paths share the room. */
  textOf(path: string): Promise<string | undefined>;
}

/** Reads the `@{path}` of one Command. */
export function readReferences(workspace: Workspace, ignore: IgnoreOptions): ReferenceReader {
  const basket = createBasket(workspace, ignore);
  return {
    notices: basket.notices,
    files: basket.files,
    async textOf(path) {
      const before = basket.files.length;
      await gather(basket, { path, shown: asCode(`@{${path}}`), isUsers: false });
      const [first, ...others] = basket.files.slice(before);
      if (!first) return undefined;
      if (others.length === 0) return asUntrusted(first.text);
      return [first, ...others].map((file) => `--- ${file.path} ---\n\n${asUntrusted(file.text)}`).join("\n\n");
    },
  };
}

interface Basket {
  readonly workspace: Workspace;
  /** All ignore rules, by the Settings (R2). */
  readonly ignored: Ignore;
  /** The rules for files kept from the Model (R1). */
  readonly kept: Ignore;
  readonly files: (SentFile & { readonly text: string })[];
  readonly notices: string[];
  room: number;
}

const createBasket = (workspace: Workspace, ignore: IgnoreOptions): Basket => ({
  workspace,
  ignored: ignoreIn(workspace, ignore),
  kept: keptIn(workspace, ignore),
  files: [],
  notices: [],
  room: TOTAL_LETTERS,
});

/** `shown` is the path as a notice shows it; `isUsers`, whether the user has typed it. */
async function gather(
  basket: Basket,
  named: { readonly path: string; readonly shown: string; readonly isUsers: boolean },
): Promise<void> {
  const refuse = (why: string) => void basket.notices.push(`${named.shown} went out as text alone: ${why}`);
  try {
    const path = readPath(named.path);
    const { kind } = await basket.workspace.stat(path);
    const isFolder = kind === "folder";
    if (await basket.kept.isIgnored(path, isFolder)) return refuse(`${WHY_KEPT}.`);
    const isIgnored = await basket.ignored.isIgnored(path, isFolder);
    if (isIgnored && !named.isUsers) return refuse("the folder’s ignore rules leave it out.");
    if (!isFolder) await gatherFile(path, basket, refuse);
    else await gatherFolder(path, basket, { shown: named.shown, rules: isIgnored ? basket.kept : basket.ignored });
  } catch (error) {
    refuse(asPlain(failureOf(error).message, 300));
  }
}

async function gatherFolder(
  folder: string,
  basket: Basket,
  { shown, rules }: { readonly shown: string; readonly rules: Ignore },
): Promise<void> {
  const waiting = [folder];
  const found: string[] = [];
  let looked = 0;
  let ignored = 0;
  for (let next = waiting.shift(); next !== undefined && looked < ENTRIES; next = waiting.shift()) {
    const entries = await basket.workspace.list(next);
    const hasRules = entries.some(({ name }) => name === ".gitignore");
    const inside = await rules.rulesIn(next, hasRules);
    for (const { name, path, kind } of entries) {
      looked++;
      if (LEFT_OUT.has(name)) continue;
      const isFolder = kind === "folder";
      if (inside.isIgnored(path, isFolder)) ignored++;
      else if (isFolder) waiting.push(path);
      else if (!NOT_TEXT.has(extensionOf(path))) found.push(path);
    }
  }
  let gone = 0;
  for (const path of found.slice(0, FILES)) {
    if (basket.room <= 0) break;
    await gatherFile(path, basket, () => undefined);
    gone++;
  }
  if (gone < found.length || waiting.length > 0)
    basket.notices.push(`Only the first ${gone} files of ${shown} went along.`);
  if (ignored > 0)
    basket.notices.push(
      `Of ${shown} ${ignored === 1 ? "one entry" : `${ignored} entries`} did not go along: the ignore rules leave ${ignored === 1 ? "it" : "them"} out.`,
    );
}

/** `refuse` is called with the reason where a file can't be sent. */
async function gatherFile(path: string, basket: Basket, refuse: (why: string) => void): Promise<void> {
  const { workspace } = basket;
  if (basket.room <= 0) return refuse("the files before it have filled the message.");
  const { size } = await workspace.stat(path);
  if (size > FILE_BYTES) return refuse("the file is too large to send.");
  const bytes = await workspace.read(path);
  // Text has no NUL in its first part; Git decides in the same way.
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
