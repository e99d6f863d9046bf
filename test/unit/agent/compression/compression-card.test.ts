/** What the card, the menu of a message and the what-if can do (C12, C13, L2): each is another record, and each can be taken back. */
import { expect, test } from "vitest";
import { textOf } from "../../../../src/core/content.js";
import type { CompressionBlock } from "../../../../src/core/compression/compression.js";
import { writeSnapshot, withLines, emptySnapshot } from "../../../../src/core/log/snapshot.js";
import {
  answers,
  begin,
  goodSnapshot,
  isForSnapshot,
  LONG,
  meterOf,
  outcome,
  talkedMuch,
} from "../../../support/compression-rig.js";
import { idle } from "../../../support/idle.js";
import { calls, fails, says, waits } from "../../../support/script.js";
import { ofType } from "../../../support/of-type.js";

type Rig = Awaited<ReturnType<typeof begin>>;

async function compressed(rig: Rig): Promise<CompressionBlock> {
  await talkedMuch(rig, 12);
  rig.model.answer(answers([says("Fine.")], () => [fails("ModelError", "No.")]));
  await rig.send("/compress");
  return ofType(rig.events, "chat-compressed").at(-1)!.block;
}
const cardNow = (rig: Rig) => ofType(rig.events, "compression-changed").at(-1)!.block;
const json = async (rig: Rig) => JSON.stringify(await rig.context());
const opened = async (rig: Rig) =>
  (await rig.agent.sessions.open(rig.session)).page.turns
    .flatMap(({ blocks }) => blocks)
    .findLast((block) => block.kind === "compression");

test("C12: a line that is edited stands in the context as another Snapshot over the same records; its undo, redo and that of the whole", async () => {
  const rig = await begin();
  const before = await json(rig);
  const block = await compressed(rig);
  const original = await json(rig);
  const at = block.lines.findIndex(({ text }) => text.includes("src/legacy/tax.ts"));
  const was = block.lines[at]!.text;
  await rig.agent.compressions.edit(block.record, {
    kind: "line",
    at,
    was,
    text: "Leave src/legacy/tax.ts alone, <always>.",
  });
  const edited = await json(rig);
  expect(edited).toContain("Leave src/legacy/tax.ts alone, &lt;always");
  expect(edited).not.toContain(was);
  expect(cardNow(rig)).toMatchObject({ method: "edited", record: block.record, edits: { made: 1, canRedo: false } });
  expect(cardNow(rig).lines[at]!.text).toBe("Leave src/legacy/tax.ts alone, <always>.");
  const [first, second] = rig.log.all.filter(({ kind }) => kind === "snapshot");
  expect(second).toMatchObject({ edits: first!.id });
  expect(await opened(rig)).toEqual(cardNow(rig));

  await rig.agent.compressions.undoEdit(block.record);
  expect(await json(rig)).toBe(original);
  expect(cardNow(rig)).toMatchObject({ method: block.method, edits: { made: 0, canRedo: true } });
  await rig.agent.compressions.redoEdit(block.record);
  expect(await json(rig)).toBe(edited);

  await rig.send("Go on."); // after further Turns the whole is undone with its edit, and redone with it
  await rig.agent.compressions.undo(block.record);
  const whole = (await rig.context()).map(textOf).join("\n");
  expect(whole).not.toContain("<state_snapshot>");
  expect(whole).toContain("You must never touch src/legacy/tax.ts.");
  await expect(rig.agent.compressions.edit(block.record, { kind: "line", at, was, text: "x" })).rejects.toMatchObject({
    name: "InvalidStateError",
  });
  await rig.agent.compressions.redo(block.record);
  expect(await json(rig)).toContain("Leave src/legacy/tax.ts alone");
  expect(before).toBe("[]");
});

test("C12: a line that was left out is put back; one that is taken out is told as left out; the meter follows", async () => {
  const rig = await begin();
  const block = await compressed(rig);
  const { text } = block.lines.at(-1)!;
  await rig.agent.compressions.edit(block.record, { kind: "line", at: block.lines.length - 1, was: text, text: "" });
  const less = meterOf(rig.events).tokens;
  expect(cardNow(rig).leftOut[0]).toMatchObject({ text });
  expect(cardNow(rig).after).toBeLessThan(block.after);
  await rig.agent.compressions.edit(block.record, { kind: "put-back", line: cardNow(rig).leftOut[0]! });
  expect(cardNow(rig).lines.map((line) => line.text)).toContain(text);
  expect(cardNow(rig).leftOut.map((line) => line.text)).not.toContain(text);
  expect(meterOf(rig.events).tokens).toBeGreaterThan(less);
  await expect(
    rig.agent.compressions.edit(block.record, {
      kind: "put-back",
      line: { section: "key_knowledge", text: "?", from: [] },
    }),
  ).rejects.toMatchObject({ name: "NotFoundError" });
});

test("C12 P4: all of it is edited as text; what can't be read gets a sentence, and nothing is changed", async () => {
  const rig = await begin();
  const block = await compressed(rig);
  const original = await json(rig);
  const edit = (text: string) => rig.agent.compressions.edit(block.record, { kind: "text", text });
  await expect(edit("Just remember the rates.")).rejects.toThrow("can’t be read as a summary");
  await expect(edit("<state_snapshot></state_snapshot>")).rejects.toThrow("can’t be read as a summary");
  expect(await json(rig)).toBe(original);
  const lines = [{ section: "key_knowledge" as const, text: "Odile knows the rates.", from: [1, 99_999] }];
  await edit(writeSnapshot(withLines(emptySnapshot(), lines)));
  expect(cardNow(rig).lines).toEqual([{ section: "key_knowledge", text: "Odile knows the rates.", from: [1] }]);
  expect(cardNow(rig).leftOut.map(({ text }) => text)).toContain(block.lines[0]!.text);
  expect(cardNow(rig).reworded).toEqual([0]);
});

test("C12: the card tells lines that are word for word what was said from those that retell it", async () => {
  const rig = await begin();
  await talkedMuch(rig);
  const retelling = goodSnapshot.replace(
    "The rate for region 1 is 1.25 percent.",
    "Region 1 pays a rate of 1.25 percent.",
  );
  rig.model.answer(() => [says(retelling)]);
  await rig.send("/compress");
  const { lines, reworded } = ofType(rig.events, "chat-compressed")[0]!.block;
  const texts = reworded.map((at) => lines[at]!.text);
  expect(texts).toContain("Region 1 pays a rate of 1.25 percent.");
  expect(texts).not.toContain("The rate for region 4 is 4.25 percent.");
});

test("L4: another tab that follows sees an edit, and its undo", async () => {
  const rig = await begin();
  const block = await compressed(rig);
  const other = await rig.openTab();
  await other.agent.sessions.open(rig.session);
  await rig.agent.compressions.edit(block.record, {
    kind: "line",
    at: 0,
    was: block.lines[0]!.text,
    text: "In other words.",
  });
  await idle();
  const seen = () => ofType(other.events, "compression-changed").at(-1)!.block;
  expect(seen().lines[0]!.text).toBe("In other words.");
  await rig.agent.compressions.undoEdit(block.record);
  await idle();
  expect(seen().lines[0]!.text).toBe(block.lines[0]!.text);
});

test("C13: a compression that is cancelled in a Turn leaves no trace, is not tried again at once, and the Turn goes on", async () => {
  const rig = await begin({ limit: 12_000 });
  rig.model.answer(answers([says(`Noted. ${LONG}`)], () => [waits("gate"), says(goodSnapshot)]));
  while (ofType(rig.events, "compression-started").length === 0) await rig.send("The rate is 2.25 percent.");
  expect(ofType(rig.events, "turn-ended").length).toBeLessThan(ofType(rig.events, "turn-started").length);
  const written = rig.log.all.length;
  await rig.agent.compressions.cancel();
  await idle();
  expect(rig.statuses()).toEqual(["cancelled"]);
  expect(outcome(rig.events)).toEqual({ kind: "done" });
  expect(rig.log.all.slice(written).map(({ kind }) => kind)).not.toContain("snapshot");
  expect(rig.log.all.some(({ kind }) => kind === "note")).toBe(false);
  await rig.send("And on.");
  expect(rig.statuses()).toEqual(["cancelled"]);
});

const turnsOf = (rig: Rig) => ofType(rig.events, "turn-started").map(({ turnId }) => turnId);
const words = async (rig: Rig) => (await rig.context()).slice(1).map((content) => textOf(content).slice(0, 40));

test("L2: “up to here” and “from here” put a Snapshot in the place of these Turns, whole, and leave the others; layers are undone in any order", async () => {
  const rig = await begin();
  await talkedMuch(rig, 8);
  rig.model.answer(answers([says("Fine.")], () => [fails("ModelError", "No.")]));
  const before = await json(rig);
  const turns = turnsOf(rig);
  await rig.agent.compressions.compressTurns({ upTo: turns[2]! });
  await idle();
  const [first] = ofType(rig.events, "chat-compressed");
  let now = await words(rig);
  expect(now[0]).toMatch(/^(?!The rate)/);
  expect(now.slice(2, 4)).toEqual(["The rate for region 3 is 3.25 percent.", expect.stringContaining("Noted.")]);
  expect(now).toHaveLength(2 + 2 * 5);
  await rig.agent.compressions.compressTurns({ from: turns[6]! });
  await idle();
  const second = ofType(rig.events, "chat-compressed")[1]!;
  now = await words(rig);
  expect(now).toHaveLength(2 + 2 * 3 + 2);
  expect(now[2]).toBe("The rate for region 3 is 3.25 percent.");
  // The lower layer is covered by an upper one: undone, nothing changes until that one is undone, too.
  await rig.send("/compress");
  const third = ofType(rig.events, "chat-compressed")[2]!;
  const layered = await json(rig);
  await rig.agent.compressions.undo(first!.block.record);
  expect((await json(rig)).replace(/<environment>.*?<\/environment>/s, "")).toBe(
    layered.replace(/<environment>.*?<\/environment>/s, ""),
  );
  await rig.agent.compressions.undo(third.block.record);
  await rig.agent.compressions.undo(second.block.record);
  expect(await json(rig)).toBe(before);
  await rig.agent.compressions.redo(first!.block.record);
  expect(await words(rig)).toHaveLength(2 + 2 * 5);
});

test("L2: what is summarised already, or not there, is said so; nothing is changed", async () => {
  const rig = await begin();
  await talkedMuch(rig, 6);
  rig.model.answer(answers([says("Fine.")], () => [fails("ModelError", "No.")]));
  const turns = turnsOf(rig);
  await rig.agent.compressions.compressTurns({ upTo: turns[3]! });
  await idle();
  await rig.agent.compressions.compressTurns({ upTo: turns[1]! });
  await idle();
  expect(rig.statuses()).toEqual(["compressed", "noop"]);
  expect(ofType(rig.events, "note").at(-1)!.text).toContain("summarised already");
});

test("C12: the what-if previews three plans with sizes; only the Model's asks one; what is chosen is what was shown, and asks no one again", async () => {
  const rig = await begin();
  await talkedMuch(rig);
  let asked = 0;
  rig.model.answer((request) => {
    if (isForSnapshot(request)) asked++;
    return [says(goodSnapshot)];
  });
  const before = await json(rig);
  expect(await rig.agent.compressions.preview("masking")).toMatchObject({
    cannot: expect.stringContaining("no old results"),
  });
  const extractive = await rig.agent.compressions.preview("extractive");
  expect(extractive.after).toBeLessThan(extractive.before);
  expect(extractive.score).toBeGreaterThan(0.5);
  expect(asked).toBe(0);
  const model = await rig.agent.compressions.preview("model");
  expect(asked).toBe(2); // written, and improved
  expect(model.score).toBeGreaterThan(0);
  expect(await json(rig)).toBe(before);
  await rig.agent.compressions.installPreview("model");
  await idle();
  expect(asked).toBe(2);
  const { block } = ofType(rig.events, "chat-compressed")[0]!;
  expect(block).toMatchObject({ method: "model", score: model.score, lines: model.lines });
  expect(Math.abs(meterOf(rig.events).tokens - model.after)).toBeLessThan(0.05 * model.before);
  expect(rig.statuses()).toEqual(["compressed"]);
  await rig.agent.compressions.undo(block.record);
  expect(await json(rig)).toBe(before);
});

test("C12: a plan that can't be written is told to have ended, and the Turn with it", async () => {
  const rig = await begin({ threshold: "off" });
  await talkedMuch(rig);
  const before = await json(rig);
  await rig.agent.compressions.preview("extractive");
  const append = rig.log.append.bind(rig.log);
  Object.assign(rig.log, { append: () => Promise.reject(new Error("The disk is full.")) });
  await rig.agent.compressions.installPreview("extractive");
  await idle();
  Object.assign(rig.log, { append });
  expect(ofType(rig.events, "compression-ended")).toMatchObject([{ why: "The disk is full." }]);
  expect(outcome(rig.events)).toMatchObject({ kind: "failed", message: "The disk is full." });
  expect(await json(rig)).toBe(before);
});

test("C3 C8 L2: the plan to mask only shows old results in part, is told as content-truncated, and is undone and redone where it is told", async () => {
  const rig = await begin({ limit: 60_000, threshold: "off" });
  const other = await rig.openTab();
  rig.model.answer(({ contents }) =>
    contents.at(-1)!.parts.some((part) => part.functionResponse)
      ? [says("Heard.")]
      : [calls("talk", { word: `w${contents.length}`, tokens: 8_000 }, `c${contents.length}`)],
  );
  for (let turn = 0; turn < 4; turn++) await rig.send(`turn ${turn}`);
  await other.agent.sessions.open(rig.session);
  const [whole, size] = [await json(rig), meterOf(rig.events).tokens];
  const { after, before, shortened } = await rig.agent.compressions.preview("masking");
  expect(after).toBeLessThan(before);
  expect(shortened.length).toBeGreaterThan(0);
  await rig.agent.compressions.installPreview("masking");
  await idle();
  expect(rig.statuses()).toEqual(["content-truncated"]);
  const { text, masking } = ofType(rig.events, "note").at(-1)!;
  expect(text).toContain("Old results are shown in part");
  const masked = await json(rig);
  expect(masked).toContain("<tool_output_masked>");
  const noteNow = async () =>
    (await rig.agent.sessions.open(rig.session)).page.turns.flatMap(({ blocks }) => blocks).at(-1);
  expect(await noteNow()).toMatchObject({ kind: "note", text, masking });

  await rig.agent.compressions.undo(masking!.record);
  await idle();
  expect(await json(rig)).toBe(whole);
  expect(meterOf(rig.events).tokens).toBe(size);
  expect(await noteNow()).toMatchObject({ masking: { undone: true } });
  expect(ofType(other.events, "masking-changed").at(-1)?.masking).toEqual({ ...masking, undone: true });
  await rig.agent.compressions.undo(masking!.record); // nothing is left to undo
  await rig.agent.compressions.redo(masking!.record);
  await idle();
  expect(await json(rig)).toBe(masked);
  expect(await noteNow()).toMatchObject({ masking: { undone: false } });
  expect(ofType(other.events, "masking-changed").at(-1)?.masking).toEqual(masking);
  await rig.agent.compressions.undo(masking!.record);
  expect(await json(rig)).toBe(whole);
});

test("C12: a preview of a conversation that has gone on since is not installed; one that was stopped neither", async () => {
  const rig = await begin();
  await talkedMuch(rig);
  rig.model.answer(answers([says("Fine.")], () => [waits("never"), says(goodSnapshot)]));
  await rig.agent.compressions.preview("extractive");
  await rig.send("Wait.");
  await expect(rig.agent.compressions.installPreview("extractive")).rejects.toMatchObject({
    name: "InvalidStateError",
  });
  const stopped = rig.agent.compressions.preview("model");
  const refused = expect(stopped).rejects.toMatchObject({ name: "AbortError" });
  await idle();
  await rig.agent.compressions.endPreview();
  await refused;
  await expect(rig.agent.compressions.installPreview("model")).rejects.toMatchObject({ name: "InvalidStateError" });
  expect(ofType(rig.events, "chat-compressed")).toEqual([]);
});

test("C1: /compress takes “preview”, “up to N” and “from N”, counted back as /rewind lists them; another number gets a sentence", async () => {
  const rig = await begin();
  await talkedMuch(rig, 6);
  rig.model.answer(answers([says("Fine.")], () => [fails("ModelError", "No.")]));
  await rig.send("/compress preview");
  expect(ofType(rig.events, "screen-asked").at(-1)!.request).toEqual({ kind: "what-if" });
  await rig.send("/compress up to 99");
  expect(ofType(rig.events, "note").at(-1)!.text).toContain("Give a number from 1");
  await rig.send("/compress up to 3");
  expect(rig.statuses()).toEqual(["compressed"]);
  expect((await words(rig)).slice(2)).toHaveLength(4);
  await rig.agent.compressions.undo(ofType(rig.events, "chat-compressed")[0]!.block.record);
  await rig.send("/compress from 2");
  expect(await words(rig)).toHaveLength(8 + 2);
});
