/** The copy worker copies folders in and out, and may be killed at any time; the code is in src/platform/workspace/copy-in.ts and copy-out.ts. */
import { expose } from "comlink";
import { copyIn } from "../src/platform/workspace/copy-in.js";
import { copyOut } from "../src/platform/workspace/copy-out.js";

expose({ copyIn, copyOut });
