/** A thread for copying folders in and out, which may be killed at any time. It has no sense of its own: see copy-in.ts. */
import { expose } from "comlink";
import { copyIn } from "../src/platform/workspace/copy-in.js";
import { copyOut } from "../src/platform/workspace/copy-out.js";

expose({ copyIn, copyOut });
