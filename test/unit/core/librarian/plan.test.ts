/** Plain words → what the librarian does. Notation: `kind argument argument`. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planFor, type Plan } from "../../../../src/core/librarian/plan.js";

function noted(plan: Plan): string {
  switch (plan.kind) {
    case "talk":
      return `talk ${plan.about}`;
    case "remember":
      return `remember ${plan.fact}`;
    case "read":
      return ["read", plan.path, plan.from && `${plan.from}-${plan.to}`].filter(Boolean).join(" ");
    case "list":
      return `list ${plan.path || "."}`;
    case "files":
      return `${plan.counts ? "count" : "files"} ${plan.pattern}`;
    case "lines":
      return `${plan.counts ? "count" : "lines"} ${plan.text}`;
    case "recall":
      return `recall ${plan.own ? "own" : "any"} ${plan.topic}`;
    case "search":
      return ["search", plan.cannot, ...plan.phrases.map((phrase) => `"${phrase}"`)].filter(Boolean).join(" ");
  }
}
const plan = (words: string) => noted(planFor(words));

describe("orders", () => {
  test.each([
    ["read src/app.ts 10-40", "read src/app.ts 10-40"],
    ["Read src/app.ts, lines 10 to 40", "read src/app.ts 10-40"],
    ["please open the file `README.md`", "read README.md"],
    ["Can you show me package.json?", "read package.json"],
    ["show src/", "list src"],
    ["lies src/app.ts Zeilen 3 bis 9", "read src/app.ts 3-9"],
    ["lee src/app.ts", "read src/app.ts"],
    ["прочитай src/app.ts 1-5", "read src/app.ts 1-5"],
    ["读取 src/app.ts 1-5", "read src/app.ts 1-5"],
    ["src/app.tsを読んで", "read src/app.ts"],
    ["list src", "list src"],
    ["ls", "list ."],
    ["What is in this folder?", "list ."],
    ["what is in src/ui?", "list src/ui"],
    ["列出文件", "list ."],
    ["list the tests", "files **/{*.test.*,*.spec.*,*_test.*,*-test.*,test_*.*,test/**,tests/**,__tests__/**}"],
    ["list all markdown files in docs", "files docs/**/*.{md,mdx,markdown,txt}"],
    ["find *.css", "files **/*.css"],
    ["find files named settings", "files **/*settings*"],
    ["how many files are there?", "count **/*"],
    ["how many .ts files are in src", "count **/*.ts"],
    ["Find every TODO in my notes", "lines TODO"],
    ["grep createServer(", "lines createServer("],
    ['how many times is "port" said?', "count port"],
  ])("%s → %s", (words, expected) => expect(plan(words)).toBe(expected));
});

describe("R1, R2: what is no order is searched for", () => {
  test.each([
    ["find where the port is set", "search"],
    ["Where is the API key read?", "search"],
    ["read the configuration", "search"],
    ["show me where errors are thrown", "search"],
    ["list all the functions that parse dates", "search"],
    ["how does the offline mode work?", "search"],
    ["how many retries are made?", "search"],
    ['where is "port in use" printed?', 'search "port in use"'],
    ["端口在哪里设置？", "search"],
    ["rename config to settings", "search edit"],
    ["run the tests", "search run"],
  ])("%s → %s", (words, expected) => expect(plan(words)).toBe(expected));
});

describe("what was said", () => {
  test.each([
    ["what did I say about the deadline?", "recall own the deadline"],
    ["What did we decide about the colour", "recall own the colour"],
    ["what did you say about tests?", "recall any tests"],
    ["did I ever mention the landlord?", "recall own the landlord"],
    ["was habe ich über den Termin gesagt?", "recall own den Termin"],
    ["¿qué dije sobre el plazo?", "recall own el plazo"],
    ["что я говорил о сроке?", "recall own сроке"],
    ["关于截止日期我说过什么？", "recall own 截止日期"],
    ["締め切りについて何と言った？", "recall own 締め切り"],
  ])("%s → %s", (words, expected) => expect(plan(words)).toBe(expected));
});

test.each([
  ["hello", "talk greeting"],
  ["Hi there!", "talk greeting"],
  ["你好", "talk greeting"],
  ["What can you do without a key?", "talk help"],
  ["Hello! What can you do?", "talk help"],
  ["And offline?", "talk help"],
  ["thanks a lot", "talk thanks"],
  ["…", "talk nothing"],
  ["remember that I use tabs", "remember I use tabs"],
])("talk: %s → %s", (words, expected) => expect(plan(words)).toBe(expected));

test("any words have a plan, the same each time, in little time", () =>
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 3_000 }), (words) => {
      expect(planFor(words)).toEqual(planFor(words));
    }),
  ));
