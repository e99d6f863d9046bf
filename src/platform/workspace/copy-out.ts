/** Packs a folder as a zip. Runs in the copy worker, which is ended to stop it. */
import { Zip, ZipDeflate } from "fflate";
import { AgentError } from "../../core/errors.js";
import type { ImportLimits } from "../../core/files/import-plan.js";
import { walk } from "../../core/files/walk.js";
import type { TellCopy } from "../../core/port/folder-port.js";
import { createPace } from "./copy-pace.js";
import { createHandleWorkspace } from "./handle-workspace.js";
import { workspaceWords } from "./workspace-words.js";

/** Limits of a zip: zip32 has room for 65,535 files and 4 GB, and a tab can pass on a Blob of about half of that. */
const EXPORT_LIMITS: ImportLimits = { files: 65_000, bytes: 2_000_000_000 };

/** The whole folder as a zip, with hidden files; only files of interrupted writes are left out. */
export async function copyOut(
  folder: FileSystemDirectoryHandle,
  tell: TellCopy,
  limits: ImportLimits = EXPORT_LIMITS,
): Promise<Blob> {
  const workspace = createHandleWorkspace({ id: "", kind: "folder", handle: folder });
  const paths: string[] = [];
  for await (const { entries, isCut } of walk(workspace, { most: 2 * limits.files }, new AbortController().signal)) {
    for (const { kind, path } of entries) if (kind === "file") paths.push(path);
    if (isCut || paths.length > limits.files) throw tooMuchOut(`more than ${limits.files} files`);
  }

  const paced = createPace(tell, { of: paths.length });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else parts.push(piece as Uint8Array<ArrayBuffer>);
  });
  let bytes = 0;
  for (const path of paths) {
    const content = await workspace.read(path);
    bytes += content.length;
    if (bytes > limits.bytes) throw tooMuchOut(`more than ${limits.bytes / 1e6} MB`);
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = inZipTime((await workspace.stat(path)).changedAt);
    zip.add(file);
    file.push(content, true);
    paced.add(content.length);
    paced.done();
  }
  zip.end();
  if (failure) throw failure;
  paced.end();
  return new Blob(parts, { type: "application/zip" });
}

/** The nearest time that a zip can store: it has the years 1980 to 2099. */
const inZipTime = (ms: number): number => Math.min(Math.max(ms, Date.UTC(1980, 0, 2)), Date.UTC(2099, 11, 30));

const tooMuchOut = (what: string): AgentError =>
  new AgentError("QuotaExceededError", workspaceWords.tooMuchForZip(what));
