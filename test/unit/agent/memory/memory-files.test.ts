import { describe, expect, it } from "vitest";
import { createMemoryFiles } from "../../../../src/agent/memory/memory-files.js";
import { GLOBAL_MEMORY, privateMemory } from "../../../../src/core/memory/memory-file.js";
import { createIds } from "../../../../src/core/ulid.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import { createMemoryLog } from "../../../support/memory-log.js";

function rig(tree = {}) {
  const news: string[] = [];
  const log = createMemoryLog((all) => all.forEach((each) => each.type === "remembered" && news.push(each.key)));
  const workspace = createMemoryWorkspace({ id: "folder-1", name: "garden", tree });
  let held: Promise<unknown> = Promise.resolve();
  /** What two tabs share: a lock that is given to one after the other. */
  const alone = <T>(_name: string, work: () => Promise<T>): Promise<T> => {
    const done = held.then(work);
    held = done.catch(() => undefined);
    return done;
  };
  let time = 1_000;
  const tab = () =>
    createMemoryFiles({
      log,
      ids: createIds(
        () => time,
        (count) => new Uint8Array(count),
      ),
      clock: { now: () => time },
      workspace: () => workspace,
      alone,
    });
  return { log, workspace, news, tab, files: tab(), pass: () => void (time += 1) };
}

const by = { by: "user" as const };
const textsOf = async (files: ReturnType<typeof createMemoryFiles>, path: string) =>
  (await files.versions(path)).map(({ text }) => text);

describe("virtual Memory files", () => {
  it("are read as they were written, byte for byte, and listed (M1, R1)", async () => {
    const { files, news } = rig();
    const text = "\ufeff# Mine\r\n\tkeep\u0000 this  \n\n";
    await files.write(GLOBAL_MEMORY, text, { expected: undefined, ...by });
    await files.write(privateMemory("folder-1"), "private", { expected: undefined, ...by });
    expect(await files.read(GLOBAL_MEMORY)).toBe(text);
    expect(await files.list()).toEqual([GLOBAL_MEMORY, privateMemory("folder-1")]);
    expect(news).toEqual([GLOBAL_MEMORY, privateMemory("folder-1")]);
  });

  it("keep every version, also of one that was removed (M8, R3)", async () => {
    const { files } = rig();
    await files.write(GLOBAL_MEMORY, "one", { expected: undefined, ...by });
    await files.write(GLOBAL_MEMORY, "two", { expected: "one", by: "model", session: "s1", why: "remembered" });
    await files.write(GLOBAL_MEMORY, undefined, { expected: "two", ...by });
    expect(await files.list()).toEqual([]);
    expect(await files.read(GLOBAL_MEMORY)).toBeUndefined();
    expect(await textsOf(files, GLOBAL_MEMORY)).toEqual(["one", "two", undefined]);
    expect((await files.versions(GLOBAL_MEMORY))[1]).toMatchObject({ by: "model", session: "s1", why: "remembered" });
    await files.write(GLOBAL_MEMORY, "one", { expected: undefined, ...by, why: "restored" });
    expect(await files.read(GLOBAL_MEMORY)).toBe("one");
  });

  it("make no version of what changes nothing", async () => {
    const { files } = rig();
    await files.write(GLOBAL_MEMORY, "one", { expected: undefined, ...by });
    await files.write(GLOBAL_MEMORY, "one", { expected: "one", ...by });
    expect(await textsOf(files, GLOBAL_MEMORY)).toEqual(["one"]);
  });

  it("refuse a write made from an old text, and lose neither (R2)", async () => {
    const { tab } = rig();
    const [here, there] = [tab(), tab()];
    await here.write(GLOBAL_MEMORY, "start", { expected: undefined, ...by });
    const wrote = await Promise.allSettled([
      here.write(GLOBAL_MEMORY, "start, here", { expected: "start", ...by }),
      there.write(GLOBAL_MEMORY, "start, there", { expected: "start", ...by }),
    ]);
    expect(wrote.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(wrote.find(({ status }) => status === "rejected")).toMatchObject({ reason: { name: "ConflictError" } });
    expect(await textsOf(there, GLOBAL_MEMORY)).toEqual(["start", "start, here"]);
  });

  it("stand in writing order even if another tab's clock is behind", async () => {
    const { tab, pass } = rig();
    const [ahead, behind] = [tab(), tab()];
    pass();
    await ahead.write(GLOBAL_MEMORY, "1", { expected: undefined, ...by });
    await behind.write(GLOBAL_MEMORY, "2", { expected: "1", ...by });
    await ahead.write(GLOBAL_MEMORY, "3", { expected: "2", ...by });
    expect(await textsOf(ahead, GLOBAL_MEMORY)).toEqual(["1", "2", "3"]);
  });

  it.each(["~/.gemini/../x.md", "~/.gemini/", "~/.gemini/a/../../b", "~/.gemini//", "~/.gemini/a\u0000.md"])(
    "have no path such as %j (W3)",
    async (path) => {
      const { files } = rig();
      await expect(files.write(path, "x", { expected: undefined, ...by })).rejects.toMatchObject({
        name: "InvalidPathError",
      });
    },
  );
});

describe("real Memory files", () => {
  const MARKED = "\ufeff# Häuser\r\n- eins\r\n";

  it("are written in the encoding they have, and what was there is a version (R3)", async () => {
    const { files, workspace } = rig({ "GEMINI.md": MARKED });
    const text = (await files.read("GEMINI.md"))!;
    expect(text).toBe("# Häuser\r\n- eins\r\n");
    await files.write("GEMINI.md", `${text}- zwei\r\n`, { expected: text, ...by });
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await workspace.read("GEMINI.md"))).toBe(
      `${MARKED}- zwei\r\n`,
    );
    expect((await files.versions("GEMINI.md")).map((each) => [each.by, each.text])).toEqual([
      ["outside", text],
      ["user", `${text}- zwei\r\n`],
    ]);
    expect(await files.list()).toEqual([]);
  });

  it("are not written over what another program wrote meanwhile, which is noted (R2, M11)", async () => {
    const { files, workspace } = rig({ "GEMINI.md": "a" });
    await files.write("GEMINI.md", "ab", { expected: "a", ...by });
    workspace.edit("GEMINI.md", "a, by an editor");
    await expect(files.write("GEMINI.md", "abc", { expected: "ab", ...by })).rejects.toMatchObject({
      name: "ConflictError",
    });
    expect(await files.read("GEMINI.md")).toBe("a, by an editor");
    expect(await textsOf(files, "GEMINI.md")).toEqual(["a", "ab", "a, by an editor"]);
  });

  it("can be made and removed, and come back", async () => {
    const { files, workspace } = rig();
    await files.write("docs/GEMINI.md", "x", { expected: undefined, ...by });
    await files.write("docs/GEMINI.md", undefined, { expected: "x", ...by });
    await expect(workspace.read("docs/GEMINI.md")).rejects.toMatchObject({ name: "NotFoundError" });
    await files.write("docs/GEMINI.md", "x", { expected: undefined, ...by, why: "restored" });
    expect(await textsOf(files, "docs/GEMINI.md")).toEqual(["x", undefined, "x"]);
  });

  it("that could not be written back as they were are left alone (P4)", async () => {
    const { files } = rig({ "GEMINI.md": new Uint8Array([0xff, 0x41, 0xc3]) });
    await expect(files.read("GEMINI.md")).rejects.toMatchObject({ name: "NotSupportedError" });
  });
});
