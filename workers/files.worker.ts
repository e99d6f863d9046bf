/** The files worker searches files, and may be killed at any time; the code is in src/core/files/folder-search.ts. */
import { expose } from "comlink";
import { createFolderSearch } from "../src/core/files/folder-search.js";
import type { Patience, SearchedFolder, SearchThread } from "../src/platform/search/file-search-link.js";
import { newsSettled, watchFolder, type WatchedFolder } from "../src/platform/search/folder-watch.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

/** A signal that never aborts: to stop a search is to end the worker. */
const never = new AbortController().signal;

/** The folder of the last search, since one folder at a time is open. */
let known: { readonly key: string; readonly watched: Promise<WatchedFolder | undefined> } | undefined;

/** `begins`: the search begins to watch the folder. A glob does not: it walks the folder as fast as a watch is begun. */
async function searchIn({ key, handle, ignore, patience }: SearchedFolder & Patience, begins: boolean) {
  const end = performance.now() + patience;
  const isTimeUp = () => performance.now() > end;
  const workspace = createHandleWorkspace({ id: "", kind: "folder", handle }).passing!();
  if (known?.key !== key && begins) {
    void known?.watched.then((watched) => watched?.end());
    known = { key, watched: watchFolder(handle, workspace) };
  }
  const cache = known?.key === key ? (await known.watched)?.cache : undefined;
  if (cache) await newsSettled();
  else if (known?.key === key) known = undefined; // a broken watch is begun anew at the next search
  return createFolderSearch(workspace, { ...ignore, isTimeUp, ...(cache && { cache }) });
}

const thread: SearchThread = {
  grep: async (folder, query, tell) => (await searchIn(folder, true)).grep(query, tell, never),
  glob: async (folder, query, tell) => (await searchIn(folder, false)).glob(query, tell, never),
};

expose(thread);
