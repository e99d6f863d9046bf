/**
 * Kinds of text that no package ships and an agent sees all day: listings, logs, search results, diffs, encoded bytes,
 * chat with emoji, notes in Chinese or Japanese with code between. Made from the packages' own files and texts.
 */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { createHash } from "node:crypto";
import { filesOf, type Document } from "./corpus.js";
import { pick, seededRandom, shuffled, type Random } from "./random.js";
import type { Source } from "./sources.js";

export interface Made {
  readonly source: Pick<Source, "kind" | "role" | "from" | "bytes">;
  readonly texts: Iterable<string>;
}

type Role = Source["role"];

export function makeDocuments(written: readonly Document[]): Made[] {
  const made = (kind: string, role: Role, from: string, make: (random: Random, index: number) => string): Made => ({
    source: { kind, role, from, bytes: /^made:(find|ls|grep|diff)/.test(from) ? 45_000 : undefined },
    texts: texts(seededRandom(`${kind} ${role} ${from}`), make),
  });
  /** Samples of some kinds for the document of this index: the third of each three is held out, and so are its parts. */
  const pools = new Map<string, string[]>();
  const from = (role: Role, kinds: RegExp, index: number): string[] => {
    const split = role === "unseen" ? "unseen" : index % 3 === 2 ? "held-out" : "train";
    const key = `${split} ${kinds.source}`;
    if (!pools.has(key))
      pools.set(
        key,
        written.filter((one) => one.split === split && kinds.test(one.kind)).flatMap((one) => one.samples),
      );
    return pools.get(key)!;
  };
  const both = ["train", "unseen"] as const;
  const PROSE = /^(English prose|German|Spanish|French|Other languages)$/;
  const CODE = /^(TypeScript|Python|C, CSS)/;
  return [
    ...both.flatMap((role) => [
      made("Emoji chat", role, "made:chat", (random, index) => chat(random, from(role, PROSE, index), role)),
      made("Emoji chat", role, "made:chat in Asian languages", (random, index) =>
        chat(random, from(role, /^(Chinese|Japanese|Korean|Hindi|Arabic|Russian)$/, index), role),
      ),
      ...["Chinese", "Japanese", "Korean"].map((kind) =>
        made("Notes in Asian languages with code", role, `made:notes in ${kind}`, (random, index) =>
          notes(random, from(role, new RegExp(kind), index), from(role, CODE, index)),
        ),
      ),
    ]),
    ...(
      [
        ["train", "deb:python3-pip"],
        ["train", "deb:dokuwiki"],
        ["train", "deb:libc6-dev"],
        ["train", "npm:antd"],
        ["train", "deb:libpython3.11-stdlib"],
        ["unseen", "npm:three"],
        ["unseen", "deb:git"],
        ["unseen", "modules:protobufjs"],
        ["unseen", "deb:gnome-user-docs"],
      ] as const
    ).flatMap(([role, tree]) => [
      made("Listings and logs", role, `made:find ${tree}`, (random) => found(random, tree)),
      made("Listings and logs", role, `made:ls ${tree}`, (random) => listed(random, tree)),
    ]),
    ...both.map((role) =>
      made("Listings and logs", role, "made:log", (random, index) =>
        logged(random, from(role, /^English/, index), role),
      ),
    ),
    ...(
      [
        ["train", "deb:libpython3.11-stdlib", /\.py$/],
        ["train", "modules:vite", /\.(js|d\.ts)$/],
        ["train", "npm:element-ui", /src\/.*\.(js|vue|scss)$/],
        ["train", "deb:dokuwiki", /\.(php|txt)$/],
        ["train", "deb:git-doc", /\.txt$/],
        ["unseen", "npm:three", /src\/.*\.js$/],
        ["unseen", "deb:python3-django", /\.py$/],
        ["unseen", "npm:rxjs", /src\/.*\.ts$/],
        ["unseen", "deb:mediawiki", /\.php$/],
      ] as const
    ).flatMap(([role, tree, match]) => [
      made("Search results and diffs", role, `made:grep ${tree}`, (random) => searched(random, tree, match)),
      made("Search results and diffs", role, `made:diff ${tree}`, (random) => changed(random, tree, match)),
    ]),
    made("Encoded bytes", "train", "made:random bytes", (random) => encoded(random, randomBytes(random, 3_000))),
    made("Encoded bytes", "unseen", "npm:emojibase-data", (random) =>
      encoded(random, fileBytes(random, "npm:emojibase-data")),
    ),
    made("Encoded bytes", "unseen", "deb:libreoffice-help-ko", (random) => digests(random, "deb:libreoffice-help-ko")),
  ];
}

function* texts(random: Random, make: (random: Random, index: number) => string): Generator<string> {
  for (let index = 0; index < 40; index++) yield make(random, index);
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Faces and hands are said most, so the first of a seeded order are said most; unseen chats have an order of their own. */
function chat(random: Random, samples: readonly string[], role: Role): string {
  const emoji = emojiOrder(role);
  const say = () => emoji[Math.floor(emoji.length * random() ** 3)]!;
  const sentences = times(40, () => pick(samples, random)).flatMap((sample) => sample.split(/(?<=[.!?。!?।؟])\s*|\n+/));
  return shuffled(sentences, random)
    .filter((sentence) => sentence.length > 3 && sentence.length < 160)
    .slice(0, 60)
    .map((sentence) => {
      const many = say().repeat(1 + Math.floor(random() * 3));
      return random() < 0.3 ? sentence : random() < 0.2 ? `${many} ${sentence}` : `${sentence} ${many}`;
    })
    .join("\n");
}

const orders = new Map<Role, string[]>();
function emojiOrder(role: Role): string[] {
  if (!orders.has(role)) {
    const { root } = filesOf("npm:emojibase-data");
    const all = JSON.parse(readFileSync(path.join(root, "en/compact.json"), "utf8")) as {
      unicode: string;
      group?: number;
    }[];
    // Flags (group 9) are rare in talk; components (2) are no emoji of their own.
    const usual = all.filter((one) => one.group !== undefined && one.group !== 2 && one.group !== 9);
    orders.set(
      role,
      shuffled(usual, seededRandom(`emoji ${role}`)).map((one) => one.unicode),
    );
  }
  return orders.get(role)!;
}

function notes(random: Random, prose: readonly string[], code: readonly string[]): string {
  const blocks = times(14, () => {
    const said = pick(prose, random);
    const shown = pick(code, random);
    const name = shown.match(/\b[a-z]\w{4,}/i)?.[0] ?? "main";
    const dice = random();
    if (dice < 0.25) return `\`\`\`${pick(["ts", "py", "sh", "js", ""], random)}\n${shown.trim()}\n\`\`\``;
    if (dice < 0.4) return `## ${1 + Math.floor(random() * 9)}. ${said.slice(0, 18).trim()}`;
    if (dice < 0.6)
      return lines(said)
        .map((line) => `- ${line}\`${name}\``)
        .join("\n");
    if (dice < 0.75)
      return lines(said)
        .map((line) => `${1 + Math.floor(random() * 9)}. **${name}**:${line}`)
        .join("\n");
    return said.trim();
  });
  return blocks.join("\n\n");
}
const lines = (text: string): string[] =>
  text
    .split(/\n+|(?<=。)/)
    .filter((line) => line.trim() !== "")
    .slice(0, 8);

function some(random: Random, tree: string, count: number, match?: RegExp): { root: string; files: string[] } {
  const { root, files } = filesOf(tree);
  const matching = match ? files.filter((file) => match.test(file)) : files;
  const start = Math.floor(random() * Math.max(1, matching.length - count));
  return { root, files: matching.slice(start, start + count) };
}

function found(random: Random, tree: string): string {
  const { root, files } = some(random, tree, 150);
  const prefix = pick([".", "", "/home/ana/project", "/usr/lib", "src"], random);
  return files.map((file) => prefix + file.slice(root.length)).join("\n");
}

function listed(random: Random, tree: string): string {
  const { files } = some(random, tree, 150);
  const owner = pick(["root root", "ana  ana ", "1000 1000"], random);
  const iso = random() < 0.4;
  return files
    .map((file, index) => {
      const size = String(statSync(file).size).padStart(8);
      const day = new Date(1_600_000_000_000 + Math.floor(random() * 2e11)).toISOString();
      const month = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")[Number(day.slice(5, 7)) - 1]!;
      const when = iso
        ? day.slice(0, 16).replace("T", " ")
        : `${month} ${String(Number(day.slice(8, 10))).padStart(2)} ${day.slice(11, 16)}`;
      const head = index % 25 === 0 ? `\n${path.dirname(file)}:\ntotal ${Math.floor(random() * 900)}\n` : "";
      return `${head}-rw-r--r-- 1 ${owner} ${size} ${when} ${path.basename(file)}`;
    })
    .join("\n");
}

function logged(random: Random, prose: readonly string[], role: Role): string {
  const words = pick(prose, random).split(/\s+/);
  const form = Math.floor(random() * 3);
  const module = pick(["http", "worker", "db.pool", "build", "auth-service", "scheduler"], random);
  return times(90, () => {
    const at = new Date(1_700_000_000_000 + Math.floor(random() * 1e10)).toISOString();
    const start = Math.floor(random() * words.length);
    const message = words.slice(start, start + 4 + Math.floor(random() * 8)).join(" ");
    const number = Math.floor(random() * 10_000);
    if (role === "unseen") {
      if (form === 0) return `${at.slice(5, 10)} ${at.slice(11, 19)} host ${module}[${number}]: ${message}`;
      if (form === 1)
        return `10.0.${number % 256}.${number % 100} - - [${at.slice(8, 10)}/Nov/2026:${at.slice(11, 19)} +0000] "GET /api/${module}/${number} HTTP/1.1" 200 ${number * 7}`;
      return `[${at.slice(11, 19)}] ${message} (${number} ms)`;
    }
    if (form === 0)
      return `${at} ${pick(["INFO", "WARN", "ERROR", "DEBUG"], random)} ${module} - ${message} took=${number}ms`;
    if (form === 1) return `${at.slice(0, 19).replace("T", " ")},${number % 1000} [${module}] ${message}`;
    return JSON.stringify({ level: pick(["info", "warn", "error"], random), ts: at, module, msg: message, ms: number });
  }).join("\n");
}

function searched(random: Random, tree: string, match: RegExp): string {
  const { root, files } = some(random, tree, 30, match);
  const word = pick(["return", "this", "if ", "import", "the ", "value", "=", "name"], random);
  return files
    .flatMap((file) =>
      textLines(file)
        .map((line, index) => [index + 1, line] as const)
        .filter(([, line]) => line.includes(word) && line.length < 300)
        .slice(0, 12)
        .map(([number, line]) => `${file.slice(root.length + 1)}:${number}:${line}`),
    )
    .slice(0, 200)
    .join("\n");
}

function changed(random: Random, tree: string, match: RegExp): string {
  const { root, files } = some(random, tree, 6, match);
  return files
    .map((file) => {
      const all = textLines(file);
      const name = file.slice(root.length + 1);
      const hash = createHash("sha1").update(name).digest("hex");
      const head = `diff --git a/${name} b/${name}\nindex ${hash.slice(0, 7)}..${hash.slice(7, 14)} 100644\n--- a/${name}\n+++ b/${name}\n`;
      const hunks = times(2, () => {
        const at = Math.floor(random() * Math.max(1, all.length - 14));
        const body = all.slice(at, at + 14).map((line, index) => {
          if (index < 3 || index > 10 || random() < 0.5) return ` ${line}`;
          return random() < 0.5 ? `+${line}` : `-${line}\n+${line.replace(/\w+/, "next")}`;
        });
        return `@@ -${at + 1},14 +${at + 1},${14 + Math.floor(random() * 4)} @@\n${body.join("\n")}`;
      });
      return head + hunks.join("\n");
    })
    .join("\n");
}
const textLines = (file: string): string[] => readFileSync(file, "utf8").split("\n");

const randomBytes = (random: Random, count: number): Buffer =>
  Buffer.from(times(count, () => Math.floor(random() * 256)));

/** Bytes without a pattern, a stream of hashes seeded by a real file: what a picture or an archive looks like. */
function fileBytes(random: Random, tree: string): Buffer {
  const { files } = filesOf(tree);
  return hashedStream(readFileSync(pick(files, random)), 3_000);
}
function hashedStream(bytes: Buffer, count: number): Buffer {
  const blocks: Buffer[] = [];
  for (let index = 0; index * 64 < count; index++)
    blocks.push(createHash("sha512").update(bytes).update(String(index)).digest());
  return Buffer.concat(blocks).subarray(0, count);
}

function encoded(random: Random, bytes: Buffer): string {
  const parts: string[] = [];
  for (let at = 0; at + 64 <= bytes.length;) {
    const dice = random();
    const size = dice < 0.35 ? 48 : dice < 0.5 ? 400 : dice < 0.75 ? 32 : 16;
    const piece = bytes.subarray(at, at + size);
    at += size;
    if (size >= 48) parts.push(piece.toString("base64"));
    else if (size === 32) parts.push(piece.toString("hex"));
    else parts.push(piece.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
  }
  return parts.join("\n");
}

/** What sha256sum, md5sum and a lock file say of real files. */
function digests(random: Random, tree: string): string {
  const form = Math.floor(random() * 3);
  return times(60, () => {
    const bytes = readFileSync(pick(filesOf(tree).files, random));
    if (form === 0) return createHash("sha256").update(bytes).digest("hex");
    if (form === 1) return createHash("md5").update(bytes).digest("hex");
    return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  }).join("\n");
}
