/** The keeper of the indexes over a log in memory and a real search desk whose files are in memory. */
import { expect, test } from "vitest";
import { createIndexKeeper } from "../../../src/agent/index-keeper.js";
import { modelSaid, userSaid, type Content } from "../../../src/core/content.js";
import { nextMove } from "../../../src/core/librarian/next-move.js";
import { createSearchDesk } from "../../../src/platform/search/search-desk.js";
import type { IndexFiles } from "../../../src/platform/search/index-files.js";
import { createHandClock, settled } from "../../support/agent-rig.js";
import { createMemoryLog } from "../../support/memory-log.js";

function createDisk(): IndexFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    becomeWriter: () => Promise.resolve(true),
    read: (id) => Promise.resolve(files.get(id) ?? new Uint8Array()),
    write(id, { at, bytes, end }) {
      const next = new Uint8Array(end);
      next.set((files.get(id) ?? new Uint8Array()).subarray(0, at));
      next.set(bytes, at);
      return Promise.resolve(void files.set(id, next));
    },
    remove: (id) => Promise.resolve(void files.delete(id)),
  };
}

function createRig() {
  const clock = createHandClock();
  const disk = createDisk();
  let ids = 0;
  const put: string[] = [];
  const open = () => {
    const desk = createSearchDesk(disk);
    const watched: typeof desk = {
      ...desk,
      indexEntries(id, entries, marks) {
        put.push(...entries.map(({ text }) => text));
        return desk.indexEntries(id, entries, marks);
      },
    };
    const keeper = createIndexKeeper({ search: () => Promise.resolve(watched), log, clock });
    keepers.push(keeper);
    return keeper;
  };
  const keepers: ReturnType<typeof createIndexKeeper>[] = [];
  const log = createMemoryLog((news) => keepers.at(-1)?.hear(news));
  const say = (session: string, from: "user" | "model", content: Content, model?: string) => {
    clock.pass(1_000);
    const id = `R${String(++ids).padStart(6, "0")}`;
    return log.append([
      {
        id,
        session,
        at: clock.now(),
        kind: "content",
        turn: `t${session}`,
        step: "s",
        from,
        content,
        ...(model && { model }),
      },
    ]);
  };
  return { clock, log, open, say, put };
}

const ask = async (keeper: ReturnType<typeof createIndexKeeper>, words: string) => {
  const move = await nextMove({ contents: [userSaid(words)] }, keeper);
  return move.kind === "answer" ? move.text : "";
};

test("R2 what was said before is caught up from the log, and what is said now follows", async () => {
  const { open, say, clock } = createRig();
  await say("a", "user", userSaid("The deadline for the tide table is the 12th of May."));
  const keeper = open();
  expect(await ask(keeper, "what did I say about the deadline?")).toMatch(/12th of May[\s\S]*/);
  await say("b", "user", userSaid("The landlord is called Okoro."));
  clock.pass(2_000);
  await settled();
  const answer = await ask(keeper, "what did I say about the landlord?");
  expect(answer).toContain("The landlord is called Okoro.");
  expect(answer).toContain("(#/session/b)");
});

test("R2 after a reload only what is new is indexed again", async () => {
  const { open, say, put } = createRig();
  for (const word of ["apples", "pears", "plums"]) await say(word, "user", userSaid(`I like ${word}.`));
  await open().searchSessions({ text: "apples" });
  expect(put).toHaveLength(3);
  await say("figs", "user", userSaid("I like figs."));
  put.length = 0;
  const { hits } = await open().searchSessions({ text: "apples" });
  expect(hits).toHaveLength(1);
  expect(put).toEqual(expect.arrayContaining(["I like figs."]));
  expect(put).not.toContain("I like apples.");
});

test("the user's own words come first; questions and the librarian's answers are no answer", async () => {
  const { open, say } = createRig();
  await say("a", "model", modelSaid("The deadline could be moved to June."), "gemini-2.5-flash");
  await say("b", "user", userSaid("The deadline is in May."));
  await say("c", "user", userSaid("what did I say about the deadline?"));
  await say("c", "model", modelSaid("The deadline, deadline, deadline."), "librarian");
  const answer = await ask(open(), "what did I say about the deadline?");
  expect(answer.indexOf("in May")).toBeGreaterThan(0);
  expect(answer.indexOf("in May")).toBeLessThan(answer.indexOf("June"));
  expect(answer).not.toContain("deadline, deadline");
  expect(answer).not.toContain("what did I say");
});

test("what is in the trash is not quoted", async () => {
  const { open, say, log, clock } = createRig();
  await say("a", "user", userSaid("The deadline is in May."));
  await log.append([{ id: "Z", session: "a", at: clock.now(), kind: "session-changed", trashed: true }]);
  expect(await ask(open(), "what did I say about the deadline?")).toMatch(/Nothing found/);
});
