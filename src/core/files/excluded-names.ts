/** Folders that hold what others wrote, in bulk: a search enters them only when it starts there. */
export const HEAVY_FOLDERS: ReadonlySet<string> = new Set(["node_modules", "bower_components", ".git", ".svn", ".hg"]);

/** Heavy folders and those that build tools fill: a listing for a Model names them, and does not list their entries. */
export const FILLED_FOLDERS: ReadonlySet<string> = new Set([
  ...HEAVY_FOLDERS,
  ...["dist", "build", "coverage", "__pycache__"],
]);

/** Names that are left out where a folder stands for its files: Gemini CLI's list. */
export const DEFAULT_EXCLUDES: ReadonlySet<string> = new Set([...FILLED_FOLDERS, ".vscode", ".idea", ".DS_Store"]);
