/** What every Model keeps, whoever answers: the laws of `Model.stream` in src/core/models/model.ts. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { userSaid } from "../../src/core/content.js";
import { AgentError } from "../../src/core/errors.js";
import type { Model, ModelEvent, ModelRequest, ToolDeclaration } from "../../src/core/models/model.js";
import { calls, finishes, says, signed, thinks, uses, waits } from "../support/script.js";
import type { Script } from "../support/script.js";

export interface ModelRig {
  readonly model: Model;
  /** How many requests it is working on. */
  atWork(): Promise<number>;
  /** How many it has begun to work on so far. */
  begun(): Promise<number>;
  close(): Promise<void>;
}

/** The rig of a Model that says what it is told to. */
export interface ScriptableRig extends ModelRig {
  script(...answers: readonly Script[]): Promise<void>;
  /** Opens a gate that a script waits for. */
  release(gate: string): Promise<void>;
  /** An answer that fails before it begins. */
  readonly failing: Script;
  /** What its wire has no place for. */
  readonly lacks?: readonly Faculty[];
}

/** `ids`: those of calls; `usage`: figures a test could set; `reasons`: why it ended, but for a cut. */
export type Faculty = "thoughts" | "signatures" | "ids" | "usage" | "reasons";

const hello: ModelRequest = { contents: [userSaid("Hello, who are you?")] };
const tools: readonly ToolDeclaration[] = ["read_file", "glob"].map((name) => ({
  name,
  description: "A Tool.",
  parameters: { type: "object", properties: {} },
}));
const never = () => new AbortController().signal;

/** All events of an answer; `heard` is done after each: to open a gate, say. */
export async function gather(
  events: AsyncIterable<ModelEvent>,
  heard: () => Promise<void> | void = () => undefined,
): Promise<readonly ModelEvent[]> {
  const gathered: ModelEvent[] = [];
  for await (const event of events) {
    gathered.push(event);
    await heard();
  }
  return gathered;
}

/** Leaves the loop after the first event. */
async function hearOne(events: AsyncIterable<ModelEvent>): Promise<ModelEvent | undefined> {
  for await (const event of events) return event;
  return undefined;
}

export const spoken = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

/** The failure of what should fail. */
export const failureIn = async (work: Promise<unknown>): Promise<AgentError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AgentError);
  return error as AgentError;
};

export function expectSentence(message: string): void {
  expect(message).toMatch(/^\S.*[.!?]$/s);
  expect(message).not.toMatch(/undefined|NaN|\[object/);
}

/** The event as a wire that lacks these would bring it, if at all. */
function withoutLacking(event: ModelEvent, lacks: readonly Faculty[]): readonly ModelEvent[] {
  if (event.type === "thought" && lacks.includes("thoughts")) return [];
  if (event.type === "usage" && lacks.includes("usage")) return [];
  if (event.type === "call" && lacks.includes("ids")) {
    const { id: _id, ...call } = event.call;
    return withoutLacking(
      { ...event, call },
      lacks.filter((faculty) => faculty !== "ids"),
    );
  }
  if ("signature" in event && lacks.includes("signatures")) {
    const { signature: _signature, ...unsigned } = event;
    return [unsigned];
  }
  return [event];
}

const atRest = (rig: ModelRig) => expect.poll(() => rig.atWork(), { timeout: 30_000 }).toBe(0);

/** Laws that hold whatever it says. */
export function modelContract(name: string, open: () => Promise<ModelRig>): void {
  describe(`${name} is a Model`, () => {
    let rig: ModelRig;
    beforeEach(async () => void (rig = await open()));
    afterEach(() => rig.close());
    const ask = (signal = never()) => gather(rig.model.stream(hello, signal));

    test("an answer ends with exactly one `finished`, and has words before it", async () => {
      const events = await ask();
      expect(events.filter(({ type }) => type === "finished")).toHaveLength(1);
      expect(events.at(-1)?.type).toBe("finished");
      expect(spoken(events)).not.toBe("");
      await atRest(rig);
    });

    test("stopped before it is asked, it says nothing and begins nothing", async () => {
      const before = await rig.begun();
      const failure = await failureIn(ask(AbortSignal.abort()));
      expect(failure.name).toBe("AbortError");
      expect(await rig.begun()).toBe(before);
    });

    test("stopped while it speaks, it says no more and throws AbortError", async () => {
      const stop = new AbortController();
      const heard: ModelEvent[] = [];
      const speaking = (async () => {
        for await (const event of rig.model.stream(hello, stop.signal)) {
          heard.push(event);
          stop.abort();
        }
      })();
      expect((await failureIn(speaking)).name).toBe("AbortError");
      expect(heard).toHaveLength(1);
      await atRest(rig);
    });

    test("stopped after it has spoken, nothing happens", async () => {
      const stop = new AbortController();
      const events = await ask(stop.signal);
      stop.abort();
      expect(events.at(-1)?.type).toBe("finished");
    });

    test("work stops when the consumer leaves the loop", async () => {
      await hearOne(rig.model.stream(hello, never()));
      await atRest(rig);
    });

    test("it can be asked again after it was stopped", async () => {
      const stop = new AbortController();
      await hearOne(rig.model.stream(hello, stop.signal));
      stop.abort();
      expect((await ask()).at(-1)?.type).toBe("finished");
    });

    test("a signal that outlives the answer keeps no listeners of it", async () => {
      const { signal } = new AbortController();
      let listeners = 0;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
      signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
      await ask(signal);
      expect(listeners).toBe(0);
    });
  });
}

/** More laws, for a Model that can be told what to say. */
export function scriptableContract(name: string, open: () => Promise<ScriptableRig>): void {
  modelContract(name, async () => {
    const rig = await open();
    const words: Script = [says("I am ", "the one ", "who was asked.")];
    await rig.script(words, words);
    return rig;
  });

  describe(`${name} says what it is told`, () => {
    let rig: ScriptableRig;
    beforeEach(async () => void (rig = await open()));
    afterEach(() => rig.close());
    const ask = (signal = never()) => gather(rig.model.stream(hello, signal));

    test("the deltas joined are the whole", async () => {
      const pieces = ["Pal", "imp", "sest\n\n", "wört", "er 👋🏽", " 古い", "文"];
      await rig.script([says(...pieces)]);
      expect(spoken(await ask())).toBe(pieces.join(""));
    });

    test("thoughts, words, calls, usage and the reason come in their order, signatures with them", async () => {
      await rig.script([
        thinks("Let me ", "look."),
        signed(says("I will read it."), "sig-1"),
        signed(calls("read_file", { file_path: "a.ts", lines: [1, 2] }, "c1"), "sig-2"),
        calls("glob", { pattern: "*" }),
        uses({ prompt: 120, answer: 30, thoughts: 7, cached: 64 }),
        finishes("STOP"),
      ]);
      const events = await gather(rig.model.stream({ ...hello, tools }, never()));
      const whole: readonly ModelEvent[] = [
        { type: "thought", delta: "Let me " },
        { type: "thought", delta: "look." },
        { type: "text", delta: "I will read it.", signature: "sig-1" },
        {
          type: "call",
          call: { id: "c1", name: "read_file", args: { file_path: "a.ts", lines: [1, 2] } },
          signature: "sig-2",
        },
        { type: "call", call: { name: "glob", args: { pattern: "*" } } },
        { type: "usage", usage: { prompt: 120, answer: 30, thoughts: 7, cached: 64 } },
        { type: "finished", reason: "stop" },
      ];
      const told = (all: readonly ModelEvent[]) => all.flatMap((event) => withoutLacking(event, rig.lacks ?? []));
      expect(told(events)).toEqual(told(whole));
    });

    test("an answer out of room says so", async ({ skip }) => {
      skip(rig.lacks?.includes("reasons") ?? false, "its wire gives no reasons");
      await rig.script([says("and then"), finishes("MAX_TOKENS")]);
      expect((await ask()).at(-1)).toEqual({ type: "finished", reason: "max-tokens" });
    });

    test("stopped while it is silent, it throws at once", async () => {
      await rig.script([says("One moment"), waits("never released")]);
      const stop = new AbortController();
      const events = rig.model.stream(hello, stop.signal)[Symbol.asyncIterator]();
      expect(await events.next()).toEqual({ done: false, value: { type: "text", delta: "One moment" } });
      const next = events.next();
      stop.abort();
      expect((await failureIn(next)).name).toBe("AbortError");
      await atRest(rig);
    });

    test("a consumer that leaves in the middle ends the work in the middle", async () => {
      await rig.script([says("One moment"), waits("never released"), says("too late")]);
      for await (const event of rig.model.stream(hello, never())) {
        expect(event).toEqual({ type: "text", delta: "One moment" });
        expect(await rig.atWork()).toBe(1);
        break;
      }
      await atRest(rig);
    });

    test("two answers at once do not mix", async () => {
      const script = (word: string): Script => [says(word), waits(5), says(word), waits(5), says(word)];
      await rig.script(script("a"), script("b"));
      const [one, other] = await Promise.all([ask(), ask()]);
      expect([spoken(one), spoken(other)].toSorted()).toEqual(["aaa", "bbb"]);
    });

    test("stopping one of two leaves the other alone", async () => {
      const script: Script = [says("a"), waits("one is stopped"), says("b")];
      await rig.script(script, script);
      const stop = new AbortController();
      const stopped = (async () => {
        for await (const { type } of rig.model.stream(hello, stop.signal)) if (type === "text") stop.abort();
      })();
      const other = ask();
      expect((await failureIn(stopped)).name).toBe("AbortError");
      await rig.release("one is stopped");
      expect(spoken(await other)).toBe("ab");
    });

    test("a failure has a name and a sentence", async () => {
      await rig.script(rig.failing);
      const failure = await failureIn(ask());
      expect(failure.name).toMatch(/^[A-Z]\w+Error$/);
      expectSentence(failure.message);
      await atRest(rig);
    });

    test("an empty answer is cut, not finished", async () => {
      await rig.script([{ does: "end" }]);
      expect((await ask()).at(-1)).toEqual({ type: "finished", reason: "cut" });
    });
  });
}
