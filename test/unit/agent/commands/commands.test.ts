import { expect, test } from "vitest";
import { writeFile } from "../../../../src/agent/tools/write-file.js";
import { withoutEnvironment } from "../../../../src/core/text/environment.js";
import type { AgentEvent } from "../../../../src/core/port/events.js";
import { turnsOf } from "../../../../src/core/port/turns.js";
import { createRig } from "../../../support/agent-rig.js";
import { idle } from "../../../support/idle.js";
import { calls, says, uses } from "../../../support/script.js";

/** A tab with an open Session; `type` sends and waits; `note` is what the last Command said. */
async function openSession(options: Parameters<typeof createRig>[0] = {}) {
  const rig = createRig(options);
  const tab = await rig.openTab();
  const { summary } = await tab.agent.sessions.create();
  const type = async (text: string) => {
    await tab.agent.turns.send({ text });
    await idle();
  };
  const note = () => tab.events.findLast((event) => event.type === "note")?.text ?? "";
  const asked = () => tab.events.flatMap((event) => (event.type === "screen-asked" ? [event.request] : []));
  const heard = () => {
    const { contents } = rig.model.requests.at(-1)!;
    return withoutEnvironment(contents).map(({ parts }) => parts.map(({ text }) => text).join(""));
  };
  return { ...rig, ...tab, session: summary.id, type, note, asked, heard };
}

test("S3: a Command and its note stay in the Log, and no Model is sent them", async () => {
  const { log, model, session, type, note, heard } = await openSession();
  await type("/help");
  expect(note()).toContain(
    "`/compress [preview | up to N | from N | what to keep above all]` (also `/summarize`, `/compact`)",
  );
  expect(model.requests).toHaveLength(0);
  const [turn] = turnsOf(await log.records(session));
  expect(turn!.blocks.map(({ kind }) => kind)).toEqual(["user", "note"]);
  model.script([says("yes")]);
  await type("hi");
  expect(heard()).toEqual(["hi"]);
});

test.each(["skills", "hooks", "mcp"])("S3: /%s says in a sentence that it comes later", async (name) => {
  const { type, note, model } = await openSession();
  await type(`/${name}`);
  expect(note()).toMatch(/ comes? with .*\.$/);
  expect(model.requests).toHaveLength(0);
});

test("S3: /init has a model write GEMINI.md, and says why not where it can't", async () => {
  const { type, note, model, heard, agent } = await openSession({ tree: { "README.md": "A house." } });
  await type("/init");
  expect(note()).toContain("takes a model that can write");
  await agent.models.choose("gemini-2.5-pro");
  model.answer(() => [says("Written.")]);
  await type("/init");
  expect(heard().at(-1)).toContain("Write a first GEMINI.md");

  const other = await openSession({ tree: { "GEMINI.md": "Known." } });
  await other.agent.models.choose("gemini-2.5-pro");
  await other.type("/init");
  expect(other.note()).toContain("There is a GEMINI.md already; nothing was sent.");
  expect(other.model.requests).toHaveLength(0);
});

test("an unknown Command gets a sentence with what may have been meant", async () => {
  const { type, note } = await openSession();
  await type("/stat");
  expect(note()).toMatch(/There is no command `\/stat`\. Did you mean `\/stats`\?/);
});

test.each([
  [String.raw`\/help me`, "/help me"],
  [" /help me", "/help me"],
  ["/usr/bin is a folder", "/usr/bin is a folder"],
])("R1, R2: %j is a message", async (typed, sent) => {
  const { type, model, heard } = await openSession();
  model.script([says("yes")]);
  await type(typed);
  expect(heard()).toEqual([sent]);
});

test("/clear, /settings and /resume ask the screen, and leave nothing behind", async () => {
  const { type, asked, log } = await openSession();
  await type("/clear");
  await type("/settings");
  expect(asked()).toEqual([{ kind: "new-session" }, { kind: "settings" }]);
  expect(log.all).toEqual([]);
});

test("/model shows who answers, and chooses another", async () => {
  const { agent, type, note } = await openSession();
  await type("/model");
  expect(note()).toContain("`librarian` **answers now**");
  await type("/model gemini-2.5-pro");
  expect((await agent.models.list()).find(({ chosen }) => chosen)?.name).toBe("gemini-2.5-pro");
  await type("/model gpt");
  expect(note()).toContain("There is no model named `gpt` here; nothing was changed.");
});

test.each([
  ["gemini-3-pro-preview", "gemini-3-pro-preview"],
  ["set models/gemini-3-flash-preview --persist", "gemini-3-flash-preview"],
  ["Gemma-4-31b-it", "gemma-4-31b-it"],
  ["pro", "gemini-2.5-pro"],
])("G4 /model %s chooses %s", async (typed, name) => {
  const { agent, type, note } = await openSession();
  await type(`/model ${typed}`);
  expect((await agent.settings.view()).values["model.name"]).toBe(name);
  expect(note()).toContain("answers from now on");
});

test("G4 /model takes any name where the user gave the address of Gemini's API", async () => {
  const { agent, type } = await openSession();
  await agent.settings.change("model.baseUrl", "https://gateway.example");
  await type("/model team/large-2");
  expect((await agent.settings.view()).values["model.name"]).toBe("team/large-2");
});

test("/settings changes one, if the value fits", async () => {
  const { agent, type, note } = await openSession();
  await type("/settings model.compressionThreshold 0.7");
  await type("/settings model.disableLoopDetection true");
  expect((await agent.settings.view()).values).toMatchObject({
    "model.compressionThreshold": 0.7,
    "model.disableLoopDetection": true,
  });
  await type("/settings model.compressionThreshold much");
  expect(note()).toContain("can't be set to `much`; nothing was changed.");
});

test("/stats adds up what the server counted, by Model", async () => {
  const { type, note, model } = await openSession();
  model.script(
    [says("a"), uses({ prompt: 1200, answer: 30 })],
    [says("b"), uses({ prompt: 1300, answer: 5, thoughts: 7 })],
  );
  await type("one");
  await type("two");
  await type("/stats");
  expect(note()).toContain("| scripted | 2 | 2,500 | 0 | 35 | 7 |");
  expect(note()).toContain("2 messages of yours");
});

test("/rewind takes a message out of the context, and gives its words back", async () => {
  const { log, session, type, note, asked, model, heard, events } = await openSession();
  model.answer(({ contents }) => [says(`heard ${contents.length}`)]);
  for (const text of ["one", "two", "three"]) await type(text);
  await type("/rewind");
  expect(note()).toContain("1. three\n2. two\n3. one");
  await type("/rewind 2");
  expect(asked().at(-1)).toEqual({ kind: "compose", text: "two" });
  await type("other");
  expect(heard()).toEqual(["one", "heard 1", "other"]);
  const rewound = events.findLast((event) => event.type === "turns-rewound");
  const second = (await log.records(session)).find(
    (record) => record.kind === "content" && record.content.parts[0]!.text === "two",
  );
  expect(rewound).toMatchObject({ from: second?.kind === "content" && second.turn });
});

test("a rewind is seen in the tab that follows, too (L4)", async () => {
  const { openTab, session, type, model } = await openSession();
  model.answer(() => [says("yes")]);
  await type("one");
  await type("two");
  const follower = await openTab();
  const { page } = await follower.agent.sessions.open(session);
  await type("/rewind 1");
  expect(follower.events.find((event) => event.type === "turns-rewound")).toMatchObject({ from: page.turns[1]!.id });
});

test("of two messages sent at once one is answered, and the other is given back with a sentence", async () => {
  const { agent, model } = await openSession();
  model.script([says("yes")]);
  const sent = await Promise.allSettled([
    agent.turns.send({ text: "@README.md one" }),
    agent.turns.send({ text: "two" }),
  ]);
  await idle();
  expect(sent.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(model.requests).toHaveLength(1);
});

test("a Session that was rewound is shown so when it is opened, page by page", async () => {
  const { agent, session, type, model } = await openSession();
  model.answer(() => [says("yes")]);
  for (let at = 0; at < 80; at++) await type(`message ${at}`);
  await type("/rewind 80");
  await type("anew");
  const { page } = await agent.sessions.open(session);
  expect(page.more).toBe(true);
  const older = await agent.turns.older(page.turns[0]!.first!);
  const marks = [...older.turns, ...page.turns].map(({ rewound = false }) => rewound);
  expect(marks.slice(-2)).toEqual([false, false]);
  expect(new Set(marks.slice(0, -2))).toEqual(new Set([true]));
});

test("/chat keeps a place under a name, and goes on from it in a Session of its own once more has been said", async () => {
  const { agent, log, session, type, note, asked, model } = await openSession();
  model.answer(() => [says("yes")]);
  await type("one");
  await type("/chat save fork");
  await type("/chat resume fork");
  expect(note()).toContain("nothing has been said since");
  await type("two");
  await type("/chat resume fork");
  const request = asked().at(-1);
  const id = request?.kind === "session" ? request.id : "";
  expect(id).not.toBe(session);
  expect((await log.context(id)).slice(1).map(({ content }) => content.parts[0]!.text)).toEqual(["one", "yes"]);
  await type("/chat list");
  expect(note()).toContain("`fork`: one");
  await type("/chat delete fork");
  await type("/chat resume fork");
  expect(note()).toContain("No place is saved as `fork`.");
  const { page } = await agent.sessions.open(id);
  expect(page.turns.at(-1)!.blocks.map((block) => "text" in block && block.text)).toEqual(["one", "yes"]);
});

test("/chat share gives the conversation as a file", async () => {
  const { type, asked, model } = await openSession();
  model.script([says("Four herons.")]);
  await type("How many?");
  await type("/chat share herons.md");
  expect(asked().at(-1)).toEqual({
    kind: "save",
    name: "herons.md",
    text: "## You\n\nHow many?\n\n## scripted\n\nFour herons.\n",
  });
});

const custom = {
  "GEMINI.md": "",
  "b.md": "B",
  ".gemini": {
    commands: {
      "review.toml": 'description = "Reviews"\nprompt = "Review {{args}} by @{b.md}"',
      "help.toml": 'prompt = "mine"',
      "broken.toml": "prompt = ",
      "empty.toml": 'description = "no prompt"',
      "shell.toml": 'prompt = "see !{ls}"',
      git: { "commit.toml": 'prompt = "Write a commit message."' },
    },
  },
};

test("M4: a folder's Commands are there once it is trusted, and trust is asked for once it has something to load", async () => {
  const { agent, events, log, type, note } = await openSession({ tree: custom });
  const ofTrust = (event: AgentEvent) => event.type === "trust-asked" || event.type === "trust-changed";
  await expect
    .poll(() => events.filter(ofTrust))
    .toMatchObject([{ type: "trust-asked", workspaceId: "w", question: { isAgain: false } }]);
  await type("/review x");
  expect(note()).toContain("Commands of a folder are there once it is trusted.");
  await agent.folder.trust(true);
  expect((await agent.commands.list()).filter(({ source }) => source === "folder").map(({ name }) => name)).toEqual([
    "git:commit",
    "broken",
    "empty",
    "workspace.help",
    "review",
    "shell",
  ]);
  const again = await createRig({ tree: custom, log }).openTab();
  await idle();
  expect(again.events.filter(ofTrust)).toEqual([]);
  await again.agent.folder.trust(false);
  expect(await log.get("trust", "w")).toBeUndefined();
});

test("M4: /trust says what is loaded and what is not, accepts, and takes trust back", async () => {
  const { agent, type, note, workspace } = await openSession({ tree: custom });
  await type("/trust");
  expect(note()).toContain("not trusted: nothing of it is loaded");
  await type("/trust accept");
  expect(note()).toContain("- `.gemini/commands/review.toml` (command): loaded");
  await workspace.write(".gemini/commands/review.toml", new TextEncoder().encode('prompt = "other"'));
  await agent.refreshSettings!();
  await type("/trust");
  expect(note()).toContain("- `.gemini/commands/review.toml` (command): not loaded: it has changed");
  await type("/review x");
  expect(note()).toContain("it has changed since you trusted it");
  await type("/trust revoke");
  expect(note()).toContain("not trusted");
  await type("/trust me");
  expect(note()).toContain("`me` is not known here");
  expect((await agent.commands.list()).filter(({ source }) => source === "folder")).toEqual([]);
});

test("a custom Command's prompt goes to the Model, and what was typed is shown", async () => {
  const { agent, log, session, type, model, heard } = await openSession({ tree: custom });
  await agent.folder.trust(true);
  model.answer(() => [says("yes")]);
  await type("/review @b.md");
  expect(heard()![0]).toMatch(/^Review @b\.md by <untrusted_context>\nB\n<\/untrusted_context>/);
  expect(heard()![0]).toContain("Content from @b.md:");
  expect(turnsOf(await log.records(session))[0]!.blocks[0]).toMatchObject({ text: "/review @b.md" });
  await type("/git:commit short");
  expect(heard()!.at(-1)).toBe("Write a commit message.\n\nshort");
});

test("14.4: what a Command's @{path} did not send is told, and what it sent counts as read", async () => {
  const tree = {
    ...custom,
    ".geminiignore": "*.key",
    "a.key": "K",
    ".gemini": { commands: { "sum.toml": 'prompt = "Sum up @{b.md} @{a.key} @{gone.md}"' } },
  };
  const { agent, model, heard, events } = await openSession({ tree, tools: [writeFile] });
  await agent.folder.trust(true);
  model.script([calls("write_file", { file_path: "b.md", content: "C" })], [says("Done.")]);
  await agent.turns.send({ text: "/sum" });
  const proposed = () => events.flatMap((event) => (event.type === "tool-asked" ? [event.request.proposal] : []));
  // No remark that it was not read.
  await expect.poll(proposed).toEqual([{ kind: "edit", path: "b.md", before: "B", after: "C" }]);
  expect(heard()[0]).toContain("</untrusted_context> @{a.key} @{gone.md}");
  const notes = events.flatMap((event) => (event.type === "note" ? [event.text] : []));
  expect(notes).toEqual([
    "`@{a.key}` went out as text alone: it is left out by .geminiignore, or is never shown.",
    expect.stringMatching(/^`@\{gone\.md\}` went out as text alone: /),
  ]);
  await agent.turns.stop();
});

test("6.7: the two settings decide what of a folder goes along with a message", async () => {
  const tree = { ".git": { HEAD: "x" }, ".gitignore": "*.log", ".geminiignore": "*.key", "a.key": "K", "b.log": "L" };
  const { agent, type, model, heard } = await openSession({ tree });
  model.answer(() => [says("yes")]);
  const names = () =>
    [
      ...heard()
        .at(-1)!
        .matchAll(/Content from @([ab]\S+):/g),
    ].map(([, name]) => name);
  await type("see @./");
  expect(names()).toEqual([]);
  await agent.settings.change("context.fileFiltering.respectGitIgnore", false);
  await type("see @./");
  expect(names()).toEqual(["b.log"]);
  await agent.settings.change("context.fileFiltering.respectGeminiIgnore", false);
  await type("see @./");
  expect(names()).toEqual(["a.key", "b.log"]);
});

test.each([
  ["broken", "is not valid TOML"],
  ["empty", "it has no “prompt”"],
  ["shell", "which is not done here; nothing was sent"],
])("P4: a custom Command that is %s gets a sentence", async (name, sentence) => {
  const { agent, type, note, model } = await openSession({ tree: custom });
  await agent.folder.trust(true);
  await type(`/${name}`);
  expect(note()).toContain(sentence);
  expect(model.requests).toHaveLength(0);
});

test("a user's own Commands lie in the virtual ~/.gemini/commands, need no folder and no trust, and give way to a folder's", async () => {
  const { agent, type, note, model, heard } = await openSession({ tree: custom });
  const plant = (name: string, text: string) =>
    agent.memoryFiles.write(`~/.gemini/commands/${name}`, text, { expected: undefined, by: "user" });
  await plant("review.toml", 'prompt = "My own review of {{args}}"');
  await plant("help.toml", 'prompt = "mine"');
  await plant("git/log.toml", 'description = "Tells"\nprompt = "Tell what was done, by @{b.md} and @{none.md}."');
  await plant("broken.toml", "prompt = ");
  await plant("notes.md", "- No command");
  model.answer(() => [says("yes")]);
  const names = async (wanted: string) =>
    (await agent.commands.list()).filter(({ source }) => source === wanted).map(({ name }) => name);
  expect(await names("user")).toEqual(["broken", "git:log", "user.help", "review"]);
  await type("/review it");
  expect(heard()!.at(-1)).toBe("My own review of it");
  await type("/git:log");
  expect(heard()!.at(-1)).toMatch(/^Tell what was done, by <untrusted_context>\nB\n.* and @\{none\.md\}\.$/s);
  await type("/broken");
  expect(note()).toContain("~/.gemini/commands/broken.toml can't be used: it is not valid TOML");
  await type("/help");
  expect(note()).toContain("**Your own commands**");
  await agent.folder.trust(true);
  expect(await names("user")).toEqual(["git:log", "user.help"]);
  await type("/review it");
  expect(heard()!.at(-1)).toMatch(/^Review it by/);
});

test("a user's own Commands are not taken for something that was remembered", async () => {
  const { agent } = await openSession({});
  await agent.memoryFiles.write("~/.gemini/commands/herons.toml", 'prompt = "Count the herons"', {
    expected: undefined,
    by: "user",
  });
  expect(await agent.memories.find("count the herons")).toEqual([]);
  expect(await agent.memories.files()).toContainEqual({
    path: "~/.gemini/commands/herons.toml",
    tier: "other",
    status: "kept",
  });
});

test("U5: completion finds Commands by their other names, each once", async () => {
  const { agent } = await openSession({});
  const offers = async (text: string) => (await agent.commands.complete(text, text.length))!.suggestions;
  expect((await offers("/sum"))[0]).toMatchObject({ text: "/compress ", label: "/compress (/summarize)" });
  expect((await offers("/new"))[0]).toMatchObject({ text: "/clear", label: "/clear (/new)" });
  expect((await offers("/usage"))[0]).toMatchObject({ text: "/stats" });
  expect((await offers("/clear"))[0]).toMatchObject({ label: "/clear" });
  const all = (await agent.commands.list()).map(({ name }) => `/${name}`);
  expect((await offers("/")).map(({ label }) => label)).toEqual(all.slice(0, 12));
});

test("U5: completion offers Commands, what may follow them, and paths folder by folder", async () => {
  const { agent } = await openSession({
    tree: { src: { "app.ts": "", "my file.md": "" }, ".hidden": "", "README.md": "" },
  });
  const offers = async (text: string) =>
    (await agent.commands.complete(text, text.length))?.suggestions.map((each) => each.text);
  expect(await offers("/cmp")).toEqual(["/compress "]);
  expect((await offers("/re"))?.slice(0, 3)).toEqual(["/resume ", "/rewind ", "/restore "]);
  expect(await offers("/model gem")).toEqual(["gemini-2.5-pro"]);
  expect(await offers("see @")).toEqual(["@src/", "@README.md "]);
  expect(await offers("see @src/my")).toEqual([String.raw`@src/my\ file.md `]);
  expect(await offers("see @.h")).toEqual(["@.hidden "]);
  expect(await offers("hello")).toBeUndefined();
  expect(await agent.commands.complete("see @sr now", 7)).toMatchObject({ from: 4, to: 7 });
});
