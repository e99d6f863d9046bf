/**
 * Memory files (core/memory/memory-file.ts) are kept here: virtual ones in the log's documents, real ones in the open folder.
 *
 *   memory           key                the newest version of a virtual file; of a real one, the newest we know of
 *   memory-versions  key@<version id>   the older ones, moved there before the newest takes their place
 *
 * The key of a virtual file is its path, that of a real one `<workspace id>:<path>`. A crash between the two writes leaves a
 * version in both places, and none in neither. Of a real file what is there is kept first, then it is written, then what was
 * written is kept: a version is never of a text that was not there.
 */
import type { Clock } from "../../core/clock.js";
import { AgentError, isNamed } from "../../core/errors.js";
import {
  isVirtual,
  VIRTUAL_HOME,
  type MemoryAuthor,
  type MemoryFiles,
  type MemoryVersion,
  type MemoryWrite,
} from "../../core/memory/memory-file.js";
import { readIfThere } from "../../core/files/if-there.js";
import { readPath } from "../../core/files/path.js";
import { serial, type Serial } from "../../core/serial.js";
import type { LogStore } from "../../core/log/store.js";
import { encodeText, findEditableText, PLAIN_TEXT } from "../../core/files/text-file.js";
import type { Ids } from "../../core/ulid.js";
import type { Workspace } from "../../core/files/workspace.js";
import type { AgentParts } from "../agent-parts.js";
import { memoryWords } from "./memory-words.js";

interface MemoryFilesParts {
  readonly log: Pick<LogStore, "get" | "put" | "list">;
  readonly ids: Ids;
  readonly clock: Pick<Clock, "now">;
  readonly workspace: () => Workspace | undefined;
  readonly alone?: AgentParts["alone"];
}

/** A file of this length would fill most windows; it is no Memory (P4). */
const MOST_CHARS = 1_000_000;

export function createMemoryFiles({ log, ids, clock, workspace, alone }: MemoryFilesParts): MemoryFiles {
  const inThisTab = serial();
  /** One after another, in all tabs: between the look and the write nobody else may write (R2). */
  const inTurn: Serial = (work) => inThisTab(() => (alone ? alone("memory", work) : work()));

  const newest = async (key: string): Promise<MemoryVersion | undefined> => readVersion(await log.get("memory", key));

  async function keep(
    place: Place,
    text: string | undefined,
    { by, session, why }: Omit<MemoryWrite, "expected">,
  ): Promise<MemoryVersion> {
    const old = await newest(place.key);
    if (old) {
      await log.put({ collection: "memory-versions", key: `${place.key}@${old.id}`, value: old });
      ids.follow(old.id); // another tab's clock may be ahead
    }
    const version: MemoryVersion = {
      id: ids.next(),
      path: place.path,
      ...(place.folder && { workspace: place.folder.id }),
      ...(text !== undefined && { text }),
      at: clock.now(),
      by,
      ...(session && { session }),
      ...(why && { why }),
    };
    await log.put({ collection: "memory", key: place.key, value: version });
    return version;
  }

  /** A text that another program has written since the newest known version becomes a version (R3). */
  async function noticeOutside(place: Place, now: string | undefined): Promise<void> {
    const known = await newest(place.key);
    if (known?.text === now) return;
    if (known || now !== undefined) await keep(place, now, { by: "outside" });
  }

  async function writeVirtual(place: Place, text: string | undefined, write: MemoryWrite): Promise<MemoryVersion> {
    const now = await newest(place.key);
    mustBe(write.expected, now?.text, place.path);
    if (now && now.text === text) return now;
    return keep(place, text, write);
  }

  async function writeReal(place: RealPlace, text: string | undefined, write: MemoryWrite): Promise<MemoryVersion> {
    const { folder, path } = place;
    const file = await readReal(folder, path);
    mustBe(write.expected, file?.text, path);
    await noticeOutside(place, file?.text);
    const known = await newest(place.key);
    if (known && file?.text === text) return known;
    if (!(await folder.canWrite()))
      throw new AgentError("NoModificationAllowedError", memoryWords.readOnly(folder.name, path));
    try {
      if (text !== undefined)
        await folder.write(path, encodeText(text, file?.format ?? PLAIN_TEXT), file?.bytes ?? "nothing");
      else if (file) await folder.remove(path, file.bytes);
    } catch (error) {
      if (!isNamed(error, "ChangedError")) throw error;
      throw conflict(path, { cause: error });
    }
    return keep(place, text, write);
  }

  const placeOf = (path: string): Place | RealPlace => {
    const folder = workspace();
    if (isVirtual(path)) return { path: readVirtual(path), key: readVirtual(path) };
    const real = readPath(path);
    if (!folder) throw new AgentError("NotFoundError", memoryWords.noFolder(real));
    return { path: real, key: `${folder.id}:${real}`, folder };
  };

  return {
    async list() {
      const heads = await log.list("memory", VIRTUAL_HOME);
      return heads
        .flatMap(({ value }) => readVersion(value) ?? [])
        .filter(({ text }) => text !== undefined)
        .map(({ path }) => path)
        .toSorted();
    },
    async read(path) {
      const place = placeOf(path);
      if (isReal(place)) return (await readReal(place.folder, place.path))?.text;
      return (await newest(place.key))?.text;
    },
    async write(path, text, write) {
      const place = placeOf(path);
      if (text !== undefined && text.length > MOST_CHARS)
        throw new AgentError("InvalidArgsError", memoryWords.tooLong(path));
      return inTurn(() => (isReal(place) ? writeReal(place, text, write) : writeVirtual(place, text, write)));
    },
    async around(path, how, work) {
      const place = placeOf(path);
      if (!isReal(place)) return work();
      const textNow = () =>
        readReal(place.folder, place.path).then(
          (file) => file?.text,
          () => undefined, // no text: then there is no version to be kept of it
        );
      await inTurn(async () => {
        await noticeOutside(place, await textNow());
        await work();
        const now = await textNow();
        const known = await newest(place.key);
        if (known?.text !== now) await keep(place, now, how);
      });
    },
    async versions(path) {
      const place = placeOf(path);
      // Only files that were written by the app have versions; these also note later changes by other programs.
      if (isReal(place) && (await newest(place.key)))
        await inTurn(async () => noticeOutside(place, (await readReal(place.folder, place.path))?.text));
      const [head, older] = await Promise.all([newest(place.key), log.list("memory-versions", `${place.key}@`)]);
      const all = [...older.map(({ value }) => readVersion(value)), head].filter((version) => version !== undefined);
      const byId = new Map(all.map((version) => [version.id, version]));
      return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    },
  };
}

interface Place {
  readonly path: string;
  readonly key: string;
  readonly folder?: Workspace;
}
type RealPlace = Place & { readonly folder: Workspace };

const isReal = (place: Place): place is RealPlace => place.folder !== undefined;

/** The same rules as for paths of a folder: what is exported must be a path there, too. */
function readVirtual(path: string): string {
  const below = readPath(path.slice(VIRTUAL_HOME.length));
  if (below === "") throw new AgentError("InvalidPathError", memoryWords.noName);
  return VIRTUAL_HOME + below;
}

async function readReal(folder: Workspace, path: string) {
  const bytes = await readIfThere(folder, path);
  if (!bytes) return undefined;
  const editable = findEditableText(bytes);
  if (!editable) throw new AgentError("NotSupportedError", memoryWords.notEditable(path));
  return { bytes, ...editable };
}

/** R2. */
function mustBe(expected: string | undefined, now: string | undefined, path: string): void {
  if (expected !== now) throw conflict(path);
}

const conflict = (path: string, options?: ErrorOptions) =>
  new AgentError("ConflictError", memoryWords.conflict(path), options);

const AUTHORS: readonly MemoryAuthor[] = ["user", "model", "manager", "import", "outside"];

/** A version as it was stored, perhaps by a release of the app that knew more fields or fewer (P4). */
function readVersion(value: unknown): MemoryVersion | undefined {
  const given = (value ?? {}) as Partial<Record<keyof MemoryVersion, unknown>>;
  if (typeof given.id !== "string" || typeof given.path !== "string" || typeof given.at !== "number") return undefined;
  const by = AUTHORS.find((author) => author === given.by) ?? "outside";
  return {
    id: given.id,
    path: given.path,
    at: given.at,
    by,
    ...(typeof given.text === "string" && { text: given.text }),
    ...(typeof given.workspace === "string" && { workspace: given.workspace }),
    ...(typeof given.session === "string" && { session: given.session }),
    ...(typeof given.why === "string" && { why: given.why }),
  };
}
