/** Each class of error (R4 of routing), from the server through the real client to a sentence. */
import { inspect } from "node:util";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { userSaid } from "../../../../../src/core/content.js";
import { modelErrorOf, readDuration } from "../../../../../src/platform/models/gemini/gemini-errors.js";
import { openGemini } from "../../../../../src/platform/models/gemini/gemini.js";
import { expectSentence, failureIn, gather } from "../../../../contract/model.js";
import { testKey } from "../../../../support/gemini-rig.js";
import { errs, says } from "../../../../support/script.js";
import { otherLimitTexts, tooLongTexts, tooLongUnnamedTexts } from "../../../../support/too-long.js";
import * as wireErrors from "../../../../support/wire-errors.js";
import type { WireError } from "../../../../support/wire-errors.js";
import { openWireServer } from "../../../../support/wire-server.js";
import type { WireServer } from "../../../../support/wire-server.js";

let wire: WireServer;
beforeEach(async () => void (wire = await openWireServer()));
afterEach(() => wire.close());

const model = "gemini-2.5-pro";
const request = { contents: [userSaid("Hello")] };
const never = () => new AbortController().signal;
const gemini = (key = testKey) => openGemini({ model, key, baseUrl: wire.url });

const classes: readonly (readonly [string, WireError, object, RegExp])[] = [
  [
    "429 with RetryInfo",
    wireErrors.rateLimited(20),
    { kind: "rate", status: 429, retryAfter: 20_000, quota: "minute" },
    /in 20 seconds/,
  ],
  ["429 without RetryInfo", wireErrors.rateLimited(), { kind: "rate", status: 429 }, /in a minute/],
  [
    "429 with the wait in its text",
    wireErrors.rateLimitedInWords("1m2.5s"),
    { kind: "rate", retryAfter: 62_500 },
    /in 63 seconds/,
  ],
  ["429 daily quota", wireErrors.dailyQuota(), { kind: "quota", status: 429, quota: "day" }, /daily quota.*tomorrow/],
  ["429 with limit: 0", wireErrors.noQuota(), { kind: "quota", status: 429, quota: "none" }, /no quota/],
  ["429 out of capacity", wireErrors.capacityExhausted(), { kind: "capacity", status: 429 }, /overloaded/],
  ["500", wireErrors.internalError(), { kind: "server", status: 500, reason: "INTERNAL" }, /failed \(500\)/],
  ["502 of a proxy, in HTML", wireErrors.badGateway(), { kind: "server", status: 502 }, /failed \(502\)/],
  ["503", wireErrors.overloaded(), { kind: "capacity", status: 503, reason: "UNAVAILABLE" }, /overloaded \(503\)/],
  ["404 model", wireErrors.noSuchModel(model), { kind: "no-model", status: 404 }, /no model named gemini-2.5-pro/],
  [
    "400 overflow",
    wireErrors.tooLong(81_881, 65_536),
    { kind: "overflow", status: 400, limit: 65_536, sent: 81_881 },
    /81,881 tokens, where 65,536 fit/,
  ],
  [
    "400 overflow without a count",
    wireErrors.tooLongUncounted(1_048_576),
    { kind: "overflow", limit: 1_048_576 },
    /1,048,576 fit/,
  ],
  [
    "400 invalid key",
    wireErrors.invalidKey(),
    { kind: "key", status: 400, reason: "API_KEY_INVALID" },
    /did not accept the API key/,
  ],
  ["403", wireErrors.forbidden(), { kind: "forbidden", status: 403 }, /may not use gemini-2.5-pro.*leaked/],
  [
    "400 of another kind",
    wireErrors.badRequest("Please ensure that roles alternate."),
    { kind: "refused", status: 400 },
    /roles alternate/,
  ],
];

test.each(classes)("%s has its class and its sentence", async (_name, error, details, words) => {
  await wire.script([errs(error)]);
  const failure = await failureIn(gather(gemini().stream(request, never())));
  expect(failure.name).toBe("ModelError");
  expect(failure.details).toMatchObject(details);
  expect(failure.message).toMatch(words);
  expectSentence(failure.message);
});

test.each(classes.filter(([, error]) => typeof error.body !== "string"))(
  "%s means the same inside a stream, and to countTokens",
  async (_name, error, details) => {
    await wire.script([says("so far"), errs(error)], [errs(error)]);
    expect((await failureIn(gather(gemini().stream(request, never())))).details).toMatchObject(details);
    expect((await failureIn(gemini().countTokens!(request, never()))).details).toMatchObject(details);
  },
);

test.each(tooLongTexts)(
  "T1 R4 too long in any words, with its limit and its count: %s",
  async (message, limit, sent) => {
    await wire.script([errs(wireErrors.badRequest(message))]);
    const { details } = await failureIn(gather(gemini().stream(request, never())));
    expect(details).toMatchObject({ kind: "overflow", limit });
    expect(details?.sent).toBe(sent);
  },
);

test.each(tooLongUnnamedTexts)("T1 R4 too long, and no limit named: %s", async (message) => {
  await wire.script([errs(wireErrors.badRequest(message))]);
  const { details } = await failureIn(gather(gemini().stream(request, never())));
  expect([details?.kind, details?.limit, details?.sent]).toEqual(["overflow", undefined, undefined]);
});

test.each(otherLimitTexts)("a refusal for another reason stays one: %s", async (message) => {
  await wire.script([errs(wireErrors.badRequest(message))]);
  expect((await failureIn(gather(gemini().stream(request, never())))).details?.kind).toBe("refused");
});

test("P2 a server that repeats the key does not get it shown", async () => {
  await wire.script(
    [errs(wireErrors.forbidden(testKey))],
    [errs(wireErrors.badRequest(`bad ?key=${encodeURIComponent(testKey)}`))],
  );
  for (let time = 0; time < 2; time++) {
    const failure = await failureIn(gather(gemini().stream(request, never())));
    expect(inspect(failure, { depth: 10 })).not.toContain(testKey);
    expect(JSON.stringify([failure.message, failure.details, failure.cause, failure.stack])).not.toContain(testKey);
  }
});

test.each(["", "  ", "ключ-with-letters", "two words", "line\nbreak"])(
  "P2 a key that fits no header is refused without a request and without showing it: %j",
  async (key) => {
    const failure = await failureIn(gather(gemini(key).stream(request, never())));
    expect(failure).toMatchObject({ name: "ModelError", details: { kind: "key" } });
    if (key.trim()) expect(inspect(failure)).not.toContain(key);
    expect((await wire.report()).requests).toEqual([]);
  },
);

const place = { model, host: "example.org", key: testKey };
test("whatever is thrown becomes an AgentError with a sentence, and never holds the key", () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.record({ name: fc.string(), message: fc.string(), status: fc.integer({ min: 400, max: 599 }) }),
        fc.jsonValue().map((error) => ({ status: 400, message: JSON.stringify({ error }) })),
        fc.string().map((around) => ({ status: 400, message: `${around}${testKey}{${around}` })),
      ),
      (thrown) => {
        const failure = modelErrorOf(thrown, place);
        expect(failure.details?.kind).toBeDefined();
        expect(failure.message).toMatch(/\.$/);
        expect(JSON.stringify([failure.message, failure.cause])).not.toContain(testKey);
      },
    ),
  ));

test("R2 durations are read as they are written", () =>
  fc.assert(
    fc.property(fc.nat(50), fc.nat(59), fc.integer({ min: 0, max: 59_999 }), (hours, minutes, ms) => {
      const text = `${hours ? `${hours}h` : ""}${minutes ? `${minutes}m` : ""}${ms / 1_000}s`;
      expect(readDuration(text)).toBeCloseTo(hours * 3_600_000 + minutes * 60_000 + ms, -1);
    }),
  ));
test.each([
  ["853.2ms", 854],
  ["5m", 300_000],
  ["", undefined],
  ["soon", undefined],
])("R2 %j is %s ms", (text, ms) => expect(readDuration(text)).toBe(ms));
