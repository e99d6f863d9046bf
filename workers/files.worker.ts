/** A thread for searching files, which may be killed at any time. It has no sense of its own: see src/core/files/folder-search.ts. */
import { expose } from "comlink";
import { createFolderSearch } from "../src/core/files/folder-search.js";
import type { Patience, SearchedFolder, SearchThread } from "../src/platform/search/file-search-link.js";
import { newsSettled, watchFolder, type WatchedFolder } from "../src/platform/search/folder-watch.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

/** Whoever wants it to stop ends the thread. */
const never = new AbortController().signal;

/** The folder of the last search: one at a time is worked in. */
let known: { readonly key: string; readonly watched: Promise<WatchedFolder | undefined> } | undefined;

/**
 * What a glob needs is walked as fast as a watch over the folder is begun, so it goes by one only where a search of lines, which
 * reads every file, has begun it.
 */
async function searchIn({ key, handle, ignore, patience }: SearchedFolder & Patience, begins: boolean) {
  const end = performance.now() + patience;
  const isTimeUp = () => performance.now() > end;
  const workspace = createHandleWorkspace({ id: "", kind: "folder", handle }).passing!();
  if (known?.key !== key && begins) {
    void known?.watched.then((watched) => watched?.end());
    known = { key, watched: watchFolder(handle, workspace) };
  }
  const memory = known?.key === key ? (await known.watched)?.memory : undefined;
  if (memory) await newsSettled();
  else if (known?.key === key) known = undefined; // a broken watch is begun anew at the next search
  return createFolderSearch(workspace, { ...ignore, isTimeUp, ...(memory && { memory }) });
}

const thread: SearchThread = {
  grep: async (folder, query, tell) => (await searchIn(folder, true)).grep(query, tell, never),
  glob: async (folder, query, tell) => (await searchIn(folder, false)).glob(query, tell, never),
};

expose(thread);
