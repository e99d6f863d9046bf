/** `/memory`: shows the Memories that are loaded, their files and their tokens (M10); adds a fact. */
import { AgentError } from "../../core/errors.js";
import { fenced, fileLink } from "../../core/librarian/markdown.js";
import type { MemoryEntry, MemoryView } from "../../core/memory/memory.js";
import { isVirtual, type Tier } from "../../core/memory/memory-file.js";
import type { ImportProblem } from "../../core/memory/memory-import.js";
import { saveFact } from "../../core/memory/memory-save.js";
import { defineCommand, type CommandEnv } from "./command.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";
import { planToRemember } from "../memory/remember.js";
import { commandWords } from "./command-words.js";

const SUBCOMMANDS = ["show", "list", "add", "refresh", "reload", "inbox"];

export const memory = defineCommand({
  name: "memory",
  description: "Shows what is remembered, and from where",
  usage: "[show | list | add <fact> | refresh | inbox]",
  complete: () => Promise.resolve(SUBCOMMANDS),
  async run(args, env) {
    const [, what = "", rest = ""] = /^(\S*)\s*(.*)$/su.exec(args)!;
    switch (what.toLowerCase()) {
      case "":
      case "show":
        return show(env);
      case "list":
        return env.say(listOf(await env.memory.view()));
      case "refresh":
      case "reload":
        return refresh(env);
      case "add":
        return add(rest.trim(), env);
      case "inbox":
        return env.say("Nothing waits here: what could be learnt from your sessions comes with a later version.");
      default:
        throw new AgentError("InvalidArgsError", commandWords.memoryVerbs(asPlain(what, 30)));
    }
  },
});

async function show({ say, memory: { view } }: CommandEnv): Promise<void> {
  const now = await view();
  const loaded = now.entries.filter(({ status }) => status === "loaded");
  if (loaded.length === 0) return say([`Nothing is loaded.`, ...listed(now)].join("\n\n"));
  say(
    [
      `${counted(loaded.length, "memory file")}, ${tokensOf(now)}, behind the system prompt of every request:`,
      fenced(now.text, "markdown"),
      ...warnings(now),
    ].join("\n\n"),
  );
}

function listOf(view: MemoryView): string {
  const lines = view.entries.length === 0 ? ["There are no memory files yet."] : listed(view);
  return [...lines, ...warnings(view)].join("\n\n");
}

async function refresh({ say, memory: { refresh: anew } }: CommandEnv): Promise<void> {
  const { before, after } = await anew();
  const [was, is] = [before, after].map(({ entries }) => new Map(entries.map((entry) => [entry.path, entry])));
  const changes = [...new Set([...was!.keys(), ...is!.keys()])].flatMap((path) =>
    changeOf(path, was!.get(path), is!.get(path)),
  );
  say(
    [
      `Loaded anew: ${summaryOf(before)} before, ${summaryOf(after)} now.`,
      ...(changes.length > 0 ? [changes.join("\n")] : ["Nothing has changed."]),
      ...(after.entries.length > 0 ? ["**Now:**", ...listed(after)] : []),
      ...warnings(after),
    ].join("\n\n"),
  );
}

function changeOf(path: string, was: MemoryEntry | undefined, is: MemoryEntry | undefined): readonly string[] {
  if (!was) return [`- new: ${placeOf(path)}`];
  if (!is) return [`- gone: ${placeOf(path)}`];
  if (was.status !== is.status) return [`- ${placeOf(path)}: ${was.status} before, ${is.status} now`];
  if (was.tokens === is.tokens) return [];
  return [`- changed: ${placeOf(path)} (${was.tokens ?? 0} → ${is.tokens ?? 0} tokens)`];
}

/** Saves a fact where and how `save_memory` would; no approval is needed, since the user typed it. */
async function add(said: string, { say, memory: { remembering }, session }: CommandEnv): Promise<void> {
  const given = remembering();
  const { fact, scope, places } = await planToRemember(said, undefined, given);
  if (fact === "") throw new AgentError("InvalidArgsError", commandWords.factNeeded);
  const place = places.find((each) => each.scope === scope) ?? places[0]!;
  const saved = saveFact(place.before, fact, (line) => place.saved.includes(line));
  if (saved.how === "there") return say(`That is remembered already, in ${asCode(place.path)}. Nothing was written.`);
  const version = { expected: place.before, by: "user", session: session.id, why: "saved" } as const;
  await given.files.write(place.path, saved.text, version);
  const how = saved.how === "merged" ? ` instead of ${asCode(saved.replaced ?? "")}` : "";
  say(
    `Remembered in ${asCode(place.path)}${how}: ${asCode(saved.fact)}. The Memory panel shows its history, and can take it back.`,
  );
}

const TIER_NAMES: Readonly<Record<Tier, string>> = {
  global: "Global",
  private: "Private to this folder",
  extension: "Extensions",
  project: "Project",
  folder: "Folders of the project",
};

function listed({ entries }: MemoryView): readonly string[] {
  const tiers = [...new Set(entries.map(({ tier }) => tier))];
  return tiers.map((tier) => {
    const lines = entries
      .filter((entry) => entry.tier === tier)
      .map((entry) => `- ${placeOf(entry.path)}: ${stateOf(entry)}`);
    return `**${TIER_NAMES[tier]}**\n${lines.join("\n")}`;
  });
}

function stateOf({ status, tokens = 0, exact, why, imports = [] }: MemoryEntry): string {
  if (status !== "loaded") return `${status}. ${asPlain(why ?? "", 300)}`;
  const along = imports.length > 0 ? `, with ${imports.map(placeOf).join(", ")}` : "";
  return `loaded, ${exact ? "" : "about "}${counted(tokens, "token")}${along}`;
}

/** One warning for all imports that failed, each line with a link to its place (M3). */
function warnings({ problems, notices }: MemoryView): readonly string[] {
  const said = notices.map((notice) => asPlain(notice, 300));
  if (problems.length === 0) return said;
  const shown = problems.slice(0, MOST_PROBLEMS).map(lineOf);
  const more = problems.length > MOST_PROBLEMS ? [`- and ${problems.length - MOST_PROBLEMS} more`] : [];
  return [[`**${counted(problems.length, "import")} did not come about:**`, ...shown, ...more].join("\n"), ...said];
}

const MOST_PROBLEMS = 20;

const lineOf = ({ path, line, said, why }: ImportProblem): string =>
  `- ${fileLink(path, line)} ${asCode(`@${said.slice(0, 120)}`)}: ${asPlain(why, 200)}`;

const placeOf = (path: string): string => (isVirtual(path) ? asCode(path) : fileLink(path));

const summaryOf = (view: MemoryView): string =>
  `${counted(view.entries.filter(({ status }) => status === "loaded").length, "file")} (${tokensOf(view)})`;

const tokensOf = ({ tokens, exact }: MemoryView): string => `${exact ? "" : "about "}${counted(tokens, "token")}`;

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
