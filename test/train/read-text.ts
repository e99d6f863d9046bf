/** Turns the files of packages into the text a person or a Model would see: HTML, manual pages, catalogues, JSON. */
import { readFileSync } from "node:fs";
import { gunzipSync, inflateRawSync } from "node:zlib";

export type Reader = (file: string) => string;

export const plain: Reader = (file) => bytesOf(file).toString("utf8");

/** HTML and Mallard pages: tags go, blocks become lines. */
export const markup: Reader = (file) =>
  plain(file)
    .replace(/<(script|style|head|info|nav)\b[\s\S]*?<\/\1>/gi, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<\/(p|div|h\d|li|tr|pre|dt|dd|title|item)>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => entity(name) ?? whole)
    .replace(/[ \t]*\n\s*\n\s*/g, "\n\n")
    .replace(/\n +/g, "\n")
    .trim();

/** A manual page's source without its macros. */
export const manual: Reader = (file) =>
  plain(file)
    .split("\n")
    .filter((line) => !/^['.]\\"/.test(line) && !/^\.(TH|de|ie|el|nr|if)\b/.test(line))
    .map((line) =>
      line
        .replace(/^\.(SH|SS|B|I|BR|RB|IR|RI|BI|IB)\s+/, "")
        .replace(/^\.[A-Za-z]{1,2}\b.*$/, "")
        .replace(/\\f[A-Z]|\\f\(..|\\\(aq|\\&|\\[|^]/g, "")
        .replace(/\\-/g, "-"),
    )
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");

/** The translations of a binary gettext catalogue (.mo), one a paragraph. */
export const catalogue: Reader = (file) => {
  const bytes = bytesOf(file);
  const count = bytes.readUInt32LE(8);
  const table = bytes.readUInt32LE(16);
  const texts: string[] = [];
  for (let index = 1; index < count; index++) {
    const length = bytes.readUInt32LE(table + 8 * index);
    const at = bytes.readUInt32LE(table + 8 * index + 4);
    texts.push(bytes.toString("utf8", at, at + length).replaceAll("\0", "\n"));
  }
  return texts.join("\n");
};

/** Every string in a JSON file, one a line. */
export const jsonStrings: Reader = (file) => {
  const texts: string[] = [];
  JSON.parse(plain(file), (_key, value: unknown) => {
    if (typeof value === "string" && value.length > 12) texts.push(value);
    return value;
  });
  return texts.join("\n");
};

/** The string literals of a script of messages, one a line. */
export const literals: Reader = (file) =>
  [...plain(file).matchAll(/"((?:[^"\\\n]|\\.){8,})"|'((?:[^'\\\n]|\\.){8,})'/g)]
    .map((match) => match[1] ?? match[2]!)
    .join("\n");

export const jsonPretty: Reader = (file) => JSON.stringify(JSON.parse(plain(file)), null, 2);
export const jsonMin: Reader = (file) => JSON.stringify(JSON.parse(plain(file)));

/** The messages of a Fluent or properties archive (a language pack is a zip file). */
export const languagePack: Reader = (file) =>
  [...zipEntries(bytesOf(file))]
    .filter(([name]) => /\.(ftl|properties)$/.test(name))
    .map(([, text]) =>
      text
        .split("\n")
        .filter((line) => !line.startsWith("#"))
        .map((line) => line.replace(/^[\w.-]+ *= */, "").trim())
        .filter((line) => line.length > 20)
        .join("\n"),
    )
    .join("\n");

function* zipEntries(bytes: Buffer): Generator<[string, string]> {
  let at = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1")) + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const body = bytes.subarray(start, start + size);
    yield [name, (method === 8 ? inflateRawSync(body) : body).toString("utf8")];
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

function bytesOf(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: "\u00a0" };
function entity(name: string): string | undefined {
  if (!name.startsWith("#")) return NAMED[name];
  return String.fromCodePoint(/^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10));
}
