/** What is looked up for a question in a compressed conversation (C11): its own block, bounded, and gone with the next message. */
import { expect, test } from "vitest";
import { textOf } from "../../../../src/core/content.js";
import { weighedRecords } from "../../../support/weights.js";
import { prefetchBudget } from "../../../../src/core/context/prefetch.js";
import { estimateText } from "../../../../src/core/tokens/tokens.js";
import { answers, begin, goodSnapshot, HIDDEN, LONG, talkedMuch } from "../../../support/compression-rig.js";
import { says } from "../../../support/script.js";
import { ofType } from "../../../support/of-type.js";

type Rig = Awaited<ReturnType<typeof begin>>;

/** Compressed, with something in the old part that the Snapshot does not have. */
async function compressed(rig: Rig): Promise<void> {
  await rig.agent.models.choose("gemini-2.5-pro");
  rig.model.answer(() => [says(`${HIDDEN} ${LONG}`)]);
  await rig.send("Tell me all.");
  await talkedMuch(rig);
  rig.model.answer(answers([says("Fine.")], () => [says(goodSnapshot)]));
  await rig.send("/compress");
}
const recalledIn = async (rig: Rig) =>
  (await rig.context()).map(textOf).filter((words) => words.startsWith("<recalled_records>"));
const question = "When does the deploy key rotate each month?";

test("C11: a question brings what it may need of what left the context, right before it, as a record and a ledger entry of its own", async () => {
  const rig = await begin();
  await compressed(rig);
  await rig.send(question);
  const contents = rig.model.requests.at(-1)!.contents;
  const sent = textOf(contents.at(-1)!); // curated: the user's words of one side are joined
  expect(sent).toContain("<recalled_records>");
  expect(sent).toContain("The deploy key rotates on the ninth of each month");
  expect(sent.indexOf("<recalled_records>")).toBeLessThan(sent.indexOf(question));
  const record = rig.log.all.find(({ kind }) => kind === "recalled");
  expect(record).toMatchObject({ kind: "recalled", records: [expect.any(String)] });
  expect(ofType(rig.events, "recalled")).toMatchObject([{ count: 1 }]);
  const weighed = weighedRecords(await rig.log.records(rig.session));
  expect(weighed.filter(({ recalled }) => recalled)).toMatchObject([{ record: record!.id }]);
});

test("C11: it leaves with the next message, so that it never piles up; and with its question when that is taken back", async () => {
  const rig = await begin();
  await compressed(rig);
  const before = (await rig.context()).length;
  await rig.send(question);
  expect(await recalledIn(rig)).toHaveLength(1);
  await rig.send("Thanks.");
  expect(await recalledIn(rig)).toEqual([]);
  expect(await rig.context()).toHaveLength(before + 4);
  for (let turn = 0; turn < 3; turn++) await rig.send(`${question} Say it again (${turn}).`);
  expect(await recalledIn(rig)).toHaveLength(1);
  await rig.send("/rewind 1");
  expect(await recalledIn(rig)).toEqual([]);
});

test("C11: nothing is looked up where nothing left the context, where the question says too little, or where the user does not want it", async () => {
  const rig = await begin();
  await rig.agent.models.choose("gemini-2.5-pro");
  await talkedMuch(rig);
  await rig.send("What is the rate for region 3?");
  rig.model.answer(answers([says("Fine.")], () => [says(goodSnapshot)]));
  await rig.send("/compress");
  await rig.send("Go on.");
  await rig.agent.settings.change("context.recallForQuestions", false);
  await rig.send("What is the rate for region 3, and what does remark 7919 say?");
  expect(rig.log.all.filter(({ kind }) => kind === "recalled")).toEqual([]);
});

test("C11 R2: however long what is found, the block keeps to its budget; in a small window to less", async () => {
  const rig = await begin({ limit: 30_000, threshold: "off" });
  await compressed(rig);
  await rig.send(`${question} And what do the remarks look at?`);
  const [block] = await recalledIn(rig);
  const budget = prefetchBudget(30_000);
  expect(budget).toBe(600);
  expect(estimateText(block!)).toBeLessThan(budget + 150); // and a word on what it is
  expect(prefetchBudget(1_000_000)).toBe(1_200);
});

test("L2: undo of the compression, with a question asked in between, gives the context of before plus what was said since", async () => {
  const rig = await begin();
  await rig.agent.models.choose("gemini-2.5-pro");
  await talkedMuch(rig);
  const before = await rig.context();
  rig.model.answer(answers([says("Fine.")], () => [says(goodSnapshot)]));
  await rig.send("/compress");
  await rig.send("What is the rate for region 3, in percent, and region 4?");
  await rig.send("Thanks.");
  await rig.agent.compressions.undo(ofType(rig.events, "chat-compressed")[0]!.block.record);
  const now = await rig.context();
  expect(JSON.stringify(now.slice(0, before.length))).toBe(JSON.stringify(before));
  expect(now.slice(before.length).map(textOf)).toEqual([
    "What is the rate for region 3, in percent, and region 4?",
    "Fine.",
    "Thanks.",
    "Fine.",
  ]);
});
