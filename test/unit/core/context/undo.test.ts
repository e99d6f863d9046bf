/**
 * L2 over random Logs: contents, compressions with what comes along, edits of them, masks, folds, pins, removals, rewinds, environments,
 * what was recalled, and undos of any of these and of each other, in any order; and the same in a fork.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { weighedRecords } from "../../../support/weights.js";
import { contextOf, foldedContent } from "../../../../src/core/context/context.js";
import type { Content } from "../../../../src/core/content.js";
import { forkRecords } from "../../../../src/core/log/fork.js";
import type { LogRecord, RecordBody } from "../../../../src/core/log/log.js";
import { plainCounter } from "../../../support/plain-counter.js";
import { weighContent } from "../../../../src/core/tokens/content-weight.js";

type Step = readonly [kind: (typeof KINDS)[number], one: number, other: number];
const KINDS = [
  "user",
  "user",
  "model",
  "result",
  "compress",
  "edit",
  "mask",
  "fold",
  "pin",
  "removal",
  "rewind",
  "env",
  "recall",
  "undo",
] as const;
const steps = fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.nat(), fc.nat()), { minLength: 2, maxLength: 40 });
const SAYS = ["user", "model", "result"];

const text = (role: Content["role"], words: string): Content => ({ role, parts: [{ text: words }] });
const weighed = (content: Content) => weighContent(content, plainCounter);

/** A Log that grows: ids in writing order. */
function growing(records: readonly LogRecord[] = []) {
  const log = [...records];
  const write = (body: RecordBody): LogRecord => {
    const record: LogRecord = { id: String(log.length + 1).padStart(6, "0"), session: "s", at: log.length, ...body };
    log.push(record);
    return record;
  };
  const say = (kind: string) => {
    const name = `${kind} ${log.length}`;
    const content: Content =
      kind === "result"
        ? { role: "user", parts: [{ functionResponse: { name: "tool", response: { output: name.repeat(9) } } }] }
        : text(kind === "model" ? "model" : "user", name);
    return write({ kind: "content", turn: "t", step: "s", from: "user", content, weight: weighed(content) });
  };
  const environment = () => {
    const content = text("user", `environment ${log.length}`);
    return write({ kind: "environment", content, weight: weighed(content) });
  };
  const mask = (record: string) => {
    const preview = `preview ${log.length}`;
    return write({ kind: "mask", record, part: 0, preview, weight: weighed(text("user", preview)) });
  };
  const fold = (record: string, content: Content) => {
    const preview = `folded ${log.length}`;
    const parts = content.parts.filter(({ functionResponse }) => !functionResponse);
    return write({ kind: "fold", record, preview, weight: weighed(foldedContent({ ...content, parts }, preview)) });
  };
  /** Over two contents and all between, with an environment and perhaps a mask that came along. */
  const snapshot = (from: string, through: string, along: readonly string[], edits?: string) => {
    const content = text("user", `snapshot ${log.length}`);
    const body = { kind: "snapshot" as const, from, through, contents: [content], weight: [weighed(content)], along };
    return write({ ...body, ...(edits !== undefined && { edits }) });
  };
  const undo = (of: string) => write({ kind: "undo", of });

  function step([kind, one, other]: Step): void {
    const contents = log.filter((record) => record.kind === "content");
    const pick = <T>(from: readonly T[], nth: number): T | undefined => from[nth % Math.max(1, from.length)];
    const found = pick(contents, one);
    if (SAYS.includes(kind) || !found) return void say(SAYS.includes(kind) ? kind : "user");
    if (kind === "compress") {
      const [from, through] = [found.id, pick(contents, other)!.id].toSorted();
      const masked = other % 2 === 0 ? [mask(pick(contents, one + other)!.id).id] : [];
      return void snapshot(from!, through!, [...masked, environment().id]);
    }
    if (kind === "edit") {
      const root = pick(
        log.filter((record) => record.kind === "snapshot" && record.edits === undefined),
        one,
      );
      if (root?.kind === "snapshot") snapshot(root.from, root.through, [], root.id);
    }
    if (kind === "mask") mask(found.id);
    if (kind === "fold") fold(found.id, found.content);
    if (kind === "removal") write({ kind: "removal", records: [found.id, pick(contents, other)!.id] });
    if (kind === "pin") write({ kind: "pin", record: found.id });
    if (kind === "rewind") write({ kind: "rewind", to: found.id });
    if (kind === "env") environment();
    if (kind === "recall") {
      const content = text("user", `recalled ${log.length}`);
      write({ kind: "recalled", turn: "t", for: found.id, records: [], content, weight: weighed(content) });
    }
    const undoable = log.filter((record) => !["content", "session-created"].includes(record.kind));
    if (kind === "undo" && undoable.length > 0) undo(pick(undoable, one)!.id);
  }
  return { log, say, step, snapshot, environment, mask, undo };
}

function logOf(all: readonly Step[]) {
  const made = growing();
  for (const each of all) made.step(each);
  return made;
}

const context = (records: readonly LogRecord[]) => contextOf(records).map(({ content }) => content);
const json = (value: unknown) => JSON.stringify(value);

test("L2: after undo of a compression the context is the one before plus the later Turns, byte for byte; redo likewise; in a fork as well", () =>
  fc.assert(
    fc.property(steps, fc.nat(), fc.nat(), fc.nat(5), (all, one, other, turns) => {
      const made = logOf(all);
      const contents = made.log.filter(({ kind }) => kind === "content");
      const before = context(made.log);
      const weighs = json(weighedRecords(made.log).map(({ weight }) => weight));
      const [from, through] = [one, other].map((nth) => contents[nth % contents.length]!.id).toSorted();
      const along = [made.mask(contents[(one + other) % contents.length]!.id).id, made.environment().id];
      const { id } = made.snapshot(from!, through!, along);
      const later: Content[] = [];
      const goOn = () => {
        for (let turn = 0; turn < turns; turn++)
          for (const said of ["user", "model"]) {
            const record = made.say(said);
            if (record.kind === "content") later.push(record.content);
          }
      };
      goOn();
      const compressed = context(made.log);
      const undos = [id, ...along].map((of) => made.undo(of).id);
      expect(json(context(made.log))).toBe(json([...before, ...later]));
      if (turns === 0) expect(json(weighedRecords(made.log).map(({ weight }) => weight))).toBe(weighs);
      const redos = undos.map((of) => made.undo(of).id);
      expect(json(context(made.log))).toBe(json(compressed));
      const known = later.length;
      goOn();
      expect(json(context(made.log))).toBe(json([...compressed, ...later.slice(known)]));
      for (const of of redos) made.undo(of);
      expect(json(context(made.log))).toBe(json([...before, ...later]));

      let count = 0;
      const place = { session: "f", at: 0, nextId: () => `f${String(++count).padStart(6, "0")}` };
      const fork = forkRecords(made.log, made.log.at(-1)!.id, place);
      expect(json(context(fork))).toBe(json([...before, ...later]));
    }),
    { numRuns: 400 },
  ));

test("L2: whatever came after it, the undo of any record gives the context of a Log in which that record does nothing", () =>
  fc.assert(
    fc.property(steps, fc.nat(), (all, pick) => {
      const { log, undo } = logOf(all);
      const effects = log.filter(({ kind }) => kind !== "content" && kind !== "undo");
      fc.pre(effects.length > 0);
      const { id } = effects[pick % effects.length]!;
      const whole = json(contextOf(log));
      // An undo of it that is there already says the same: only where none holds is there something to undo.
      const nothing: RecordBody = { kind: "note", turn: "t", text: "" };
      const without = log.map((record) => (record.id === id ? { ...nothing, id, session: "s", at: 0 } : record));
      const isUndone = log.some((record) => record.kind === "undo" && record.of === id);
      const taken = undo(id);
      expect(json(contextOf(log))).toBe(json(contextOf(without)));
      undo(taken.id);
      if (!isUndone) expect(json(contextOf(log))).toBe(whole);
    }),
    { numRuns: 400 },
  ));

test("L2: no Turn is lost where compressions overlap in part, whichever of them is undone or redone", () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat()),
      (ranges, undos) => {
        const made = growing();
        for (let turn = 0; turn < 8; turn++) made.say("user");
        const contents = [...made.log];
        const at = (nth: number) => contents[nth % contents.length]!.id;
        const all = ranges.map(([one, other]) => {
          const [from, through] = [at(one), at(other)].toSorted();
          return made.snapshot(from!, through!, []);
        });
        const effects = [...all];
        for (const nth of undos) effects.push(made.undo(effects[nth % effects.length]!.id));
        const shown = contextOf(made.log).map(({ record }) => record);
        const spans = made.log.filter((record) => record.kind === "snapshot" && shown.includes(record.id));
        for (const { id } of contents) {
          const isTold = spans.some((span) => span.kind === "snapshot" && span.from <= id && id <= span.through);
          expect(shown.includes(id) || isTold).toBe(true);
        }
      },
    ),
    { numRuns: 300 },
  ));
