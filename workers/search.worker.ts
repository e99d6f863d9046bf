/** The search worker keeps the search indexes; the code is in src/platform/search/search-indexes.ts. */
import { expose } from "comlink";
import { createIndexFiles } from "../src/platform/search/index-files.js";
import { createSearchIndexes } from "../src/platform/search/search-indexes.js";

expose(createSearchIndexes(createIndexFiles()));
