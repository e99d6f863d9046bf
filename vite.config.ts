/** Build, PWA, and the two kinds of test that vitest runs. */
import { playwright } from "@vitest/browser-playwright";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { fixedAddress, host, port } from "./src/build/address.js";
import { headers, metaPolicy } from "./src/core/serving-headers.js";
import { manifest } from "./src/build/manifest.js";
import { vocabulary } from "./src/build/vocabulary.js";
import { chromiumFlags, chromiumPath } from "./test/support/chromium.mjs";
import { wireCommands } from "./test/support/wire-commands.js";

export default defineConfig({
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    sourcemap: true,
  },
  // Found only through workers, which the scan does not follow: met in the middle of a test they would reload the page.
  optimizeDeps: { include: ["comlink", "idb", "ignore", "picomatch", "smol-toml"] },
  worker: { format: "es", plugins: () => [vocabulary()] },
  server: { host, port, strictPort: true },
  preview: { host, port, strictPort: true, headers },
  plugins: [
    fixedAddress(),
    vocabulary(),
    {
      name: "palimpsest-csp",
      apply: "build",
      transformIndexHtml: () => [
        {
          tag: "meta",
          attrs: { "http-equiv": "Content-Security-Policy", content: metaPolicy },
          injectTo: "head-prepend",
        },
      ],
    },
    VitePWA({
      strategies: "injectManifest",
      srcDir: "workers",
      filename: "service-worker.ts",
      injectRegister: null,
      manifest,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg,png,webmanifest,json,bin}"],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
  ],
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["test/unit/**/*.test.ts"], environment: "node", testTimeout: 30_000 },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            api: { strictPort: false }, // two runs on one machine must not shut each other out
            screenshotFailures: false,
            commands: wireCommands,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), chromiumSandbox: false, args: chromiumFlags },
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
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
