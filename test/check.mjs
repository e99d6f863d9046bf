/**
 * `npm run check`: types of every project, lint, format, unit tests. Seconds, so that it is run often: what has not changed
 * since the last time is not looked at again (caches in node_modules/.cache; formatting everything takes most of a minute).
 */
import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";

const projects = [".", "src/core", "src/agent", "src/build", "workers", "test"];
const cached = (project) => path.resolve(`node_modules/.cache/${project.replace(/\W/g, "-")}.tsbuildinfo`);
const jobs = [
  ...projects.map((project) => ["tsc", "-p", project, "--incremental", "--tsBuildInfoFile", cached(project)]),
  ["oxlint", "--deny-warnings"],
  ["prettier", "--check", "--cache", "--log-level", "warn", "."],
];

const failed = [];
const queue = [...jobs];
const next = async () => {
  for (let job = queue.shift(); job; job = queue.shift()) {
    if ((await run(job)) !== 0) failed.push(job.join(" "));
  }
};
await Promise.all([next(), next()]);
if (process.argv.includes("--no-tests") === false && (await run(["vitest", "run", "--project", "unit"])) !== 0) {
  failed.push("vitest run --project unit");
}
for (const job of failed) console.error(`failed: ${job}`);
process.exit(failed.length ? 1 : 0);

function run([command, ...args]) {
  return new Promise((resolve) => {
    spawn(path.join("node_modules/.bin", command), args, { stdio: "inherit", shell: process.platform === "win32" }).on(
      "exit",
      (code) => resolve(code ?? 1),
    );
  });
}
