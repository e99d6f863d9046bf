/** `/chat`: saves, lists, resumes and deletes named places in conversations; shares a conversation as a file. */
import { contextOf } from "../../core/context/context.js";
import { AgentError } from "../../core/errors.js";
import { forkRecords } from "../../core/log/fork.js";
import { turnsOf, withRewinds, type TurnView } from "../../core/port/turns.js";
import { defineCommand, type CommandEnv } from "./command.js";
import { commandWords } from "./command-words.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";
import type { RecordId, SessionId } from "../../core/ids.js";

/** A saved place: a document of the collection `checkpoints` whose key is its name. */
interface SavedPlace {
  readonly session: SessionId;
  /** The last record that belongs to it. */
  readonly through: RecordId;
  readonly title: string;
  readonly at: number;
}

const KEY = "chat:";

export const chat = defineCommand({
  name: "chat",
  description: "Keeps places in conversations under a name",
  usage: "save|list|resume|delete <name>, share [file.md|file.json]",
  async run(args, env) {
    const [, verb = "", name = ""] = /^(\S*)\s*([\s\S]*)$/u.exec(args) ?? [];
    if (verb === "" || verb === "list") return list(env);
    if (verb === "share") return share(name, env);
    const act = { save, resume, load: resume, delete: remove }[verb];
    if (!act) throw new AgentError("InvalidArgsError", commandWords.chatVerbs);
    if (name === "") throw new AgentError("InvalidArgsError", commandWords.nameNeeded(verb));
    await act(name, env);
  },
  async complete({ log }) {
    const keys = (await log.list("checkpoints")).map(({ key }) => key).filter((key) => key.startsWith(KEY));
    const names = keys.map((key) => key.slice(KEY.length));
    return ["save", "list", "share", ...names.flatMap((name) => [`resume ${name}`, `delete ${name}`])];
  },
});

async function save(name: string, { log, session, say, now }: CommandEnv): Promise<void> {
  const last = (await session.records()).findLast(({ kind }) => kind === "content" || kind === "turn-ended");
  if (!last) throw new AgentError("NotFoundError", commandWords.nothingToSave);
  const before = await find(name, log);
  const title = (await session.summary())?.title ?? "";
  const place: SavedPlace = { session: session.id, through: last.id, title, at: now() };
  await log.put({ collection: "checkpoints", key: KEY + name, value: place });
  const moved = before ? ` It stood in “${asPlain(before.title)}” before.` : "";
  say(`${asCode(name)} is this place now; ${asCode(`/chat resume ${name}`)} goes on from here.${moved}`);
}

async function list({ log, say }: CommandEnv): Promise<void> {
  const all = (await log.list("checkpoints")).flatMap(({ key, value }) => {
    const place = readPlace(value);
    return place && key.startsWith(KEY) ? [{ name: key.slice(KEY.length), ...place }] : [];
  });
  const timeOf = (at: number) => new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const lines = all
    .toSorted((one, other) => other.at - one.at)
    .map(({ name, title, at }) => `- ${asCode(name)}: ${asPlain(title || "Untitled session")}, ${timeOf(at)}`);
  say(lines.length > 0 ? lines.join("\n") : "No places are saved. `/chat save a-name` keeps this one.");
}

async function resume(name: string, { log, session, ask, say, now, nextId }: CommandEnv): Promise<void> {
  const place = await mustFind(name, log);
  const records = await log.records(place.session);
  if (!records.some(({ id }) => id === place.through))
    throw new AgentError("NotFoundError", commandWords.placeGone(name));
  const summary = await log.session(place.session);
  const isLast = !records.some(({ id, kind }) => id > place.through && (kind === "content" || kind === "rewind"));
  if (isLast && summary?.trashedAt === undefined) {
    if (place.session === session.id) return say(`This is ${asCode(name)}: nothing has been said since.`);
    return ask({ kind: "session", id: place.session });
  }
  const id: SessionId = nextId();
  await log.append(forkRecords(records, place.through, { session: id, nextId, title: place.title, at: now() }));
  ask({ kind: "session", id });
}

async function remove(name: string, { log, say }: CommandEnv): Promise<void> {
  await mustFind(name, log);
  await log.remove("checkpoints", KEY + name);
  say(`${asCode(name)} is deleted. Its session is still here.`);
}

async function share(name: string, { session, ask, say, now }: CommandEnv): Promise<void> {
  const file = name || `conversation-${now()}.json`;
  if (!/\.(?:md|json)$/iu.test(file)) throw new AgentError("InvalidArgsError", commandWords.fileEnding);
  const records = await session.records();
  const turns = withRewinds(turnsOf(records), records).filter(({ rewound }) => !rewound);
  if (turns.length === 0) throw new AgentError("NotFoundError", commandWords.nothingSaid);
  const said = contextOf(records).map(({ content }) => content);
  const text = /\.md$/iu.test(file) ? markdownOf(turns) : JSON.stringify(said, undefined, 2);
  ask({ kind: "save", name: file, text });
  say(`The conversation is saved as ${asCode(file)}.`);
}

const markdownOf = (turns: readonly TurnView[]): string =>
  turns
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        if (block.kind === "user") return [`## You\n\n${block.text}`];
        if (block.kind === "text" && block.text) return [`## ${block.model || "Palimpsest"}\n\n${block.text}`];
        return block.kind === "tool" ? [`> ${block.name}: ${block.title}`] : [];
      }),
    )
    .join("\n\n") + "\n";

const find = async (name: string, log: CommandEnv["log"]) => readPlace(await log.get("checkpoints", KEY + name));

async function mustFind(name: string, log: CommandEnv["log"]): Promise<SavedPlace> {
  const place = await find(name, log);
  if (!place) throw new AgentError("NotFoundError", commandWords.noPlace(name));
  return place;
}

function readPlace(value: unknown): SavedPlace | undefined {
  const { session, through, title = "", at = 0 } = (value ?? {}) as Partial<SavedPlace>;
  return typeof session === "string" && typeof through === "string" ? { session, through, title, at } : undefined;
}
