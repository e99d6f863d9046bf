/** `/chat`: places in conversations, kept under names: saved, listed, gone on from, deleted; and a conversation as a file. */
import { contextOf } from "../../core/context/context.js";
import { AgentError } from "../../core/errors.js";
import { forkRecords } from "../../core/log/fork.js";
import { turnsOf, withRewinds, type TurnView } from "../../core/port/turns.js";
import { defineCommand, type CommandEnv } from "./command.js";
import { asCode, asPlain } from "../../core/text/markdown-text.js";
import type { RecordId, SessionId } from "../../core/ids.js";

/** A place that was saved: a document of the collection `checkpoints`, its key the name. */
interface SavedPlace {
  readonly session: SessionId;
  /** The last record that counts. */
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
    if (!act)
      throw new AgentError("InvalidArgsError", "Say what to do: `/chat save`, `list`, `resume`, `delete` or `share`.");
    if (name === "") throw new AgentError("InvalidArgsError", `Give a name: ${asCode(`/chat ${verb} a-name`)}.`);
    await act(name, env);
  },
  complete: async ({ log }) => {
    const names = (await log.list("checkpoints")).flatMap(({ key }) =>
      key.startsWith(KEY) ? [key.slice(KEY.length)] : [],
    );
    return ["save", "list", "share", ...names.flatMap((name) => [`resume ${name}`, `delete ${name}`])];
  },
});

async function save(name: string, { log, session, say, now }: CommandEnv): Promise<void> {
  const last = (await session.records()).findLast(({ kind }) => kind === "content" || kind === "turn-ended");
  if (!last)
    throw new AgentError("NotFoundError", "Nothing has been said in this session yet, so there is nothing to save.");
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
  const lines = all
    .toSorted((one, other) => other.at - one.at)
    .map(
      ({ name, title, at }) =>
        `- ${asCode(name)}: ${asPlain(title || "Untitled session")}, ${new Date(at).toISOString().slice(0, 16).replace("T", " ")}`,
    );
  say(lines.length > 0 ? lines.join("\n") : "No places are saved. `/chat save a-name` keeps this one.");
}

async function resume(name: string, { log, session, ask, say, now, nextId }: CommandEnv): Promise<void> {
  const place = await mustFind(name, log);
  const records = await log.records(place.session);
  if (!records.some(({ id }) => id === place.through))
    throw new AgentError("NotFoundError", `The session that ${asCode(name)} stands in is not here any more.`);
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
  if (!/\.(?:md|json)$/iu.test(file))
    throw new AgentError("InvalidArgsError", "Give a file name that ends in `.md` or `.json`.");
  const records = await session.records();
  const turns = withRewinds(turnsOf(records), records).filter(({ rewound }) => !rewound);
  if (turns.length === 0) throw new AgentError("NotFoundError", "Nothing has been said in this session yet.");
  const said = contextOf(records).map(({ content }) => content);
  ask({
    kind: "save",
    name: file,
    text: /\.md$/iu.test(file) ? markdownOf(turns) : JSON.stringify(said, undefined, 2),
  });
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
  if (!place)
    throw new AgentError(
      "NotFoundError",
      `No place is saved as ${asCode(name)}. \`/chat list\` shows those there are.`,
    );
  return place;
}

function readPlace(value: unknown): SavedPlace | undefined {
  const { session, through, title = "", at = 0 } = (value ?? {}) as Partial<SavedPlace>;
  return typeof session === "string" && typeof through === "string" ? { session, through, title, at } : undefined;
}
