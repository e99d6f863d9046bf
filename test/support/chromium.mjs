/** Where Chromium is, and how tests start it. Debian's is installed if there is none (root only); never downloaded. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";

const places = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/** No sandbox (CI runs as root), nothing but loopback is resolved, no visits of its own to the network. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
];

export const chromiumPath = () => places.find((place) => place && existsSync(place)) ?? "/usr/bin/chromium";

/** Makes sure there is one, or says in a sentence what to do. */
export function ensureChromium() {
  if (existsSync(chromiumPath())) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("No Chromium found: installing the system's package.");
    const quiet = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    execFileSync("apt-get", ["update", "-qq"], quiet);
    execFileSync("apt-get", ["install", "-y", "-qq", "chromium"], quiet);
    return;
  }
  throw new Error(
    "The tests need a Chromium or Chrome. Install one with your system's package manager (Debian: sudo apt-get install " +
      "chromium), or set the environment variable CHROMIUM to where it is.",
  );
}
