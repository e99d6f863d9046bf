/**
 * Which files make which kind of text, and which of them the training may see. A source with role "unseen" is only
 * measured, never trained on: it stands for what the estimator will meet in the world.
 */
import * as read from "./read-text.js";

export type Role = "train" | "unseen";
export interface Source {
  readonly kind: string;
  readonly role: Role;
  /** `deb:<package>`, `npm:<package>` in the corpus folder, or `modules:<package>` in node_modules. */
  readonly from: string;
  readonly match: RegExp;
  readonly read: read.Reader;
  /** The least part of a sample's letters that must be of this script; the translations of manuals are half English. */
  readonly script?: RegExp;
  /** How much of it is taken, if not the usual. */
  readonly bytes?: number;
}

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const HANGUL = /\p{Script=Hangul}/gu;
const CYRILLIC = /\p{Script=Cyrillic}/gu;
const ARABIC = /\p{Script=Arabic}/gu;
const DEVANAGARI = /\p{Script=Devanagari}/gu;

type Row = readonly [role: Role, from: string, match: RegExp, reader: read.Reader];
const of = (kind: string, rows: readonly Row[], script?: RegExp, bytes?: number): Source[] =>
  rows.map(([role, from, match, reader]) => ({ kind, role, from, match, read: reader, script, bytes }));

const translated = (code: string): RegExp => new RegExp(`/(LC_MESSAGES/.*|i18n/|lang/|locales/)?${code}\\b`);
const mo = (code: string): RegExp => new RegExp(`/${code}/LC_MESSAGES/.*\\.mo$`);
const html = /\.html$/;

/** The packages of node_modules that no training reads: the unit test measures on them. */
export const UNSEEN_MODULES = /^(fast-check|parse5|lit-html|protobufjs|comlink|idb|@lit|ajv|rolldown)\//;
const SEEN_MODULES =
  /^(vite|eslint|zod|yargs|workbox-(build|core|routing|strategies)|@babel\/(core|traverse|types)|terser|postcss|rollup|undici-types|undici|@vitest\/(expect|runner|utils)|@types\/node|acorn|espree|semver|ws|tinybench|glob|minimatch|chai)\//;
const modules = (pattern: RegExp, ending: RegExp): RegExp => new RegExp(`(?=${pattern.source}).*${ending.source}`);
const notUnseen = (rest: RegExp): RegExp => new RegExp(`^(?!${UNSEEN_MODULES.source.slice(1)})${rest.source}`);

export const sources: readonly Source[] = [
  ...of("English prose", [
    ["train", "deb:debian-reference-en", html, read.markup],
    ["train", "deb:developers-reference", html, read.markup],
    ["train", "deb:fortunes", /games\/fortunes\/[\w-]+$/, read.plain],
    ["train", "deb:git-doc", /\.txt$/, read.plain],
    ["train", "deb:debian-handbook", /en-US\/.*\.html$/, read.markup],
    ["train", "deb:libreoffice-help-en-us", html, read.markup],
    ["unseen", "deb:aptitude-doc-en", html, read.markup],
    ["unseen", "deb:gnome-user-docs", /help\/C\/.*\.page$/, read.markup],
    ["unseen", "deb:debian-faq", html, read.markup],
  ]),
  ...of("Markdown", [
    ["train", "modules:", modules(SEEN_MODULES, /\.md$/), read.plain],
    ["train", "modules:", notUnseen(/[d-s][\w-]*\/(README|CHANGELOG)\.md$/), read.plain],
    ["train", "npm:mathjs", /\.md$/, read.plain],
    ["unseen", "npm:rxjs", /\.md$/, read.plain],
    ["unseen", "npm:monaco-editor", /\.md$/, read.plain],
    ["unseen", "npm:wtfjs", /README\.md$/, read.plain],
    ["unseen", "modules:", modules(UNSEEN_MODULES, /\.md$/), read.plain],
  ]),
  ...of("TypeScript and JavaScript", [
    ["train", "modules:", modules(SEEN_MODULES, /(?<!\.min)\.(m?js|cjs)$/), read.plain],
    ["train", "modules:", modules(SEEN_MODULES, /\.d\.m?ts$/), read.plain],
    ["train", "npm:antd", /^\/(es|lib)\/.*\.(js|d\.ts)$/, read.plain],
    ["train", "npm:element-ui", /\/(src|packages)\/.*\.(js|vue)$/, read.plain],
    ["train", "npm:mathjs", /lib\/esm\/.*\.js$/, read.plain],
    ["unseen", "npm:three", /\/(src|examples\/jsm)\/.*\.js$/, read.plain],
    ["unseen", "npm:rxjs", /\/src\/.*\.ts$/, read.plain],
    ["unseen", "npm:lodash", /^\/\w+\.js$/, read.plain],
    ["unseen", "modules:", modules(UNSEEN_MODULES, /(?<!\.min)\.(m?js|ts)$/), read.plain],
  ]),
  ...of("Python", [
    ["train", "deb:libpython3.11-stdlib", /\.py$/, read.plain],
    ["train", "deb:python3-pip", /\.py$/, read.plain],
    ["unseen", "deb:python3-django", /\.py$/, read.plain],
  ]),
  ...of("C, CSS, PHP, shell", [
    ["train", "deb:libc6-dev", /\.h$/, read.plain],
    ["train", "deb:linux-libc-dev", /\.h$/, read.plain],
    ["train", "deb:bash-completion", /\/completions\/\w+$/, read.plain],
    ["train", "deb:debhelper", /\/(bin\/\w+|.*\.pm)$/, read.plain],
    ["train", "deb:dokuwiki", /\.php$/, read.plain],
    ["train", "modules:", /^(highlight\.js|lighthouse|playwright-core)\/.*\.css$/, read.plain],
    ["train", "npm:vant", /\.css$/, read.plain],
    ["train", "npm:element-ui", /\.(scss|css)$/, read.plain],
    ["unseen", "deb:libglib2.0-dev", /\.h$/, read.plain],
    ["unseen", "deb:mediawiki", /\.(php|less)$/, read.plain],
    ["unseen", "npm:bootstrap", /\.(s?css)$/, read.plain],
    [
      "unseen",
      "deb:git",
      /\/git-core\/git-(sh-\w+|mergetool|filter-branch|submodule|web--browse|request-pull|instaweb|quiltimport|add--interactive|send-email)|contrib\/.*\.(sh|pl|bash)$/,
      read.plain,
    ],
  ]),
  ...of("Markup and minified code", [
    ["train", "deb:debian-reference-en", html, read.plain],
    ["train", "deb:git-doc", html, read.plain],
    ["train", "modules:", /^(lucide|highlight\.js|axe-core|terser)\/.*\.min\.js$/, read.plain],
    ["train", "npm:element-ui", /\/lib\/[\w-]+\.js$/, read.plain],
    ["train", "npm:antd", /dist\/antd\.min\.js$/, read.plain],
    ["unseen", "deb:aptitude-doc-en", html, read.plain],
    ["unseen", "deb:gnome-user-docs", /help\/C\/.*\.page$/, read.plain],
    ["unseen", "npm:rxjs", /\.min\.js$/, read.plain],
    ["unseen", "npm:lodash", /\.min\.js$/, read.plain],
    ["unseen", "npm:vant", /\.min\.js$/, read.plain],
  ]),
  ...(["JSON, indented", "JSON, minified"] as const).flatMap((kind) => {
    const reader = kind === "JSON, indented" ? read.jsonPretty : read.jsonMin;
    return of(kind, [
      ["train", "modules:", modules(SEEN_MODULES, /(?<!tsconfig[\w.-]*)\.json$/), reader],
      ["train", "modules:", notUnseen(/[a-m][\w-]*\/package\.json$/), reader],
      ["train", "modules:", /^@babel\/compat-data\/.*\.json$/, reader],
      ["train", "modules:", /^@paulirish\/.*\/en-US\.json$/, reader],
      ["train", "npm:emojibase-data", /\/(en|de)\/(data|messages)\.json$/, reader],
      ["train", "npm:element-ui", /\.json$/, reader],
      ["train", "modules:", /^(@opentelemetry|source-map-js|@google|zod|undici)\/.*\.map$/, reader],
      ["unseen", "deb:mediawiki", /\/(extension|skin|package|composer)\.json$|i18n\/(api\/)?en\.json$/, reader],
      ["unseen", "modules:", modules(UNSEEN_MODULES, /(?<!tsconfig[\w.-]*)\.json$/), reader],
      ["unseen", "npm:antd", /\.json$/, reader],
      ["unseen", "npm:bootstrap", /\.(json|map)$/, reader],
    ]);
  }),
  ...of(
    "Chinese",
    [
      ["train", "deb:debian-reference-zh-cn", html, read.markup],
      ["train", "deb:manpages-zh", /man\d\/.*\.gz$/, read.manual],
      ["train", "deb:maint-guide-zh-cn", html, read.markup],
      ["train", "deb:libreoffice-help-zh-cn", html, read.markup],
      ["train", "npm:typescript", /zh-(cn|tw)\/.*\.json$/, read.jsonStrings],
      ["train", "deb:debian-handbook", /zh-TW\/.*\.html$/, read.markup],
      ["train", "deb:mediawiki", /i18n\/zh-(hans|hant)\.json$/, read.jsonStrings],
      ["train", "deb:git", /zh_(CN|TW)\/LC_MESSAGES\/.*\.mo$/, read.catalogue],
      ["unseen", "deb:debian-faq-zh-cn", html, read.markup],
      ["unseen", "deb:debian-handbook", /zh-CN\/.*\.html$/, read.markup],
      ["unseen", "deb:gnome-user-docs", /help\/zh_CN\/.*\.page$/, read.markup],
      ["unseen", "npm:wtfjs", /README-zh-cn\.md$/, read.plain],
      ["unseen", "modules:lighthouse", /\/zh(-TW|-HK)?\.json$/, read.jsonStrings],
    ],
    HAN,
  ),
  ...of(
    "Japanese",
    [
      ["train", "deb:debian-reference-ja", html, read.markup],
      ["train", "deb:developers-reference-ja", html, read.markup],
      ["train", "deb:manpages-ja", /man\d\/.*\.gz$/, read.manual],
      ["train", "deb:libreoffice-help-ja", html, read.markup],
      ["train", "npm:typescript", /\/ja\/.*\.json$/, read.jsonStrings],
      ["train", "deb:mediawiki", /i18n\/ja\.json$/, read.jsonStrings],
      ["unseen", "deb:aptitude-doc-ja", html, read.markup],
      ["unseen", "deb:debian-faq-ja", html, read.markup],
      ["unseen", "deb:debian-handbook", /ja-JP\/.*\.html$/, read.markup],
      ["unseen", "modules:lighthouse", /\/ja\.json$/, read.jsonStrings],
    ],
    KANA,
  ),
  ...of(
    "Korean",
    [
      ["train", "deb:libreoffice-help-ko", html, read.markup],
      ["train", "npm:typescript", /\/ko\/.*\.json$/, read.jsonStrings],
      ["train", "deb:gnome-user-docs", /help\/ko\/.*\.page$/, read.markup],
      ["train", "deb:libgtk-3-common", mo("ko"), read.catalogue],
      ["train", "deb:firefox-esr-l10n-ko", /\.xpi$/, read.languagePack],
      ["train", "deb:mediawiki", /i18n\/ko\.json$/, read.jsonStrings],
      ["unseen", "deb:debian-handbook", /ko-KR\/.*\.html$/, read.markup],
      ["unseen", "deb:installation-guide-amd64", /\/ko\/.*\.html$/, read.markup],
      ["unseen", "npm:wtfjs", /README-kr\.md$/, read.plain],
      ["unseen", "modules:lighthouse", /\/ko\.json$/, read.jsonStrings],
    ],
    HANGUL,
  ),
  ...of(
    "Russian",
    [
      ["train", "deb:manpages-ru", /man\d\/.*\.gz$/, read.manual],
      ["train", "deb:fortunes-ru", /fortunes\/ru\/[\w.]+$/, read.plain],
      ["train", "deb:libreoffice-help-ru", html, read.markup],
      ["train", "npm:typescript", /\/ru\/.*\.json$/, read.jsonStrings],
      ["train", "deb:installation-guide-amd64", /\/ru\/.*\.html$/, read.markup],
      ["unseen", "deb:debian-faq-ru", html, read.markup],
      ["unseen", "deb:aptitude-doc-ru", html, read.markup],
      ["unseen", "deb:developers-reference-ru", html, read.markup],
      ["unseen", "modules:lighthouse", /\/ru\.json$/, read.jsonStrings],
    ],
    CYRILLIC,
  ),
  ...of(
    "Arabic",
    [
      ["train", "deb:libreoffice-l10n-ar", mo("ar"), read.catalogue],
      ["train", "deb:libgtk-3-common", mo("ar"), read.catalogue],
      ["train", "deb:firefox-esr-l10n-ar", /\.xpi$/, read.languagePack],
      ["train", "deb:mediawiki", /i18n\/(ar|arz|fa)\.json$/, read.jsonStrings],
      ["train", "deb:python3-django", /\/ar\/.*\.mo$/, read.catalogue],
      ["unseen", "deb:debian-handbook", /ar-MA\/.*\.html$/, read.markup],
      ["unseen", "deb:wordpress-l10n", /\/(admin-)?ar\.mo$/, read.catalogue],
      ["unseen", "modules:lighthouse", /\/ar\.json$/, read.jsonStrings],
    ],
    ARABIC,
  ),
  ...of("German", [
    ["train", "deb:debian-reference-de", html, read.markup],
    ["train", "deb:manpages-de", /man\d\/.*\.gz$/, read.manual],
    ["train", "deb:libreoffice-help-de", html, read.markup],
    ["train", "deb:fortunes-de", /fortunes\/de\/\w+$/, read.plain],
    ["train", "npm:typescript", /\/de\/.*\.json$/, read.jsonStrings],
    ["unseen", "deb:developers-reference-de", html, read.markup],
    ["unseen", "deb:debian-faq-de", html, read.markup],
    ["unseen", "deb:debian-handbook", /de-DE\/.*\.html$/, read.markup],
    ["unseen", "modules:lighthouse", /\/de\.json$/, read.jsonStrings],
  ]),
  ...of("Spanish", [
    ["train", "deb:debian-reference-es", html, read.markup],
    ["train", "deb:manpages-es", /man\d\/.*\.gz$/, read.manual],
    ["train", "deb:libreoffice-help-es", html, read.markup],
    ["train", "npm:typescript", /\/es\/.*\.json$/, read.jsonStrings],
    ["unseen", "deb:aptitude-doc-es", html, read.markup],
    ["unseen", "deb:fortunes-es", /fortunes\/es\/[\w.-]+\.fortunes$/, read.plain],
    ["unseen", "deb:debian-handbook", /es-ES\/.*\.html$/, read.markup],
    ["unseen", "modules:lighthouse", /\/es\.json$/, read.jsonStrings],
  ]),
  ...of("French", [
    ["train", "deb:debian-reference-fr", html, read.markup],
    ["train", "deb:manpages-fr", /man\d\/.*\.gz$/, read.manual],
    ["train", "deb:gnome-user-docs", /help\/fr\/.*\.page$/, read.markup],
    ["train", "npm:typescript", /\/fr\/.*\.json$/, read.jsonStrings],
    ["unseen", "deb:developers-reference-fr", html, read.markup],
    ["unseen", "deb:debian-faq-fr", html, read.markup],
    ["unseen", "deb:debian-handbook", /fr-FR\/.*\.html$/, read.markup],
    ["unseen", "modules:lighthouse", /\/fr\.json$/, read.jsonStrings],
  ]),
  ...of(
    "Hindi",
    [
      ["train", "deb:libreoffice-help-hi", html, read.markup],
      ["train", "deb:libgtk-3-common", mo("hi"), read.catalogue],
      ["train", "deb:gnome-user-docs", /help\/(hi|mr)\/.*\.page$/, read.markup],
      ["train", "deb:mediawiki", /i18n\/(hi|ne|mr)\.json$/, read.jsonStrings],
      ["unseen", "deb:firefox-esr-l10n-hi-in", /\.xpi$/, read.languagePack],
      ["unseen", "npm:wtfjs", /README-hi\.md$/, read.plain],
      ["unseen", "modules:lighthouse", /\/hi\.json$/, read.jsonStrings],
    ],
    DEVANAGARI,
  ),
  ...of(
    "Other languages",
    [
      ..."it pt_BR pl tr nl sv cs el uk vi he th hu ro fi id bn ta te"
        .split(" ")
        .map((code) => ["train", "deb:libgtk-3-common", mo(code), read.catalogue] as Row),
      ["train", "npm:typescript", /\/(it|pl|tr|cs|pt-br)\/.*\.json$/, read.jsonStrings],
      [
        "train",
        "deb:gnome-user-docs",
        /help\/(it|pl|sv|cs|uk|vi|el|he|ta|te|gu|kn|pt_BR|hu|nl|tr|fi|id)\/.*\.page$/,
        read.markup,
      ],
      ..."it pt-br pl tr nl sv cs el uk vi he th hu ro fi id bn ta te ka hy"
        .split(" ")
        .map((code) => ["train", "deb:mediawiki", translated(`i18n/${code}\\.json$`), read.jsonStrings] as Row),
      [
        "unseen",
        "deb:debian-handbook",
        /(it-IT|pt-BR|pl-PL|tr-TR|nl-NL|sv-SE|cs-CZ|el-GR|vi-VN|id-ID|ro-RO)\/.*\.html$/,
        read.markup,
      ],
      ["unseen", "modules:lighthouse", /\/(it|pt|pl|tr|nl|sv|cs|el|uk|vi|he|th|hu|ro|fi|id)\.json$/, read.jsonStrings],
    ],
    undefined,
    30_000,
  ),
];
