/** `npm run check`: types of every project, lint, format, unit tests. Seconds, so that it is run often. */
import { spawn } from "node:child_process";
import process from "node:process";

const projects = [".", "src/core", "src/agent", "src/build", "workers", "test"];
const jobs = [
  ...projects.map((project) => ["tsc", "-p", project]),
  ["oxlint", "--deny-warnings"],
  ["prettier", "--check", "--log-level", "warn", "."],
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
    spawn("npx", ["--no-install", command, ...args], { stdio: "inherit" }).on("exit", (code) => resolve(code ?? 1));
  });
}
