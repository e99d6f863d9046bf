/** The indexer of the indexes over a log in memory and a real search desk whose files are in memory. */
import { expect, test } from "vitest";
import { createSearchIndexer } from "../../../../src/agent/recall/search-indexer.js";
import { modelSaid, userSaid, type Content } from "../../../../src/core/content.js";
import { nextMove } from "../../../../src/core/librarian/next-move.js";
import { createSearchIndexes } from "../../../../src/platform/search/search-indexes.js";
import { createHandClock } from "../../../support/agent-rig.js";
import { idle } from "../../../support/idle.js";
import { createMemoryLog } from "../../../support/memory-log.js";
import { createIndexDisk } from "../../../support/index-disk.js";

function createRig() {
  const clock = createHandClock();
  const disk = createIndexDisk();
  let ids = 0;
  const put: string[] = [];
  const open = () => {
    const desk = createSearchIndexes(disk);
    const watched: typeof desk = {
      ...desk,
      indexEntries(id, entries, marks) {
        put.push(...entries.map(({ text }) => text));
        return desk.indexEntries(id, entries, marks);
      },
    };
    const indexer = createSearchIndexer({ search: () => Promise.resolve(watched), log, clock });
    keepers.push(indexer);
    return indexer;
  };
  const keepers: ReturnType<typeof createSearchIndexer>[] = [];
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

const ask = async (indexer: ReturnType<typeof createSearchIndexer>, words: string) => {
  const move = await nextMove({ contents: [userSaid(words)] }, indexer);
  return move.kind === "answer" ? move.text : "";
};

test("R2 what was said before is caught up from the log, and what is said now follows", async () => {
  const { open, say, clock } = createRig();
  await say("a", "user", userSaid("The deadline for the tide table is the 12th of May."));
  const indexer = open();
  expect(await ask(indexer, "what did I say about the deadline?")).toMatch(/12th of May[\s\S]*/);
  await say("b", "user", userSaid("The landlord is called Okoro."));
  clock.pass(2_000);
  await idle();
  const answer = await ask(indexer, "what did I say about the landlord?");
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

test("what was said right before and after is shown with it", async () => {
  const { open, say } = createRig();
  await say("a", "user", userSaid("Plan the harbour festival with me."));
  await say("a", "model", modelSaid("When is the deadline for the harbour festival?"), "gemini-2.5-flash");
  await say("a", "user", userSaid("On the 12th of May."));
  const answer = await ask(open(), "what did I say about the deadline?");
  expect(answer).toContain("When is the deadline");
  expect(answer).toContain("Before that you said `Plan the harbour festival with me.`");
  expect(answer).toContain("After that you said `On the 12th of May.`");
});

test("of two that say the same the newer comes first", async () => {
  const { open, say } = createRig();
  await say("old", "user", userSaid("The deadline is in May."));
  await say("new", "user", userSaid("The deadline is in June."));
  const answer = await ask(open(), "what did I say about the deadline?");
  expect(answer.indexOf("June")).toBeGreaterThan(0);
  expect(answer.indexOf("June")).toBeLessThan(answer.indexOf("May"));
});

test("what two messages of a Session say within minutes counts together", async () => {
  const { open, say } = createRig();
  for (let at = 0; at < 20; at++) await say(`s${at}`, "user", userSaid(`Something else, number ${at}.`));
  await say("a", "user", userSaid("I spoke to the landlord."));
  await say("a", "user", userSaid("The boiler is broken."));
  await say("c", "user", userSaid("The kitchen is painted."));
  await say("b", "user", userSaid("A boiler costs a fortune, by the way, wherever one buys it."));
  const answer = await ask(open(), "what did I say about the landlord, the boiler and the kitchen?");
  expect(answer).toContain("I spoke to the landlord.");
  expect(answer).not.toContain("fortune");
});

test("records of one Session are found by few words, tool outputs among them, and no other Session's", async () => {
  const { open, log, say } = createRig();
  await say("a", "user", userSaid("We settled on Postgres for the ledger, since it has row locks."));
  await say("b", "user", userSaid("Postgres is a database."));
  const head = { session: "a", at: 5_000, kind: "content" as const, turn: "ta", step: "s2" };
  const call = { id: "c1", name: "read_file", args: { file_path: "docs/tide.md" } };
  await log.append([
    {
      ...head,
      id: "S1",
      from: "model",
      content: { role: "model", parts: [{ functionCall: call }] },
      model: "librarian",
    },
    {
      ...head,
      id: "S2",
      from: "tool",
      content: {
        role: "user",
        parts: [{ functionResponse: { id: "c1", name: "read_file", response: { output: "High water at Dover." } } }],
      },
    },
  ]);
  const indexer = open();
  const ids = async (words: string) => (await indexer.findRecords("a", words)).map(({ id, group }) => `${id} ${group}`);
  expect(await ids("which database did we choose for the ledger?")).toEqual(["R000001 session"]);
  expect(await ids("when is high tide at Dover")).toEqual(["S2 output"]);
  expect(await ids("docs/tide.md")).toEqual(["S2 output"]);
  expect(await indexer.findRecords("a", "zebra")).toEqual([]);
  const [best] = await indexer.findRecords("a", "Postgres row locks", { limit: 1 });
  expect(best).toMatchObject({ id: "R000001", coverage: 1 });
});
