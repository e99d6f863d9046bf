/**
 * `npm test`: check, unit tests, build and its budget, browser tests, e2e tests with short soaks, in this order. A stage
 * that fails does not keep the next ones from running, unless they need what it makes. The last line is the sum of all.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { ensureChromium } from "./support/chromium.mjs";

const reports = mkdtempSync(path.join(tmpdir(), "palimpsest-reports-"));
const lines = [];
const sum = { passed: 0, failed: 0 };

const hasBrowser = await stage("browser to test with", () => {
  ensureChromium();
  return { passed: 0, failed: 0 };
});
await stage("check", () => one("node", "test/check.mjs", "--no-tests"));
await stage("unit", () => tests("unit"));
const isBuilt = await stage("build", () => one("npx", "--no-install", "vite", "build", "--logLevel", "warn"));
await stage("first load", () => one("node", "test/support/bundle-budget.mjs"), isBuilt);
await stage("browser", () => tests("browser"), hasBrowser);
await stage("e2e", () => tests("e2e"), hasBrowser && isBuilt);
rmSync(reports, { recursive: true, force: true });

console.log(`\n${lines.join("\n")}\n\n${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed > 0 ? 1 : 0);

/** Runs a stage and adds up what came of it. One that can't run counts as failed, as does one that throws. */
async function stage(name, run, canRun = true) {
  const start = performance.now();
  console.log(`\n── ${name}`);
  let came;
  try {
    came = canRun ? await run() : { passed: 0, failed: 1, why: "not run: it needs what failed before" };
  } catch (error) {
    console.error(error);
    came = { passed: 0, failed: 1 };
  }
  sum.passed += came.passed;
  sum.failed += came.failed;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  lines.push(
    `${seconds.padStart(6)} s  ${name}: ${came.passed} passed, ${came.failed} failed${came.why ? ` (${came.why})` : ""}`,
  );
  console.log(lines.at(-1));
  return came.failed === 0;
}

/** What passes or fails as a whole. */
async function one(command, ...args) {
  const code = await exitCode(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function tests(project) {
  const report = path.join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await exitCode("npx", ["--no-install", "vitest", "run", "--project", project, ...reporters]);
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  // A file that could not even be loaded has no test that failed.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((each) => each.status === "failed"),
  ).length;
  const failed = numFailedTests + unloaded;
  // Errors outside any test, and a run that found none, fail too.
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

function exitCode(command, args) {
  return new Promise((resolve, reject) => {
    spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] })
      .once("error", reject)
      .once("exit", (code) => resolve(code ?? 1));
  });
}
