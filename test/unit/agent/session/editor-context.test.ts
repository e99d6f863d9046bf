/** X7: what is open in the viewer goes along with a message, as a part of its own. */
import { expect, test } from "vitest";
import { textOf } from "../../../../src/core/content.js";
import { turnsOf } from "../../../../src/core/port/turns.js";
import { allTools } from "../../../../src/agent/tools/all.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";
import { calls, says } from "../../../support/script.js";
import { beginSession } from "../../../support/session-rig.js";

const EDITOR = "<editor_context>";

async function begin() {
  const rig = await beginSession({ tools: allTools });
  rig.model.answer(() => [says("yes")]);
  /** What the last request says of the viewer, one text for each time it was told. */
  const told = () =>
    rig.model.requests
      .at(-1)!
      .contents.flatMap(({ parts }) => parts.flatMap(({ text }) => (text?.startsWith(EDITOR) ? [text] : [])));
  return { ...rig, told };
}
const a = { path: "a.md", active: true, line: 2, selection: "# A" };
const b = { path: "b.md", active: false };

test("X7: full at first, then only what changed, and nothing where nothing did", async () => {
  const { agent, send, told, log, session } = await begin();
  await agent.folder.viewing([a, b]);
  await send("one");
  expect(told()).toHaveLength(1);
  expect(told()[0]).toContain('In sight: "a.md", from line 2');
  expect(told()[0]).toContain("<untrusted_context>\n# A\n</untrusted_context>");
  await send("two");
  expect(told()).toHaveLength(1);
  await agent.folder.viewing([
    { ...b, active: true },
    { path: "a.md", active: false },
  ]);
  await send("three");
  expect(told()).toHaveLength(2);
  expect(told()[1]).toContain('In sight now: "b.md"');
  expect(told()[1]).not.toContain("a.md");
  const users = turnsOf(await log.records(session)).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "user" ? [block.text] : [])),
  );
  expect(users).toEqual(["one", "two", "three"]);
});

test("X7: full again once what was told may have left the context", async () => {
  const { agent, send, told, session, log } = await begin();
  await agent.folder.viewing([a]);
  await send("one");
  await send("two");
  await agent.turns.send({ text: "/rewind 1" });
  await send("three");
  expect((await log.records(session)).some(({ kind }) => kind === "rewind")).toBe(true);
  expect(told().at(-1)).toContain("In sight: ");
  await agent.sessions.open(session);
  await send("four");
  expect(told().at(-1)).toContain("In sight: ");
});

test("X7: it is never between a call and its result, and is weighed with the message", async () => {
  const { agent, model, send, events } = await begin();
  const tokens = () => events.filter((event) => event.type === "context-weighed").at(-1)!.meter.tokens;
  await send("plain");
  const before = tokens();
  await agent.folder.viewing([{ ...a, selection: "word ".repeat(2_000) }]);
  let step = 0;
  model.answer(() => (step++ === 0 ? [calls("read_file", { file_path: "README.md" })] : [says("done")]));
  await send("look");
  const contents = model.requests.at(-1)!.contents;
  const at = contents.findIndex(({ parts }) => parts.some((part) => part.functionCall));
  expect(contents[at + 1]!.parts.every((part) => part.functionResponse)).toBe(true);
  expect(contents.slice(at).some((content) => textOf(content).includes(EDITOR))).toBe(false);
  expect(tokens()).toBeGreaterThan(before + 2_000);
});

test("X7: another folder has nothing open yet", async () => {
  const { agent, send, told } = await begin();
  await agent.folder.viewing([a]);
  const workspace = createMemoryWorkspace({ id: "other", name: "other", tree: {} });
  agent.useFolder({ view: { id: "other", name: "other", kind: "memory" }, workspace });
  await send("one");
  expect(told()).toEqual([]);
});
