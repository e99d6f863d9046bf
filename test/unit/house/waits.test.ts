/** No test waits for a time: what to use instead is in test/README.md. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scriptsIn } from "../../support/exported-names.js";

const files = ["unit", "browser", "e2e", "contract", "support"].flatMap((folder) => scriptsIn(`test/${folder}`));

const PAUSES = [
  /\.waitForTimeout\(/,
  /\bvi\.waitFor\(/, // gives up after a second
  /\bsleep\(/,
  /\bsetTimeout\((?:[^()]|\([^()]*\))*,\s*[1-9]/,
];
/** Benches rest between two measures; a script may hold an answer back; a browser that was killed is asked after. */
const ALLOWED = ["session-pages", "scripted-server", "fake-language-model", "killable-browser", "demo/demo"];

test("no test pauses for a fixed time", () => {
  expect(files.length).toBeGreaterThan(300);
  const pauses = files
    .filter((file) => file !== "test/unit/house/waits.test.ts" && !ALLOWED.some((name) => file.endsWith(`${name}.ts`)))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, at) => (PAUSES.some((pause) => pause.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    );
  expect(pauses).toEqual([]);
});
