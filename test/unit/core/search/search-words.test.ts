import { array, assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { stem } from "../../../../src/core/search/search-stem.js";
import { runsOf, scanRuns, wordsOfRun } from "../../../../src/core/search/search-words.js";

const words = (text: string) =>
  runsOf(text).flatMap((run) => {
    const { pieces, whole } = wordsOfRun(run);
    return whole === undefined ? pieces : [...pieces, `=${whole}`];
  });

test("R1, R2: an identifier gives its pieces and itself as a whole, however it is written", () => {
  expect(words("maxLength")).toEqual(["max", "length", "=maxlength"]);
  expect(words("max_length")).toEqual(words("maxLength"));
  expect(words("max-length")).toEqual(words("maxLength"));
  expect(words("MAX_LENGTH")).toEqual(words("maxLength"));
  expect(words("HTMLElement")).toEqual(["html", "element", "=htmlelement"]);
  expect(words("UUIDs")).toEqual(["uuid"]);
  expect(words("parseURLsOf")).toEqual(["pars", "url", "of", "=parseurlsof"]);
  expect(words("DNSserver")).toEqual(["dn", "sserv", "=dnsserver"]);
  expect(words("utf8")).toEqual(["utf", "8", "=utf8"]);
});

test("R1: numbers with dots stay whole, a subtraction is no word", () => {
  expect(words("127.0.0.1")).toEqual(["127", "0", "0", "1", "=127.0.0.1"]);
  expect(words("3000-i")).toEqual(["3000"]);
  expect(words("src/core/path.ts")).toEqual(["src", "core", "path", "ts"]);
});

test("R3: case, accents, points and width fall away", () => {
  expect(words("Café CAFÉ cafe\u0301")).toEqual(["cafe", "cafe", "cafe"]);
  expect(words("Straße STRASSE")).toEqual(["strass", "strass"]);
  expect(words("ＰＯＲＴ")).toEqual(["port"]);
  expect(words("مَنفَذ")).toEqual(words("منفذ"));
  expect(words("Ёлка")).toEqual(words("елка"));
});

test("R3: vowel signs of Indic scripts are part of the word", () => {
  expect(words("पोर्ट")).toEqual(["पोर्ट"]);
  expect(words("पर्ट")).not.toEqual(words("पोर्ट"));
});

test("R4: scripts without spaces give pairs, and their last character alone", () => {
  expect(words("端口设置")).toEqual(["端口", "口设", "设置", "置"]);
  expect(words("포트는")).toEqual(["포트", "트는", "는"]);
  expect(words("ｶﾀｶﾅ")).toEqual(words("カタカナ"));
  expect(words("port端口")).toEqual(["端口", "口", "port"]);
  expect(words("𠮷野家")).toEqual(["𠮷野", "野家", "家"]);
});

test("R5: single letters and digests in base64 are left out, hexadecimal ones are whole", () => {
  expect(words("x y")).toEqual([]);
  expect(words("Q".repeat(65))).toEqual([]);
  expect(words("a3f9c2d1b7e4")).toEqual(["=a3f9c2d1b7e4"]);
});

test("stems R2 to R6: the forms of a word meet", () => {
  const families = [
    "set sets setting settings setter",
    "configure configures configured configuring configuration",
    "validate validates validation validator validating",
    "create creates created creating creation creator",
    "parse parses parsed parsing parser",
    "handle handles handler handlers handling",
    "query queries",
    "match matches matched matching",
    "initialise initialize initialised initialization initialisation",
    "colour color colours colors",
    "delete deletes deleted deleting deletion",
    "compress compressed compressing compression compressor",
    "deploy deployment deployed",
    "alias aliases",
    "status statuses",
    "address addresses",
  ];
  for (const family of families) {
    const forms = new Set(family.split(" ").map(stem));
    expect([...forms], family).toHaveLength(1);
  }
});

test("stems R1, R2: what only looks like a form is left alone", () => {
  for (const word of ["class", "status", "this", "string", "port", "user", "bus", "red", "https", "alias"])
    expect(stem(word)).toBe(word);
  expect(stem("number")).not.toBe(stem("num"));
  expect(stem("general")).not.toBe(stem("generate"));
});

/** Any code points, half a pair of surrogates among them. */
const anyUnits = array(integer({ min: 0, max: 0x10ffff }), { maxLength: 60 }).map((points) =>
  String.fromCodePoint(...points),
);

test("any text: runs stand in it in order, and words are of a length that the index can hold", () =>
  assert(
    property(anyUnits, (text) => {
      const places: number[] = [];
      const bad: string[] = [];
      scanRuns(text, 0, text.length, (from, to) => {
        places.push(from, to);
        const { pieces, whole = "" } = wordsOfRun(text.slice(from, to));
        for (const word of [...pieces, whole]) {
          if (new TextEncoder().encode(word).length > 255 || /\p{Cs}/u.test(word)) bad.push(word);
        }
      });
      expect(bad).toEqual([]);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.at(-1) ?? 0).toBeLessThanOrEqual(text.length);
    }),
  ));

test("any run: the words of a text are those of its parts, whatever signs stand between", () =>
  assert(
    property(array(string({ unit: "grapheme", maxLength: 8 }), { maxLength: 8 }), (parts) => {
      expect(words(parts.join(" / "))).toEqual(parts.flatMap(words));
    }),
  ));
