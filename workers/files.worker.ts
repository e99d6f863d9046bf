/** A thread for searching files, which may be killed at any time. It has no sense of its own: see src/core/folder-search.ts. */
import { expose } from "comlink";
import { createFolderSearch } from "../src/core/folder-search.js";
import type { Patience, SearchedFolder, SearchThread } from "../src/platform/file-search-link.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

/** Whoever wants it to stop ends the thread. */
const never = new AbortController().signal;

function searchIn({ handle, ignore, patience }: SearchedFolder & Patience) {
  const end = performance.now() + patience;
  const isTimeUp = () => performance.now() > end;
  return createFolderSearch(createHandleWorkspace({ id: "", kind: "folder", handle }), { ...ignore, isTimeUp });
}

const thread: SearchThread = {
  grep: (folder, query, tell) => searchIn(folder).grep(query, tell, never),
  glob: (folder, query, tell) => searchIn(folder).glob(query, tell, never),
};

expose(thread);
