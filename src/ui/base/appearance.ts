/** The colours: light, dark, or the system's. The Setting decides; localStorage keeps a copy for the first paint. */
import type { Theme } from "./setting-keys.js";

const KEY = "palimpsest:theme";

export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (!canRemember()) return;
  if (theme === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
}

export function showRememberedTheme(): void {
  const theme = canRemember() ? localStorage.getItem(KEY) : null;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

export const isTheme = (value: unknown): value is Theme => value === "system" || value === "light" || value === "dark";

/** A browser that blocks storage throws when storage is accessed. The choice then lasts until the page is left. */
function canRemember(): boolean {
  try {
    return localStorage !== null;
  } catch {
    return false;
  }
}
