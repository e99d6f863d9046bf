import * as fc from "fast-check";
import { expect, test } from "vitest";
import { pageText } from "../../../../src/core/text/html-text.js";
import { cpuTime } from "../../../support/cpu-time.js";

test("the words of a page, in their order, without what is not for reading", () => {
  const { title, text } = pageText(`<!doctype html><html><head><title>Figs &amp; pears</title><style>p{}</style></head>
    <body><nav>Home</nav><h1>Figs</h1><p>They   are <b>sweet</b>.<br>And soft.</p><script>alert("<p>no</p>")</script>
    <ul><li>one</li><li>two</li></ul><!-- <p>hidden</p> --><table><tr><td>a</td><td>b</td></tr></table>2 &lt; 3 &#8212; &#x41;</body>`);
  expect(title).toBe("Figs & pears");
  expect(text).toBe("# Figs\n\nThey are sweet.\nAnd soft.\n\n- one\n- two\n\na | b |\n\n2 < 3 — A");
});

test.each([
  ["a < b and c > d", "a < b and c > d"],
  ["<script>never closed <p>still here", "never closed\nstill here"],
  ["&unknown; &#0; &#xD800; &amp", "&unknown; &amp"],
  ["<p title='>'>x", "'>x"],
  ["", ""],
])("what is broken is read as far as it goes: %s", (html, words) => expect(pageText(html).text).toBe(words));

test("no page makes it fail, and none takes long", async () => {
  const piece = fc.constantFrom(
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "<script",
    "</script>",
    "&#",
    ";",
    "a",
    " ",
    "\n",
    "<li>",
    "<h1>",
    '"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 300 }), (pieces) => {
      pageText(pieces.join(""));
    }),
  );
  const taken = await cpuTime(() => {
    for (const bomb of ["<", "<script>", "<!--", "</", "&#", "<a ", "\n "]) pageText(bomb.repeat(200_000));
  });
  expect(taken).toBeLessThan(5_000);
});
