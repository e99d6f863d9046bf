/** One prompt, 400 tool calls, in a window that does not hold a half of them: in the built app, through the real client (C1, C2, C11). */
import { expect, test } from "vitest";
import { compressedCard, ended, limitTo, send, writeBigFile } from "../support/app-page.js";
import { openWithGemini } from "../support/gemini-app.js";
import { readLog } from "../support/page-log.js";
import { calls, says } from "../support/script.js";
import { useApp } from "../support/use-app.js";

const app = useApp("long-run");

const STEPS = 80;
const CALLS = 5;
const LINES = 20;
const LIMIT = 50_000;

test(
  "C2: a one-prompt run of 400 tool calls is compressed in flight and goes on to its end",
  { timeout: 300_000 },
  async () => {
    const page = await openWithGemini(app);
    await writeBigFile(page);
    await limitTo(page, LIMIT);
    let step = 0;
    app.wire.answer(({ body }) => {
      if (JSON.stringify(body.systemInstruction ?? "").includes("state_snapshot"))
        return [
          says("<state_snapshot><overall_goal>\n- Read all parts of big.txt. [#1]\n</overall_goal></state_snapshot>"),
        ];
      if (!body.tools) return [says('{"analysis": "Each part is another.", "confidence": 0}')];
      if (++step > STEPS) return [says("All parts are read.")];
      return Array.from({ length: CALLS }, (_, at) => {
        const first = ((step - 1) * CALLS + at) * LINES + 1;
        return calls("read_file", { file_path: "big.txt", start_line: first, end_line: first + LINES - 1 });
      });
    });
    await send(page, "Read big.txt in parts of 20 lines, the first 400 of them. You must never skip one.");
    await page
      .getByRole("article", { name: "Palimpsest" })
      .getByText("All parts are read.")
      .waitFor({ timeout: 240_000 });
    await ended(page);

    const log = await readLog(page);
    const results = log.flatMap((record) =>
      record.kind === "content" && record.from === "tool" ? record.content.parts : [],
    );
    expect(results).toHaveLength(STEPS * CALLS);
    const snapshots = log.filter(({ kind }) => kind === "snapshot");
    expect(snapshots.length).toBeGreaterThan(0);
    expect(snapshots.at(-1)!.id < log.findLast(({ kind }) => kind === "content")!.id).toBe(true);
    const { requests } = await app.wire.report();
    const sizes = requests.map(({ body }) => Math.round(JSON.stringify(body).length / 4));
    expect(Math.max(...sizes)).toBeLessThan(LIMIT);
    // The order of the user's stands in what the last request sends, whatever was summarised.
    expect(JSON.stringify(requests.at(-1)!.body.contents)).toContain("must never skip one");
    expect(await compressedCard(page).count()).toBeGreaterThan(0);
    await page.context().close();
  },
);
