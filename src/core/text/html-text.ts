/** The text of a page without markup. Pages may be hostile and broken: this never fails and takes linear time. */

/** Elements whose content is not for reading. */
const SILENT = new Set("script style noscript template svg iframe object head title nav footer".split(" "));
const BLOCKS =
  /^(?:p|div|section|article|main|header|aside|ul|ol|dl|dt|dd|table|tr|form|fieldset|figure|figcaption|blockquote|pre|hr|br|h[1-6]|details|summary|address)$/;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["nbsp", " "],
  ...`amp& lt< gt> quot" apos' mdash— ndash– hellip… lsquo‘ rsquo’ ldquo“ rdquo” copy© middot· laquo« raquo»`
    .split(" ")
    .map((each): [string, string] => [each.slice(0, -1), each.slice(-1)]),
]);

export function pageText(html: string): { readonly title: string; readonly text: string } {
  const [, title = ""] = /<title[^>]{0,200}>([^<]{0,500})/i.exec(html) ?? [];
  const pieces: string[] = [];
  /** Tags without an end from here on: looking for it again at each would take for ever. */
  const endless = new Set<string>();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open < 0) {
      pieces.push(html.slice(at));
      break;
    }
    pieces.push(html.slice(at, open));
    if (html.startsWith("<!--", open)) {
      at = after(html, "-->", open + 4);
      continue;
    }
    const [, slash = "", name = ""] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 40)) ?? [];
    if (name === "" && !/^<[!?]/.test(html.slice(open, open + 2))) {
      pieces.push("<"); // no tag: someone wrote a < b
      at = open + 1;
      continue;
    }
    at = after(html, ">", open + 1);
    const tag = name.toLowerCase();
    if (slash === "" && SILENT.has(tag) && html[at - 2] !== "/") {
      // Without an end all the rest would be dropped: then only the tag is.
      const end = endless.has(tag) ? -1 : indexOfEnd(html, tag, at);
      if (end >= 0) at = after(html, ">", end);
      else endless.add(tag);
    } else if (tag === "li" && slash === "") pieces.push("\n- ");
    else if (/^h[1-6]$/.test(tag) && slash === "") pieces.push(`\n\n${"#".repeat(Number(tag[1]))} `);
    else if (tag === "td" || tag === "th") pieces.push(slash ? " | " : "");
    else if (BLOCKS.test(tag)) pieces.push("\n");
  }
  return { title: tidy(decoded(title)), text: tidy(decoded(pieces.join(""))) };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

function indexOfEnd(html: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? -1;
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? parseInt(hex as string, 16) : undefined;
    if (code === undefined) return ENTITIES.get((name as string).toLowerCase()) ?? (whole as string);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";
  });

const tidy = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replaceAll(/[ \t\r\f\v\u00a0]+/g, " ").trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
