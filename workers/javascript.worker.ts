/** The javascript worker runs one script and is ended after it; the code is in src/platform/sandbox/run-javascript.ts. */
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { expose } from "comlink";
import { newVariant } from "quickjs-emscripten-core";
import { removeGlobals } from "../src/platform/sandbox/remove-globals.js";
import type { ScriptThread } from "../src/platform/sandbox/javascript-link.js";
import { runJavaScript } from "../src/platform/sandbox/run-javascript.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

removeGlobals();

const thread: ScriptThread = {
  run(engine, handle, order, patience) {
    const workspace = createHandleWorkspace({ id: "", kind: "folder", handle });
    return runJavaScript(newVariant(variant, { wasmModule: engine }), workspace, order, { patience });
  },
};

expose(thread);
