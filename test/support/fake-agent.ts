/**
 * An Agent that works, in memory: Sessions, pages, streamed words, an owner in another tab. For tests of the screen
 * and for looking at it; it answers from a script, one word at a time.
 */
import type { AgentPort, StoragePort } from "../../src/core/port/agent-port.js";
import type { CommandsPort, CommandView, Completion } from "../../src/core/port/commands-port.js";
import type { ContextPort } from "../../src/core/port/context-port.js";
import type { FolderEntry, FolderPort } from "../../src/core/port/folder-port.js";
import type { QueuePort, SessionsPort, SessionView, TurnPage, TurnsPort } from "../../src/core/port/sessions-port.js";
import type { ModelChoice, ModelsPort, SettingsPort } from "../../src/core/port/settings-port.js";
import { createFakeContext } from "./fake-context.js";
import { createFakeMemories } from "./fake-memories.js";
import type { ContextChange } from "../../src/core/context/context-change.js";
import { AgentError } from "../../src/core/errors.js";
import type { AgentEvent, QueuedMessage } from "../../src/core/port/events.js";
import { withJsonValue } from "../../src/core/text/json-text.js";
import { mergeSettings, readText } from "../../src/core/settings/settings-files.js";
import type { SessionSummary, StorageState } from "../../src/core/log/store.js";
import type { TurnView } from "../../src/core/port/turns.js";
import type { FakeAsk } from "./fake-calls.js";
import { FakeCompressions } from "./fake-compressions.js";
import type { Ownership } from "../../src/core/log/session-lock.js";
import type { Outcome } from "../../src/core/log/outcome.js";

export interface FakeAgentOptions {
  /** What is answered to a message. */
  readonly answer?: (text: string) => string;
  /** What each word of an answer waits for: a gate that the test opens, or one task of the browser if none is given. */
  readonly pace?: () => Promise<unknown>;
  readonly files?: Readonly<Record<string, string>>;
  /** Paths that the ignore rules leave out. */
  readonly ignored?: readonly string[];
  /** What is asked of the user before a message is answered. */
  readonly asks?: (text: string) => FakeAsk | undefined;
  readonly pageSize?: number;
  readonly now?: () => number;
  /** Storage that takes its time: what is asked of a Session meanwhile waits for it. */
  readonly opening?: Promise<void>;
  /** What a message that is sent waits for. */
  readonly sending?: Promise<void>;
}

/** A call that was made before, and what came of it. */
export interface FakeTool {
  readonly name: string;
  readonly title: string;
  readonly output: string;
}

export class FakeAgent extends FakeCompressions implements AgentPort {
  readonly sessionsById = new Map<string, { summary: SessionSummary; turns: TurnView[] }>();
  storageState: StorageState = { kind: "ready" };
  owner: Ownership = "here";
  values: Record<string, unknown> = { "model.compressionThreshold": 0.5 };
  key = "";
  contextLimit = 32_000;
  /** Set, the next send is refused with this sentence. */
  refusal = "";
  /** How many pages were asked for. */
  pages = 0;
  modelChoices: ModelChoice[] = [
    {
      name: "librarian",
      label: "Librarian",
      description: "Answers from your files by search.",
      chosen: true,
      remote: false,
    },
    {
      name: "gemini-2.5-pro",
      label: "Gemini 2.5 Pro",
      description: "Google’s large model.",
      chosen: false,
      remote: true,
    },
    {
      name: "on-device",
      label: "On-device model",
      description: "",
      chosen: false,
      remote: false,
      unavailable: "This browser has no model of its own.",
    },
  ];
  readonly remembered = createFakeMemories((path) => this.tell({ type: "memory-written", path }));
  readonly memories = this.remembered.port;
  readonly sessions: SessionsPort = {
    list: (filter) => this.#listSessions(filter),
    create: () => this.#createSession(),
    open: (id) => this.#openSession(id),
    leave: async () => undefined,
    rename: async (id, title) => this.#change(id, { title }),
    pin: async (id, pinned) => this.#change(id, { pinned }),
    trash: async (id) => this.#change(id, { trashedAt: this.#now() }),
    restore: async (id) => this.#change(id, { trashedAt: undefined }),
    takeOver: async () => {
      this.owner = "here";
      this.tell({ type: "ownership-changed", sessionId: this.#open, owner: "here" });
    },
  };
  readonly turns: TurnsPort = {
    older: async (before) => {
      this.pages++;
      return this.#page(this.#session(this.#open).turns.filter((turn) => turn.id < before));
    },
    send: (message) => this.#send(message),
    stop: async () => this.#stop(),
    resume: async (turnId) => {
      const turn = this.#session(this.#open).turns.find(({ id }) => id === turnId)!;
      this.tell({ type: "turn-resumed", turnId });
      void this.#answer(this.#open, turn, "And this is the rest.");
    },
  };
  readonly queue: QueuePort = {
    add: async (text) => this.#requeue((queue) => [...queue, { id: this.newId(), text }]),
    editing: async (id) => {
      this.#editing = id;
      if (id === undefined && this.#isThrough) await this.#sendNext();
    },
    edit: async (id, text) => {
      this.#mustWait(id);
      this.#editing = undefined;
      this.#requeue((queue) => queue.map((message) => (message.id === id ? { id, text } : message)));
      if (this.#isThrough) await this.#sendNext();
    },
    withdraw: async (id) => this.#withdraw(id),
    send: async (id) => this.#sendQueued(id),
  };
  readonly context: ContextPort = {
    map: (asked = {}) => this.#context().map(asked),
    blockText: (block) => this.#context().text(block),
    change: async (change) => {
      if (this.contextRefusal) throw this.contextRefusal;
      await this.#context().change(change);
      this.contextChanges.push(change);
    },
    systemPrompt: () => this.#systemPrompt(),
  };
  readonly commands: CommandsPort = {
    list: async () => this.slash,
    complete: (text, caret) => this.#complete(text, caret),
  };
  readonly models: ModelsPort = {
    list: async () => this.modelChoices,
    choose: async (name) =>
      void (this.modelChoices = this.modelChoices.map((model) => ({ ...model, chosen: model.name === name }))),
  };
  /** Tests may put others in the place of these. */
  readonly settings: { -readonly [Name in keyof SettingsPort]: SettingsPort[Name] } = {
    view: () => this.#viewSettings(),
    change: async (key, value, scope = "user") => {
      const values = scope === "user" ? this.values : this.folderValues;
      if (value === undefined) delete values[key];
      else values[key] = value;
    },
    replace: async (text) => void (this.settingsText = text),
    storeKey: async (key, of) => {
      if (of === "gemini") this.key = key;
      else this.serverKey = key;
    },
  };
  readonly folder: FolderPort = {
    trust: async (trusted, question) => {
      this.trusted = trusted;
      this.answered = question;
      this.tell({ type: "trust-changed", workspaceId: "w1", trusted });
    },
    trustDifference: async (path) => ({ path, before: "Be brief.\n", after: "Be brief.\nBe kind.\n" }),
    list: (path) => this.#listFolder(path),
    read: (path) => this.#readFile(path),
    viewing: async (files) => void (this.viewed = files),
  };
  readonly storage: StoragePort = {
    exportAll: async () => new Blob([JSON.stringify([...this.sessionsById.values()])]),
    tidy: async () => void this.tidied++,
  };
  #listener: (event: AgentEvent) => void = () => {};
  #open = "";
  /** Ends the answer under way. */
  #stop = () => {};

  constructor(private readonly options: FakeAgentOptions = {}) {
    super(options.files);
  }

  #now = () => this.options.now?.() ?? Date.now();
  override tell(event: AgentEvent): void {
    this.#listener(event);
  }

  /** A Session that was there before, with so many Turns. */
  addSession(
    title: string,
    turns: readonly { said: string; answer: string; outcome?: Outcome; tools?: readonly FakeTool[] }[] = [],
    daysAgo = 0,
  ): string {
    const id = this.newId();
    const at = this.#now() - daysAgo * 86_400_000;
    const summary = {
      id,
      title,
      createdAt: at,
      updatedAt: at,
      messages: turns.length,
      records: 3 * turns.length,
      tokens: 0,
    };
    const made = turns.map(({ said, answer, outcome = { kind: "done" }, tools = [] }): TurnView => {
      const first = this.newId();
      return {
        id: first,
        at,
        first,
        last: this.newId(),
        outcome,
        blocks: [
          { kind: "user", text: said },
          ...tools.map((tool) => ({ kind: "tool" as const, id: this.newId(), state: "done" as const, ...tool })),
          {
            kind: "text",
            text: answer,
            model: "librarian",
            step: first,
            ...(outcome.kind === "interrupted" && { interrupted: true }),
          },
        ],
      };
    });
    this.sessionsById.set(id, { summary, turns: made });
    return id;
  }

  async subscribe(listener: (event: AgentEvent) => void) {
    this.#listener = listener;
  }
  async start() {
    await this.options.opening;
    return {
      storage: this.storageState,
      sessions: await this.#listSessions({ limit: 100 }),
      models: this.modelChoices,
      approvalMode: this.mode,
      meter: { tokens: 412, limit: 1_048_576, source: "estimate" as const },
      ...(this.options.files && { workspace: { id: "w1", name: "notes", kind: "memory" } }),
    };
  }
  async #listSessions({ trashed = false, limit }: { trashed?: boolean; limit: number }) {
    return [...this.sessionsById.values()]
      .map(({ summary }) => summary)
      .filter(({ trashedAt }) => (trashedAt !== undefined) === trashed)
      .toSorted((one, other) => other.updatedAt - one.updatedAt)
      .slice(0, limit);
  }
  async #createSession() {
    await this.options.opening;
    const id = this.addSession("");
    return this.#openSession(id);
  }
  async #openSession(id: string): Promise<SessionView> {
    const session = this.#session(id);
    this.#open = id;
    const { summary, turns } = session;
    const queue = this.queues.get(id) ?? [];
    return { summary, owner: this.owner, meter: this.#meter(), page: this.#page(turns), queue };
  }
  #page(turns: readonly TurnView[]): TurnPage {
    const size = this.options.pageSize ?? 20;
    return { turns: turns.slice(-size), more: turns.length > size };
  }

  async #send({ text }: { text: string }) {
    if (this.refusal) throw new AgentError("QuotaExceededError", this.refusal);
    await this.options.sending;
    const session = this.#session(this.#open);
    const turn: TurnView = { id: this.newId(), at: this.#now(), blocks: [{ kind: "user", text }] };
    session.turns.push(turn);
    this.#change(this.#open, {
      title: session.summary.title || text.slice(0, 60),
      messages: session.summary.messages + 1,
      updatedAt: this.#now(),
    });
    this.tell({ type: "turn-started", turnId: turn.id, text, at: turn.at });
    if (text.startsWith("/")) return this.#note(turn, `**${text}** was run.`);
    void this.#answer(this.#open, turn, this.options.answer?.(text) ?? `You said: ${text}`);
  }
  /** By Session. */
  readonly queues = new Map<string, readonly QueuedMessage[]>();
  isOnline = true;
  #requeue(change: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[], id = this.#open) {
    const queue = change(this.queues.get(id) ?? []);
    this.queues.set(id, queue);
    this.tell({ type: "queue-changed", sessionId: id, queue });
  }
  #editing?: string;
  /** Nothing runs, and the last Turn ended well. */
  #isThrough = false;
  #mustWait(id: string) {
    if (this.queues.get(this.#open)?.some((message) => message.id === id)) return;
    throw new AgentError("NotFoundError", "This message does not wait any more: it has been sent or taken back.");
  }
  async #withdraw(id: string) {
    this.#mustWait(id);
    this.#requeue((queue) => queue.filter((message) => message.id !== id));
  }
  async #sendQueued(id: string) {
    const message = this.queues.get(this.#open)?.find((each) => each.id === id);
    await this.#withdraw(id);
    if (message) await this.#send(message);
  }
  async online(isOnline: boolean) {
    const isBack = isOnline && !this.isOnline;
    this.isOnline = isOnline;
    if (isBack) await this.#sendNext();
  }
  async #sendNext() {
    const [first] = this.queues.get(this.#open) ?? [];
    if (first && first.id !== this.#editing) await this.#sendQueued(first.id);
  }

  /** What can be typed with a slash; each says its name. */
  readonly slash: readonly CommandView[] = [
    { name: "help", aliases: [], description: "Lists the commands", source: "app" },
    { name: "model", aliases: [], description: "Chooses a model", usage: "[name]", source: "app" },
    { name: "stats", aliases: [], description: "Shows the tokens used", source: "app" },
  ];
  async #complete(text: string, caret: number): Promise<Completion | undefined> {
    const command = /^\/(\w*)$/.exec(text.slice(0, caret));
    if (command) {
      const found = this.slash.filter(({ name }) => name.startsWith(command[1]!));
      const suggestions = found.map(({ name, description: detail, usage }) => {
        return { text: `/${name}${usage ? " " : ""}`, label: `/${name}`, detail };
      });
      return { from: 0, to: caret, suggestions };
    }
    const path = /@(\S*)$/.exec(text.slice(0, caret));
    if (!path) return undefined;
    const folder = path[1]!.slice(0, path[1]!.lastIndexOf("/") + 1);
    const entries = await this.#listFolder(folder.slice(0, -1));
    const suggestions = entries
      .filter((entry) => entry.path.startsWith(path[1]!))
      .map((entry) =>
        entry.kind === "folder"
          ? { text: `@${entry.path}/`, label: `${entry.path}/`, goesOn: true }
          : { text: `@${entry.path} `, label: entry.path },
      );
    return { from: path.index, to: caret, suggestions };
  }
  trusted?: boolean;
  override get opened() {
    return { id: this.#open, turns: this.#session(this.#open).turns };
  }
  readonly contextChanges: ContextChange[] = [];
  /** Why no change by hand is made, if none is. */
  contextRefusal?: Error;
  readonly #contexts = new Map<string, ReturnType<typeof createFakeContext>>();
  #context() {
    const session = this.#open;
    const made =
      this.#contexts.get(session) ??
      createFakeContext({
        session,
        turns: () => this.#session(session).turns,
        newId: this.newId,
        limit: () => this.contextLimit,
        tell: (event) => this.tell(event),
      });
    this.#contexts.set(session, made);
    return made;
  }
  answered?: string;
  #note(turn: TurnView, text: string) {
    const outcome = { kind: "done" } as const;
    const { turns } = this.#session(this.#open);
    turns.splice(turns.indexOf(turn), 1, { ...turn, outcome, blocks: [...turn.blocks, { kind: "note", text }] });
    this.tell({ type: "note", turnId: turn.id, text });
    this.tell({ type: "turn-ended", turnId: turn.id, outcome });
  }

  async #answer(sessionId: string, turn: TurnView, text: string) {
    let isStopped = false;
    const stopped = new Promise<void>((resolve) => {
      this.#stop = () => {
        isStopped = true;
        resolve();
      };
    });
    this.#isThrough = false;
    const model = this.modelChoices.find(({ chosen }) => chosen)!.name;
    const step = this.newId();
    this.tell({ type: "step-started", turnId: turn.id, stepId: step, model });
    const words = turn.blocks.find((block) => block.kind === "user")?.text ?? "";
    const ask = this.options.asks?.(words);
    if (ask) {
      await this.call(turn.id, ask);
      this.tell({ type: "step-started", turnId: turn.id, stepId: this.newId(), model });
    }
    let said = "";
    for (const delta of text.match(/\S+\s*|\s+/g) ?? []) {
      await Promise.race([stopped, this.options.pace?.() ?? new Promise((resolve) => setTimeout(resolve, 0))]);
      if (isStopped) break;
      said += delta;
      this.tell({ type: "text", turnId: turn.id, delta });
    }
    const outcome: Outcome = { kind: isStopped ? "stopped" : "done" };
    const { turns } = this.#session(sessionId);
    const ended = { ...turn, outcome, blocks: [...turn.blocks, { kind: "text", text: said, model, step } as const] };
    turns.splice(turns.indexOf(turn), 1, ended);
    this.tell({ type: "context-weighed", sessionId, meter: this.#meter() });
    this.tell({ type: "turn-ended", turnId: turn.id, outcome });
    this.#isThrough = outcome.kind === "done" && sessionId === this.#open;
    if (this.#isThrough) await this.#sendNext();
  }

  /** What the folder's file has, by key. */
  folderValues: Record<string, unknown> = {};
  serverKey = "";
  /** The user's file, where it is more than the values. */
  settingsText?: string;
  async #viewSettings() {
    const user = this.settingsText ?? fileOf(this.values);
    const { group, fault } = readText(user);
    const merged = mergeSettings({ user: group, folder: readText(fileOf(this.folderValues)).group });
    return {
      ...merged,
      secrets: [...(this.key ? ["gemini" as const] : []), ...(this.serverKey ? ["localServer" as const] : [])],
      user: { text: user, ...(fault && { problem: fault }) },
      ...(this.options.files && { folder: { name: "field-notes", isTrusted: this.trusted ?? true } }),
    };
  }
  async #systemPrompt() {
    const tools = this.options.files
      ? [{ name: "read_file", description: "Reads a range of lines of a file in the open folder." }]
      : [];
    return { system: "You are an assistant made for tests.\n\n# What holds always\n- Say what you saw.", tools };
  }
  async #listFolder(path: string) {
    const prefix = path === "" ? "" : `${path}/`;
    const entries = new Map<string, FolderEntry>();
    for (const file of Object.keys(this.options.files ?? {})) {
      if (!file.startsWith(prefix)) continue;
      const [name, ...below] = file.slice(prefix.length).split("/");
      const ignored = this.options.ignored?.includes(prefix + name!) ?? false;
      const kind = below.length > 0 ? "folder" : "file";
      entries.set(name!, { name: name!, path: prefix + name!, kind, ...(ignored && { ignored }) });
    }
    return [...entries.values()].toSorted(
      (one, other) => other.kind.localeCompare(one.kind) || one.name.localeCompare(other.name),
    );
  }
  async #readFile(path: string) {
    const text = this.textOf(path);
    if (text === undefined) throw new AgentError("NotFoundError", `There is no ${path} any more.`);
    return { path, size: text.length, text };
  }

  /** How often storage was tidied up. */
  tidied = 0;
  #session(id: string) {
    const session = this.sessionsById.get(id);
    if (!session) throw new AgentError("NotFoundError", "This session is not on this device.");
    return session;
  }
  #change(id: string, change: Partial<SessionSummary>) {
    const session = this.#session(id);
    session.summary = { ...session.summary, ...change };
    this.tell({ type: "session-listed", session: session.summary });
  }
  #meter() {
    const turns = this.sessionsById.get(this.#open)?.turns ?? [];
    const letters = turns
      .flatMap(({ blocks }) => blocks)
      .reduce((sum, block) => sum + ("text" in block ? block.text.length : 0), 0);
    return { tokens: 412 + Math.ceil(letters / 4), limit: 1_048_576, source: "exact" as const, compressAt: 524_288 };
  }
}

/** Values by key, as a file has them. */
const fileOf = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values).reduce((text, [key, value]) => withJsonValue(text, key.split("."), value), "{}\n");
