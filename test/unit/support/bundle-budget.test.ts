/** The budget of the first load must be able to fail. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "../../support/browser.js";
import { weighFirstLoad } from "../../support/bundle-budget.mjs";

const dist = temporaryFolder("dist");
afterEach(() => dist.remove());

interface Script {
  readonly code: string;
  /** What it was made from, as its source map says. */
  readonly sources?: readonly string[];
}

/** A build with these scripts under assets/. */
function build(scripts: Readonly<Record<string, Script>>) {
  mkdirSync(path.join(dist.path, "assets"), { recursive: true });
  const page = `<script type="module" crossorigin src="/assets/index-a.js"></script>`;
  writeFileSync(path.join(dist.path, "index.html"), page);
  for (const [name, { code, sources = [] }] of Object.entries<Script>({
    "log.worker-a.js": { code: "" },
    ...scripts,
  })) {
    writeFileSync(path.join(dist.path, "assets", name), code);
    writeFileSync(path.join(dist.path, "assets", `${name}.map`), JSON.stringify({ sources }));
  }
}

test("counts the page's modules, what they import at once, and the log worker; not what they import later", () => {
  build({
    "index-a.js": {
      code: `import{a as e}from"./one.js";import"./two.js";export{b}from"./three.js";const x=()=>import("./later.js");`,
    },
    "one.js": { code: "import * as n from './four.js';" },
    "two.js": { code: "" },
    "three.js": { code: "" },
    "four.js": { code: "" },
    "later.js": { code: "x".repeat(1000) },
  });
  const names = weighFirstLoad(dist.path).files.map(({ name }) => path.basename(name));
  expect(names.toSorted()).toEqual(["four.js", "index-a.js", "log.worker-a.js", "one.js", "three.js", "two.js"]);
});

test("names a heavy package wherever it hides in the first load", () => {
  const heavy = { code: "", sources: ["../../node_modules/@google/genai/dist/web/index.mjs"] };
  build({ "index-a.js": { code: `import("./client.js")` }, "client.js": heavy });
  expect(weighFirstLoad(dist.path).heavy).toEqual([]);
  build({ "index-a.js": { code: `import"./client.js"` }, "client.js": heavy });
  expect(weighFirstLoad(dist.path).heavy).toEqual(["@google/genai"]);
});
