/** What is learnt about counting and about limits, for each model at each endpoint (T1, T4). */
import { describe, expect, test } from "vitest";
import { createModelCalibration, endpointOf } from "../../../../src/agent/request/model-calibration.js";
import { readSettings } from "../../../../src/core/settings/settings.js";
import { NOTHING_MEASURED, type Measured } from "../../../../src/core/measure/calibration.js";
import { AgentError, type ModelFailure } from "../../../../src/core/errors.js";
import { createMemoryLog } from "../../../support/memory-log.js";

const request = (exact: number): Measured => ({ ...NOTHING_MEASURED, exact, contents: 1 });
const tooLong = (details: Omit<ModelFailure, "kind"> = {}) =>
  new AgentError("ModelError", "Too long.", { details: { kind: "overflow", ...details } });

/** `set` and `chosen` may be changed by a test at any time, as by a user. */
function begin(log = createMemoryLog()) {
  const user = { set: 0, chosen: readSettings({}) };
  const endpoint = (model: string) => endpointOf(model, user.chosen);
  return { log, user, calibration: createModelCalibration({ log, endpoint, override: () => user.set }) };
}

describe("T1: a refusal as too long", () => {
  test("that names what was counted is believed at once, against all counts before it", async () => {
    const { calibration } = begin();
    for (let nth = 1; nth <= 8; nth++) await calibration.learnCount("m", request(1_000 * nth), 1_000 * nth + 20);
    await calibration.learnRefusal("m", request(9_000), tooLong({ limit: 10_000, sent: 12_600 }));
    expect(calibration.limitOf("m")).toBe(10_000);
    expect(calibration.predict("m", request(9_000))).toBeCloseTo(12_600, -2);
    expect(calibration.predict("m", request(8_000))).toBeGreaterThan(10_000);
  });

  test.each([
    ["what is not over the limit", 7_000],
    ["what no tokenizer makes of it", 90_000],
  ])("teaches no count by a figure for %s", async (_, sent) => {
    const { calibration } = begin();
    const before = calibration.predict("m", request(9_000));
    await calibration.learnRefusal("m", request(9_000), tooLong({ limit: 8_000, sent }));
    expect(calibration.predict("m", request(9_000))).toBe(before);
    expect(calibration.limitOf("m")).toBe(8_000);
  });
});

describe("T1: what a server said of its window", () => {
  test("holds for a local model at that server, whatever becomes of Gemini's address", async () => {
    const { calibration, user } = begin();
    user.chosen["model.localServer"] = "http://127.0.0.1:1234";
    await calibration.learnRefusal("local/qwen3", request(5_000), tooLong({ limit: 4_096, sent: 6_000 }));
    user.chosen["model.baseUrl"] = "https://proxy.example";
    expect(calibration.limitOf("local/qwen3")).toBe(4_096);
    expect(calibration.predict("local/qwen3", request(5_000))).toBeCloseTo(6_000, -2);
    expect(calibration.limitOf("gemini-2.5-pro")).toBe(1_048_576);
    user.chosen["model.localServer"] = "http://127.0.0.1:11434";
    expect(calibration.limitOf("local/qwen3")).toBe(1_048_576);
    expect(calibration.predict("local/qwen3", request(5_000))).toBe(5_004);
  });

  test("for Gemini holds at the address it is asked at; a model of the page has none", () => {
    const chosen = readSettings({ "model.baseUrl": "https://g.example", "model.localServer": "http://localhost" });
    const names = ["gemini-2.5-pro", "auto", "of-a-proxy", "local/a/b", "file/a.gguf", "browser", "librarian"];
    expect(names.map((name) => endpointOf(name, chosen))).toEqual([
      ...["https://g.example", "https://g.example", "https://g.example", "http://localhost", "", "", ""],
    ]);
  });

  test("gives way to a larger limit that the user sets afterwards, until it says so again", async () => {
    const { log, calibration, user } = begin();
    const set = async (limit: number) => {
      user.set = limit;
      await calibration.limitSet();
    };
    await calibration.learnRefusal("m", request(5_000), tooLong({ limit: 4_096 }));
    await set(32_768);
    expect(calibration.limitOf("m")).toBe(32_768);
    await calibration.learnRefusal("m", request(9_000), tooLong({ limit: 8_192 }));
    expect(calibration.limitOf("m")).toBe(8_192);
    const later = begin(log);
    later.user.set = 32_768;
    await later.calibration.load();
    expect(later.calibration.limitOf("m")).toBe(8_192);
    await set(0);
    expect(calibration.limitOf("m")).toBe(8_192);
    await set(32_768);
    expect(calibration.limitOf("m")).toBe(32_768);
  });

  test("is forgotten when a larger request was counted", async () => {
    const { calibration } = begin();
    await calibration.learnRefusal("m", request(5_000), tooLong({ limit: 4_096 }));
    await calibration.learnCount("m", request(4_000), 4_010);
    expect(calibration.limitOf("m")).toBe(4_096);
    await calibration.learnCount("m", request(6_000), 6_010);
    expect(calibration.limitOf("m")).toBe(1_048_576);
  });

  test("is read as earlier versions stored it", async () => {
    const { log, calibration, user } = begin();
    const learnt = [{ model: "gemini-2.5-pro", endpoint: "", limit: 32_000 }];
    await log.put({ collection: "settings", key: "limits", value: learnt });
    await calibration.load();
    expect(calibration.limitOf("gemini-2.5-pro")).toBe(32_000);
    user.set = 64_000;
    expect(calibration.limitOf("gemini-2.5-pro")).toBe(64_000);
  });
});

test("two tabs that learn by turns lose nothing of each other's", async () => {
  const log = createMemoryLog();
  const [one, two] = [begin(log).calibration, begin(log).calibration];
  await Promise.all([one.load(), two.load()]);
  await one.learnCount("a", request(1_000), 1_500);
  await two.learnCount("b", request(1_000), 1_700);
  await one.learnRefusal("a", request(5_000), tooLong({ limit: 4_096 }));
  await two.learnRefusal("b", request(9_000), tooLong({ limit: 8_192 }));
  await one.learnCount("a", request(1_000), 1_500);
  for (const { calibration } of [{ calibration: one }, begin(log)]) {
    await calibration.load();
    expect(["a", "b"].map((model) => calibration.predict(model, request(1_000)))).toEqual([1_500, 1_700]);
    expect(["a", "b"].map((model) => calibration.limitOf(model))).toEqual([4_096, 8_192]);
  }
});
