/** Build, PWA, and the two kinds of test that vitest runs. */
import { playwright } from "@vitest/browser-playwright";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { fixedAddress, host, port } from "./src/build/address.js";
import { LOCAL_MODEL_PAGE, headersFor, metaPolicyFor } from "./src/core/serving-headers.js";
import { manifest } from "./src/build/manifest.js";
import { vocabulary } from "./src/build/vocabulary.js";
import { zlibInTheShell } from "./src/build/zlib-in-the-shell.js";
import { chromiumFlags, chromiumPath } from "./test/support/chromium.mjs";
import { serverCommands } from "./test/support/server-commands.js";

export default defineConfig({
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    sourcemap: true,
    rolldownOptions: { input: { index: "index.html", "local-model": LOCAL_MODEL_PAGE.slice(1) } },
  },
  // Found only through workers, which the scan does not follow: met in the middle of a test they would reload the page.
  optimizeDeps: {
    include: [
      "comlink",
      "idb",
      "ignore",
      "picomatch",
      "smol-toml",
      "buffer",
      "diff",
      "fflate",
      "isomorphic-git",
      "just-bash/browser",
      "quickjs-emscripten-core",
      "@jitl/quickjs-wasmfile-release-sync",
    ],
    rolldownOptions: { plugins: [zlibInTheShell()] },
  },
  worker: { format: "es", plugins: () => [vocabulary(), zlibInTheShell()] },
  server: { host, port, strictPort: true },
  preview: { host, port, strictPort: true },
  plugins: [
    fixedAddress(),
    vocabulary(),
    {
      name: "palimpsest-csp",
      apply: "build",
      transformIndexHtml: (_html, { path }) => [
        {
          tag: "meta",
          attrs: { "http-equiv": "Content-Security-Policy", content: metaPolicyFor(path) },
          injectTo: "head-prepend",
        },
      ],
    },
    {
      name: "palimpsest-headers",
      configurePreviewServer({ middlewares }) {
        middlewares.use((request, response, next) => {
          const { pathname } = new URL(request.url ?? "/", "http://localhost");
          for (const [name, value] of Object.entries(headersFor(pathname))) response.setHeader(name, value);
          next();
        });
      },
    },
    VitePWA({
      strategies: "injectManifest",
      srcDir: "workers",
      filename: "service-worker.ts",
      injectRegister: null,
      manifest,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg,png,webmanifest,json,bin}", "assets/emscripten-module-*.wasm"],
        // Runs model files, 0.3 MB of script and 8.8 of wasm: kept when it is first used (see the service worker).
        globIgnores: ["assets/local-model-*"],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
  ],
  // A limit of time is a safety net: wide enough for a machine that has much else to do.
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          environment: "node",
          setupFiles: ["test/support/seed.ts"],
          maxWorkers: 2, // by itself it takes one core of two
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          browser: {
            enabled: true,
            headless: true,
            api: { strictPort: false }, // two runs on one machine must not shut each other out
            screenshotFailures: false,
            commands: serverCommands,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), chromiumSandbox: false, args: chromiumFlags },
              contextOptions: { reducedMotion: "reduce" }, // nothing has to be waited for that only fades in
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          environment: "node",
          maxWorkers: 2, // half of it is waiting for the browser
        },
      },
    ],
  },
});
