/**
 * At signs that are no imports (M3: never a mere `@name` in prose; a plain path with an extension only if
 * the file exists). Decided: an import begins a text or follows white space, as in Gemini CLI, so an `@` within a
 * word is none; a plain name without an extension is none even if there is such a file;
 * a folder is no file. None of these is a failure, and none costs the user a warning.
 */
import type { Files, ImportCase } from "./types.js";
import { lines, memory, texts } from "./write.js";

const stays = (what: string, text: string, files: Files = {}): ImportCase =>
  memory(`${what} stays as it is`, text, { stays: [text] }, files);

const people: readonly ImportCase[] = [
  stays("A handle", "Ask @octocat before you merge."),
  stays("A handle at the start of the file", "@octocat owns this folder."),
  stays("A handle at the end of the file", "This folder is owned by @octocat"),
  stays("A handle with a full stop behind it", "Ask @octocat."),
  stays("A handle in brackets", "The owner (@octocat) decides."),
  stays("A handle with digits and a dash", "Ask @jane-doe42, or @7of9."),
  stays("A handle with an underscore", "Ask @jane_doe or @_jane."),
  stays("A handle of a team", "Reviews go to @acme/frontend and @acme/backend-team."),
  stays("A handle of two hosts", "Follow @ada@example.social for news."),
  stays("A handle that begins each item of a list", lines("- @ada: design", "- @grace: compilers", "- @linus")),
  stays("A handle as the text of a link", "Thanks to [@octocat](https://github.com/octocat)."),
  stays("A handle in Cyrillic", "Спросите @мария перед слиянием."),
  stays("A handle in Chinese", "请先问 @小明 再合并。"),
  stays("A handle in Japanese", "マージの前に @田中 に聞くこと。"),
  stays("A handle that a file without extension is named like", "Ask @owner first.", texts(["owner"])),
  stays("A handle that a folder is named like", "Ask @docs first.", texts(["docs/a.md"])),
  stays("An e-mail address", "Write to jane@example.com about it."),
  stays("An e-mail address in angle brackets", "Jane Doe <jane.doe+ci@mail.example.org> knows."),
  stays("An e-mail address as a link", "[Jane](mailto:jane@example.com) knows."),
  stays("An e-mail address at the start of the file", "jane@example.com is the owner."),
  stays("An e-mail address whose host is a file's name", "Write to jane@example.com.", texts(["example.com"])),
  stays("An e-mail address whose host is a memory's name", "Write to jane@notes.md today.", texts(["notes.md"])),
  stays("The ending of all addresses of a host", "Only addresses at @example.com are let in."),
  stays("The ending of an address before a bracket", "Only some (those of @example.com) are let in."),
  stays("The ending of an address of a longer host", "Those of @mail.example.co.uk, and @example.org; no others."),
];

const codeWords: readonly ImportCase[] = [
  stays("A tag of a doc comment", "Every function has @param and @returns."),
  stays("A tag of a doc comment with a type", "* @param {string} path the file's place"),
  stays("A tag of a doc comment that links", "See {@link Agent} and @see Agent.send for more."),
  stays("A tag of a PHP comment", "@var int $count, @throws RuntimeException"),
  stays("A scoped package", "We use @lit/context and @types/node."),
  stays("A scoped package with a version", "Pin @babel/core@7.23.0 and react@18.2.0."),
  stays("A scoped package whose folder is there", "We use @scope/pkg here.", texts(["scope/pkg/index.js"])),
  stays("A scoped package of which a file without extension is there", "We use @scope/pkg here.", texts(["scope/pkg"])),
  stays("A scoped package with a path that is not there", "Import from @scope/pkg/dist/index.js only."),
  stays("A scoped package with dots", "We use @angular/core and @scope/pkg.js in two places."),
  stays("A package with a tag", "Install it with npm i thing@latest or thing@next."),
  stays("A rule of a style sheet", "Use @media (min-width: 40em) and @container, never @charset."),
  stays("A rule that imports a style sheet", '@import "theme.css";', texts(["theme.css"])),
  stays("A rule that imports a style sheet by url()", "@import url(./theme.css);", texts(["theme.css"])),
  stays("A layer of a style sheet", "@layer base, components; @tailwind utilities;"),
  stays("A decorator", "Elements are declared with @customElement and @property."),
  stays("A decorator with arguments", '@Component({ selector: "app-root" }) is not used here.'),
  stays("A decorator with a dotted name", "Routes use @app.route and tests use @pytest.mark.parametrize."),
  stays("A decorator with a dotted name and arguments", '@app.get("/items/{id}") is the style we want.'),
  stays("An annotation", "Mark it @Override, @Nullable or @Test(expected = X.class)."),
  stays("An annotation with a package", "Mark it @javax.annotation.Nullable where needed."),
  stays("A variable of Ruby", "Prefer @name and @@count to globals."),
  stays("A variable of SQL", "Bind @id, and read @@ROWCOUNT after it."),
  stays("An array of Perl", "Shift from @ARGV, never from @_ by index."),
  stays("A hash of PowerShell", "Write @{ Name = 'x' } and @('a', 'b')."),
  stays("A property of a view", "Write @Model.Name and @Html.Raw with care."),
  stays("An attribute of Elixir", "Each has @moduledoc and @spec."),
  stays("A label of Bazel", "Depend on @rules_go//go:def.bzl and @maven//:guava."),
  stays("A symbol of the language", "It has an @@iterator and a @@toStringTag."),
  stays("A remote of git", "Clone git@github.com:acme/shop.git first."),
  stays("A place on another host", "Copy it to deploy@web1:/srv/app/notes.md then.", texts(["srv/app/notes.md"])),
  stays("A revision of git", "Compare with HEAD@{1} and main@{yesterday}."),
  stays("An action with a version", "Use actions/checkout@v4 and setup-node@v4.1.0."),
  stays("An image with a digest", "Pull alpine@sha256:0a4eaa0eecf5f8c0 only."),
  stays("A picture for dense screens", "The file icon@2x.png is made by hand.", texts(["2x.png", "icon@2x.png"])),
  stays("The head of a hunk", "@@ -1,4 +1,6 @@ is how a hunk begins."),
  stays("An address in a URL", "Open https://medium.com/@jane/notes.md there.", texts(["jane/notes.md"])),
  stays("A user in a URL", "Open ftp://jane@example.com/notes.md there.", texts(["example.com/notes.md"])),
  stays("A version in a URL", "Load https://esm.sh/lit@3.3.3/index.js there."),
];

const signs: readonly ImportCase[] = [
  stays("An at sign alone", "Use the @ sign."),
  stays("An at sign alone in the file", "@"),
  stays("An at sign alone at the end", "Type an @"),
  stays("Two at signs", "Type @@ twice."),
  stays("An at sign that means each", "Three apples @ 1.50 each."),
  stays("An at sign before a number", "Run @60fps, at @2x, from @9am."),
  stays("An at sign before punctuation", "Keys: @, @; @: @! @? @) @] @} @- @+ @= @*"),
  stays("An at sign with a space before the path", "Not @ ./style.md at all.", texts(["style.md"])),
  stays("An at sign at the end of a line before a path", "Not @\n./style.md at all.", texts(["style.md"])),
  stays("A path without an at sign", "See ./style.md and /style.md.", texts(["style.md"])),
  stays("A path behind a word and an at sign", "See user@./style.md there.", texts(["style.md"])),
  stays("A path from the root behind a word and an at sign", "See user@/style.md there.", texts(["style.md"])),
  stays("A path behind two at signs", "See @@./style.md there.", texts(["style.md"])),
  stays("A path behind a backslash and an at sign", "Write \\@./style.md for that.", texts(["style.md"])),
  stays("A quoted path behind a word and an at sign", 'See user@"style.md" there.', texts(["style.md"])),
  stays("A path behind an at sign of full width", "See ＠./style.md there.", texts(["style.md"])),
];

const plainNames: readonly ImportCase[] = [
  stays("A plain name that is no file", "See @style.md for more."),
  stays("A plain name that is no file, alone on its line,", lines("Intro.", "", "@style.md", "", "End.")),
  stays("A plain path that is no file", "See @docs/style.md for more."),
  stays("A plain path that is no file beside one that is", "See @docs/style.md now.", texts(["docs/other.md"])),
  stays("A plain name that is a file only in another folder", "See @style.md now.", texts(["docs/style.md"])),
  stays("A plain name in other letters than the file's", "See @STYLE.md now.", texts(["style.md"])),
  stays("A plain name of which a longer one is there", "See @style.md now.", texts(["style.md.bak", "my-style.md"])),
  stays("A plain name of a file without its extension", "See @style now.", texts(["style.md"])),
  stays("A plain name without an extension that is a file", "See @LICENSE now.", texts(["LICENSE"])),
  stays("A plain path without an extension that is a file", "See @docs/LICENSE now.", texts(["docs/LICENSE"])),
  stays("A plain name with a dot that is a folder", "See @assets.d now.", texts(["assets.d/a.md"])),
  stays("A sentence with three plain names that are no files", "Not @a.md, @b.txt or @c/d.json."),
  memory("Handles stay beside a path that is imported", "@ada and @grace wrote @./style.md with @linus.", {
    imports: ["style.md"],
    stays: ["@ada and @grace wrote ", " with @linus."],
  }),
  memory("A plain name that is no file stays beside one that is", "Read @none.md and @style.md both.", {
    imports: ["style.md"],
    stays: ["Read @none.md and ", " both."],
  }),
  memory(
    "At signs in an imported file stay as well",
    "@./style.md",
    { imports: ["style.md"], stays: ["Ask @octocat, use @scope/pkg, write to jane@example.com, document @param."] },
    { "style.md": "Ask @octocat, use @scope/pkg, write to jane@example.com, document @param.\n" },
  ),
  memory(
    "A page full of at signs gives no failure",
    lines(
      "# Rules",
      "- @param first",
      "- @scope/pkg",
      "- @domain.tld)",
      "- jane@example.com",
      "- @media print",
      "@end",
    ),
    { stays: ["- @param first\n- @scope/pkg\n- @domain.tld)\n- jane@example.com\n- @media print\n@end"] },
  ),
];

export const proseAtSigns: readonly ImportCase[] = [...people, ...codeWords, ...signs, ...plainNames];
