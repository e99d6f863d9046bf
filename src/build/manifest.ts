/** The web app manifest: names, icons and shortcuts of the installed app (U7). */
import type { ManifestOptions } from "vite-plugin-pwa";

export const manifest: Partial<ManifestOptions> = {
  id: "/",
  name: "Palimpsest",
  short_name: "Palimpsest",
  description: "An agent that lives in a browser tab, works on your folder, and never loses the thread.",
  start_url: "/",
  scope: "/",
  display: "standalone",
  theme_color: "#1b1a17",
  background_color: "#1b1a17",
  categories: ["productivity", "developer"],
  icons: [
    { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "/icons/maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
    { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  shortcuts: [
    { name: "New session", url: "/#/new", icons: [{ src: "/icons/icon-192.png", sizes: "192x192" }] },
    { name: "Open folder", url: "/#/open-folder", icons: [{ src: "/icons/icon-192.png", sizes: "192x192" }] },
  ],
};
