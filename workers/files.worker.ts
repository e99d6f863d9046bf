/** A thread for searching files, which may be killed at any time. It has no sense of its own: see src/core/folder-search.ts. */
import { expose } from "comlink";
import { createFolderSearch } from "../src/core/folder-search.js";
import type { SearchThread } from "../src/platform/file-search-link.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

/** Whoever wants it to stop ends the thread. */
const never = new AbortController().signal;

const searchIn = ({ handle, ignore }: Parameters<SearchThread["grep"]>[0]) =>
  createFolderSearch(createHandleWorkspace({ id: "", kind: "folder", handle }), ignore);

const thread: SearchThread = {
  grep: (folder, query, tell) => searchIn(folder).grep(query, tell, never),
  glob: (folder, query, tell) => searchIn(folder).glob(query, tell, never),
};

expose(thread);
