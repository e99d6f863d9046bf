/** A thread for one script, ended after it. It has no sense of its own: see src/platform/sandbox/run-javascript.ts. */
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { expose } from "comlink";
import { newVariant } from "quickjs-emscripten-core";
import { removeGlobals } from "../src/platform/sandbox/remove-globals.js";
import type { ScriptThread } from "../src/platform/sandbox/javascript-link.js";
import { runJavaScript } from "../src/platform/sandbox/run-javascript.js";
import { createHandleWorkspace } from "../src/platform/workspace/handle-workspace.js";

removeGlobals();

const thread: ScriptThread = {
  run: (engine, handle, order, patience) =>
    runJavaScript(
      newVariant(variant, { wasmModule: engine }),
      createHandleWorkspace({ id: "", kind: "folder", handle }),
      order,
      { patience },
    ),
};

expose(thread);
