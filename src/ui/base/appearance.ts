/**
 * Light, dark, or as the system has it. The setting is the owner of the choice; a copy in localStorage is there so that
 * the first paint has the right colours, before any database is open.
 */
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

/** A browser that blocks storage throws at the mere mention of it. The choice then lasts until the page is left. */
function canRemember(): boolean {
  try {
    return localStorage !== null;
  } catch {
    return false;
  }
}
