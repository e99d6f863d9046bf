/** Markdown for text of strangers: quoted so that it stays a quotation, with links to its place. */
import { extensionOf } from "../files/path.js";

/** A fenced block, with one mark more than the longest run inside. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Code within a line, which it cannot end. */
export const inCode = (text: string): string => `\`${text.replaceAll("`", "ˋ").replaceAll(/\s+/g, " ")}\``;

/** A link to a place in the folder, which opens the file in the inspector. */
export const fileLink = (path: string, line?: number): string =>
  `[${inCode(line === undefined ? path : `${path}:${line}`)}](${fileAddress(path, line)})`;

export const fileAddress = (path: string, line?: number): string =>
  `#/file/${path.split("/").map(encoded).join("/")}${line === undefined ? "" : `:${line}`}`;

export const sessionLink = (id: string, title: string): string =>
  `[${inCode(title.slice(0, 80))}](#/session/${encoded(id)})`;

/** `encodeURIComponent` leaves parentheses, which end an address in Markdown. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[()'*!~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const LANGUAGES: Readonly<Record<string, string>> = {
  mjs: "js",
  cjs: "js",
  mts: "ts",
  cts: "ts",
  yml: "yaml",
  htm: "html",
  markdown: "md",
};

/** The name of a file's language behind a fence. */
export function languageOf(path: string): string {
  const ending = extensionOf(path);
  return /^[a-z0-9+#-]{1,12}$/.test(ending) ? (LANGUAGES[ending] ?? ending) : "";
}

/** A blockquote of a text in which nothing is Markdown any more. */
export const blockquote = (text: string): string =>
  text
    .split("\n")
    .map((line) => `> ${plain(line)}`)
    .join("\n");

const plain = (line: string): string => line.replaceAll(/[\\`*_[\]<>#~|!$:]/g, (mark) => `\\${mark}`);
