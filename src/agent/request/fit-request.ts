/**
 * The fitter of requests: makes the next one fit the window (O1, O2), without a Model where need be. While pending items overflow, in turn:
 * R1 Old bulky results give way to a preview (X4).
 * R2 The Session is compressed, where that can be done.
 * R3 More of the old results give way, the oldest first, as many as are needed: a window may be far smaller than X4 reckons.
 * R4 The pending results are cut to the room there is (X3), none to nothing.
 * R5 Else the Turn is stopped, with both figures and a sentence.
 * R6 A request that seemed to fit and was refused is made smaller by a fifth in this Turn, unless the refusal says by how much; but on
 *    such a guess no Turn is stopped.
 * Previews are `mask` records: the Log keeps the whole, and an undo brings it back (L2).
 */
import type { CallId, RecordId, TurnId } from "../../core/ids.js";
import { excessIn, findOverflow, reserveFor, roomIn, type Overflow, type Room } from "../../core/measure/budget.js";
import type { ToolResult } from "../../core/content.js";
import { AgentError } from "../../core/errors.js";
import { MASK_BUDGET, type MaskBudget } from "../../core/context/mask.js";
import { resultText } from "../../core/context/mask-preview.js";
import { shareRoom } from "../../core/text/truncate.js";
import { placeOfResult } from "../calls/full-output.js";
import type { Govern } from "../calls/govern-output.js";
import { maskBody, pointersTo, sizesOf, smallerOf, type ResultChange } from "./old-results.js";
import type { SessionContext } from "../session/session-context.js";
import type { SessionState } from "../session/session-state.js";
import { asUntrusted, insideUntrusted } from "../../core/text/untrusted.js";
import { overflowSentences } from "./request-words.js";

interface FitOptions {
  readonly turn: TurnId;
  /** Cuts an output to less room than when it came. */
  readonly govern: Govern;
  /** Puts a Snapshot in the place of old Turns (C); true if context and meter have become smaller. */
  readonly compress: (signal: AbortSignal) => Promise<boolean>;
  /** The whole of an output of this Turn that was cut when it came. */
  readonly wholeOutput: (callId: CallId) => string | undefined;
  /** True while the user's message has had no answer: then it goes back into the composer. */
  readonly isUnanswered: () => boolean;
}

interface RequestFitter {
  /** Resolves when a request to this Model fits; `ContextOverflowError` where nothing helps. */
  fit(model: string, signal: AbortSignal): Promise<void>;
  /**
   * Tokens that outputs which are about to come may take together (X3): what is free, and what old results would give way
   * (R3). Never below zero, never without bound.
   */
  roomFor(model: string): Promise<number>;
  /** The request as it stands was refused as too long: from now on less fits (R6). True once a Turn (T1): then it is worth asking again. */
  refit(model: string): boolean;
}

/** Factor by which more is masked than seems needed: a preview takes room too, and estimates are off. */
const SPARE = 1.2;
const MASK_ROUNDS = 4;
/** Tokens that are enough for the calls of any step: then old results need not be looked at. */
const PLENTY = 200_000;
/** Tokens of a preview, about. */
const PREVIEW_TOKENS = 200;
/** Shares to which a pending output is cut, one after the other, until all fits. */
const CUTS: readonly number[] = [0.95, 0.7, 0.3];
/** Share of a refused request that is sent again: with the reserve, enough for a tokenizer that counts half as much again as ours. */
const REFIT = 0.8;

export function createRequestFitter(state: SessionState, options: FitOptions): RequestFitter {
  const { context, meter, tell } = state;
  const { turn } = options;

  /** Sizes that windows turned out to be smaller than, by Model. */
  const refused = new Map<string, number>();
  let hasRefitted = false;

  const roomBeside = (model: string, pending: number, most = refused.get(model) ?? Infinity): Room => {
    const limit = Math.min(meter.view(model).limit, most);
    return { limit, rest: meter.predict(model) - pending, reserve: reserveFor(limit) };
  };
  const pendingTokens = () => context.pending.reduce((sum, { weight }) => sum + (weight?.tokens ?? 0), 0);
  const overflowIn = (model: string, most?: number): Overflow | undefined => {
    const pending = pendingTokens();
    return findOverflow(pending, roomBeside(model, pending, most));
  };

  /** Weighs items that were pending when the Session was opened, which come without a weight. */
  async function weighPending(): Promise<void> {
    const unweighed = context.pending.filter(({ weight }) => !weight);
    const weights = await meter.weighAll(unweighed.map(({ content }) => content));
    for (const [at, { record }] of unweighed.entries()) if (weights[at]) context.setWeight(record, weights[at]);
  }

  /** Writes previews, those that make something smaller. Resolves with true if there were any. */
  async function show(changes: readonly ResultChange[]): Promise<boolean> {
    const smaller = await smallerOf(changes, meter);
    if (smaller.length === 0) return false;
    await state.write(smaller.map(maskBody), {
      tell: () => tell({ type: "results-masked", turnId: turn, count: smaller.length, ...sizesOf(smaller) }),
    });
    return true;
  }

  async function maskOld(budget: MaskBudget): Promise<boolean> {
    const changes = pointersTo(await meter.toMask(budget), context);
    return changes.length > 0 && show(changes);
  }

  /** R3 */
  async function maskAsNeeded(model: string): Promise<boolean> {
    for (let round = 0; round < MASK_ROUNDS; round++) {
      const pending = pendingTokens();
      const excess = excessIn(pending, roomBeside(model, pending));
      if (excess === 0) return true;
      const keep = Math.max(0, Math.floor(meter.results - SPARE * excess));
      if (!(await maskOld({ keep, free: 0 }))) return false;
    }
    return !overflowIn(model);
  }

  /** R4 */
  async function shrinkPending(model: string): Promise<boolean> {
    const wholes = new Map<string, string>();
    for (const cut of CUTS) {
      const outputs = pendingOutputs(context);
      const pending = pendingTokens();
      const words = pending - outputs.reduce((sum, { tokens }) => sum + tokens, 0);
      const room = Math.max(0, roomIn(roomBeside(model, pending)) - words);
      const shares = shareRoom(
        outputs.map(({ tokens }) => tokens),
        room,
      );
      const changes = outputs.flatMap((output, at) => {
        if (shares[at]! >= output.tokens) return [];
        const whole = wholes.get(output.callId) ?? options.wholeOutput(output.callId) ?? bareText(output.result);
        wholes.set(output.callId, whole);
        const call = { id: output.callId, name: output.result.name };
        const { text } = options.govern(whole, call, { room: Math.floor(shares[at]! * cut) });
        return [cutTo(text, output)];
      });
      await show(changes);
      if (!overflowIn(model)) return true;
    }
    return false;
  }

  return {
    async fit(model, signal) {
      if (!overflowIn(model)) return;
      await weighPending();
      await maskOld(MASK_BUDGET);
      if (!overflowIn(model)) return;
      if ((await options.compress(signal)) && !overflowIn(model)) return;
      if (await maskAsNeeded(model)) return;
      if (await shrinkPending(model)) return;
      const overflow = overflowIn(model, Infinity);
      if (!overflow) return;
      tell({ type: "context-will-overflow", turnId: turn, ...overflow });
      const words = options.isUnanswered() ? overflowSentences.message : overflowSentences.results;
      throw new AgentError("ContextOverflowError", words(model, overflow));
    },
    refit(model) {
      const size = meter.predict(model);
      if (size <= meter.view(model).limit) refused.set(model, Math.floor(REFIT * size));
      const isFirst = !hasRefitted;
      hasRefitted = true;
      return isFirst;
    },
    async roomFor(model) {
      const room = roomIn(roomBeside(model, 0));
      if (room >= PLENTY) return room;
      const old = await meter.toMask({ keep: 0, free: 0 });
      const freed = old.reduce((sum, { tokens }) => sum + tokens - PREVIEW_TOKENS, 0);
      const now = roomBeside(model, 0);
      return roomIn({ ...now, rest: now.rest - freed });
    },
  };
}

interface PendingOutput {
  readonly record: RecordId;
  readonly part: number;
  readonly callId: CallId;
  readonly result: ToolResult;
  readonly tokens: number;
}

const pendingOutputs = (context: SessionContext): readonly PendingOutput[] =>
  context.pending.flatMap(({ record, weight }) =>
    (weight?.results ?? []).flatMap(({ part, tokens }): PendingOutput[] => {
      const result = context.resultOf(record, part);
      return result ? [{ record, part, callId: result.id ?? placeOfResult(record, part), result, tokens }] : [];
    }),
  );

const bareText = (result: ToolResult): string => {
  const text = resultText(result);
  return insideUntrusted(text) ?? text;
};

function cutTo(text: string, { record, part, result, tokens }: PendingOutput): ResultChange {
  const isUntrusted = insideUntrusted(resultText(result)) !== undefined;
  const attached = result.parts?.length ? overflowSentences.attachmentLeftOut : "";
  const preview = `${isUntrusted ? asUntrusted(text) : text}${attached}`;
  return { record, part, tool: result.name, tokens, preview, cut: true };
}
