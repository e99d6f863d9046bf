/**
 * Paths and names that try to leave a Workspace, to fool whoever reads them, or to break a file system: 500 and more, by
 * kind. They are said to every Tool and every verb of a Workspace (W3).
 */

export interface HostilePath {
  readonly path: string;
  readonly kind: HostileKind;
}

export type HostileKind =
  | "climb"
  | "absolute"
  | "encoded"
  | "control"
  | "invisible"
  | "look-alike"
  | "trailing"
  | "long"
  | "surrogate"
  // The path itself may stand; the browser, the disk or we refuse what it names, or it is an odd name inside the root.
  | "reserved"
  | "characters"
  | "git"
  | "swap"
  | "link"
  | "folded"
  | "odd";

/** Kinds that no Workspace lets pass, wherever its files live. */
export const neverPaths: ReadonlySet<HostileKind> = new Set([
  "climb",
  "absolute",
  "encoded",
  "control",
  "invisible",
  "look-alike",
  "trailing",
  "long",
  "surrogate",
]);

/** What lies around the root for those who get out: see `canaries` of the tests. */
const TARGET = "canary.txt";

const of = (kind: HostileKind, paths: readonly string[]): readonly HostilePath[] =>
  paths.map((path) => ({ path, kind }));
const cross = (left: readonly string[], right: readonly string[], join = ""): readonly string[] =>
  left.flatMap((a) => right.map((b) => `${a}${join}${b}`));
const character = (code: number): string => String.fromCodePoint(code);
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

const climbs = of("climb", [
  ...cross(
    ["../", "../../", "../../../../../../../../", "./../", "sub/../../", "sub/./.././../", ".//..//"],
    [TARGET, "canary/inner.txt", "", "new/made.txt"],
  ),
  ...cross(["..\\", "..\\..\\", "sub\\..\\..\\", ".\\..\\", "..\\/", "sub/..\\../", "sub\\../..\\"], [TARGET, "x\\y"]),
  "..",
  "../.",
  "../..",
  "sub/../..",
  "sub/../../sibling/secret.txt",
  "a/b/c/../../../../canary.txt",
  "../root/../canary.txt",
  ".git/../../canary.txt",
  "none/../../canary.txt",
]);

const absolutes = of("absolute", [
  ...[
    "/",
    "//",
    "/etc/passwd",
    "/etc/shadow",
    "/proc/self/environ",
    "/dev/null",
    "/tmp/x",
    "/root/.ssh/id_rsa",
    "/../x",
  ],
  ...[
    "\\",
    "\\\\server\\share\\x",
    "//server/share/x",
    "\\\\?\\C:\\x",
    "\\\\.\\PhysicalDrive0",
    "\\Windows\\system.ini",
  ],
  ...["C:\\x", "c:/x", "C:x", "Z:", "z:\\..\\x", "C:/Windows/win.ini", "./C:/x", "sub/../C:/x", "a/../D:\\x"],
  ...["file:///etc/passwd", "file:/etc/passwd", "http://example.com/x", "https:/x", "data:/x"],
  ...["~", "~/x", "~/.ssh/id_rsa", "~\\x", "./~/x", "sub/../~/x", "filesystem:/x", "blob:/x", "javascript:/x"],
]);

const DOTS = ["%2e%2e", "%2E%2e", ".%2e", "%2e.", "%252e%252e", "%25252e%25252e", "%2e%2e%2e"];
const SLASHES = ["/", "%2f", "%5c", "%252f", "\\"];
const encodeds = of("encoded", [
  ...cross(cross(DOTS.slice(0, 6), SLASHES), [TARGET]),
  ...cross(["sub/", "sub%2f"], ["%2e%2e/%2e%2e/canary.txt", "..%2f..%2fcanary.txt", "%2e%2e%5c%2e%2e%5ccanary.txt"]),
  ...["%c0%ae%c0%ae/canary.txt", "%c0%ae%c0%ae%c0%afcanary.txt", "..%c0%afcanary.txt", "..%c1%9ccanary.txt"],
  ...["%e0%80%ae%e0%80%ae/canary.txt", "%f0%80%80%ae%f0%80%80%ae/x", "%2fetc%2fpasswd", "%2Fetc/passwd"],
  ...["%5c%5cserver%5cshare", "a%00.txt", "%00", "a%0d%0ab", "a%1bb", "%7e/x", "%43%3a%5cx", "%2e%2e", "sub/%2e%2e"],
]);

const controls = of("control", [
  ...range(0x00, 0x1f).map((code) => `a${character(code)}b.txt`),
  ...range(0x7f, 0x9f).map((code) => `a${character(code)}b.txt`),
  ...[
    "\0",
    "canary.txt\0",
    "\0../canary.txt",
    "..\0/canary.txt",
    "a.txt\0.png",
    "sub/\0/x",
    "\n",
    "a\r\n../canary.txt",
  ],
]);

const invisibles = of("invisible", [
  ...[0x00ad, 0x061c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff, 0xfff9, 0xfffa, 0xfffb].map(
    (code) => `a${character(code)}b.txt`,
  ),
  ...range(0x202a, 0x202e).map((code) => `a${character(code)}txt.exe`),
  ...range(0x2060, 0x2064).map((code) => `.${character(code)}./canary.txt`),
  ...range(0x2066, 0x206f).map((code) => `a${character(code)}b.txt`),
  ...[0xe0001, 0xe0020, 0xe0041, 0xe007f].map((code) => `a${character(code)}b.txt`),
]);

const DOTTED = ["․․", "‥", "．．", "．.", ".．", ".\u200d.", "\u200c..", "…", "﹒﹒", "․."];
const SLASHED = [..."⁄∕∖⟋⟍⧵⧸⧹╱╲／＼﹨"];
const lookAlikes = of("look-alike", [
  ...cross(DOTTED, [`/${TARGET}`, ""]),
  ...SLASHED.map((slash) => `..${slash}${TARGET}`),
  ...SLASHED.map((slash) => `${slash}etc${slash}passwd`),
  ...cross(["sub/"], ["．．/../canary.txt", "‥/x"]),
]);

const trailings = of("trailing", [
  ...["a.", "a..", "a ", "a. ", "a .", "a\u00a0", "a\u3000", "a\u2003", "...", "....", ". ", ".. ", "sub./x", "sub /x"],
  ...[
    "canary.txt.",
    "canary.txt ",
    ".git./config",
    ".git /config",
    "con.",
    "con ",
    "x/.. /y",
    "x/... /y",
    "../canary.txt.",
  ],
]);

const longs = of("long", [
  "x".repeat(256),
  "x".repeat(4_000),
  "x".repeat(5_000),
  "x".repeat(100_000),
  "é".repeat(128),
  "日".repeat(86),
  "😀".repeat(64),
  `sub/${"x".repeat(300)}/y`,
  `${"a/".repeat(2_001)}b`,
  `${"a/".repeat(50_000)}b`,
  `${"../".repeat(2_000)}canary.txt`,
  `${"x".repeat(250)}.tar.gz`,
  "%2e".repeat(200),
]);

const surrogates = of("surrogate", ["a\ud800", "\udc00", "a\ud800b", "\udfff/x", "..\ud83d/canary.txt", "sub/\udbff"]);

const DEVICES = ["con", "prn", "aux", "nul", "clock$", ...range(1, 9).flatMap((n) => [`com${n}`, `lpt${n}`])];
const reserveds = of("reserved", [
  ...DEVICES,
  ...["conin$", "conout$", "CONIN$"],
  ...DEVICES.map((name) => `${name.toUpperCase()}.txt`),
  ...["sub/con", "con/x.txt", "sub/aux/y", "nul.tar.gz", "desktop.ini", "Desktop.INI", "thumbs.db", "sub/Thumbs.db"],
  ...["a.lnk", "a.LNK", "a.scf", "a.url", "sub/b.Url", "a.{21EC2020-3AEA-1069-A2DD-08002B30309D}"],
]);

const characters = of("characters", [
  ...[...'*?"<>|'].flatMap((mark) => [`a${mark}b`, `${mark}`, `sub/${mark}.txt`]),
  ...["sub/a:b", "a.txt::$DATA", "sub/a:stream", "sub/C:/x", "a.txt:Zone.Identifier", " lead", "sub/ lead.txt"],
]);

const gits = of("git", [
  ...cross(
    [".git", ".GIT", ".Git", "sub/.git"],
    ["/config", "/hooks/pre-commit", "/modules/x/config", "/CONFIG", "/Hooks/x"],
  ),
  ".git/./config",
  ".git//config",
  ".git\\config",
  "sub/../.git/config",
]);

const swaps = of("swap", [
  "a.crswap",
  "inside.txt.crswap",
  "inside.txt.palimpsest-new.crswap",
  "sub/.crswap",
  ".crswap",
]);

/** Links in the root, by name, and where they lead. */
export const hostileLinks: Readonly<Record<string, string>> = {
  "to-canary.txt": "../canary.txt",
  "to-outside": "..",
  "to-sibling": "../sibling",
  "to-etc": "/etc",
  "to-passwd.txt": "/etc/passwd",
  "to-itself": "to-itself",
  "to-nothing.txt": "../nothing.txt",
  "to-inside.txt": "inside.txt",
};
const links = of("link", [
  ...Object.keys(hostileLinks),
  ...cross(
    ["to-outside/", "to-sibling/", "to-outside/root/../", "sub/../to-outside/"],
    [TARGET, "secret.txt", "new/made.txt"],
  ),
  ...["to-etc/passwd", "to-etc/made.txt", "to-itself/x", "to-inside.txt/x", "to-nothing.txt/x"],
]);

const foldeds = of("folded", [
  ...[
    "INSIDE.TXT",
    "Inside.txt",
    "ınside.txt",
    "İNSİDE.TXT",
    "in\u017fide.txt",
    "SUB/x.txt",
    "\u212aelvin.txt",
    "ﬁle.txt",
  ],
  ...["cafe\u0301.txt", "caf\u00e9.txt", "A\u030angstrom.txt", "\u212bngstrom.txt", "straße.txt", "STRASSE.TXT"],
]);

const odds = of("odd", [
  ...["__proto__", "constructor", "prototype/x", "hasOwnProperty", "toString", "sub/__proto__/polluted", "valueOf"],
  ...[
    "-rf",
    "--help",
    "$(reboot)",
    "`reboot`",
    "; rm -rf",
    "&& ls",
    "${HOME}",
    "$HOME/x",
    "#",
    "{{7}}",
    "%s%n",
    "100%",
  ],
  ...[
    "'",
    "' OR 1=1",
    "<!--",
    "[x]",
    "{a,b}",
    "!important",
    "@import",
    "=1+1",
    "a;b",
    "a&b",
    "a\u200db",
    "👩‍💻.txt",
    "~x",
  ],
  ...["sub/-", "sub/--", "a,b", "a=b", "a+b", "a^b", ".hidden", "..hidden", "...hidden", "sub/..x/y"],
]);

export const hostilePaths: readonly HostilePath[] = [
  ...climbs,
  ...absolutes,
  ...encodeds,
  ...controls,
  ...invisibles,
  ...lookAlikes,
  ...trailings,
  ...longs,
  ...surrogates,
  ...reserveds,
  ...characters,
  ...gits,
  ...swaps,
  ...links,
  ...foldeds,
  ...odds,
];
