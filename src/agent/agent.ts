/** Agent: implements AgentPort by joining the parts it is given; see src/README.md for the story of a message. */
import type { SessionId } from "../core/ids.js";
import type { AgentPort, StartView, StoragePort } from "../core/port/agent-port.js";
import type { CallsPort } from "../core/port/calls-port.js";
import type { CommandsPort } from "../core/port/commands-port.js";
import type { CompressionsPort } from "../core/port/compressions-port.js";
import type { ContextPort } from "../core/port/context-port.js";
import type { FolderPort, WorkspaceView } from "../core/port/folder-port.js";
import type { MemoryPort } from "../core/port/memory-port.js";
import type { QueuePort, SessionsPort, TurnsPort } from "../core/port/sessions-port.js";
import type { ModelsPort, SettingsPort } from "../core/port/settings-port.js";
import { onlyQuotes } from "../core/models/model-names.js";
import { compressionDueAt } from "../core/measure/budget.js";
import { AgentError, failureOf } from "../core/errors.js";
import type { AgentEvent } from "../core/port/events.js";
import { pathOfKey, type MemoryFiles } from "../core/memory/memory-file.js";
import { ignoreOptions } from "../core/settings/ignore-options.js";
import type { SettingKey, Settings } from "../core/settings/settings.js";
import type { LogNews } from "../core/log/store.js";
import { estimateText } from "../core/tokens/tokens.js";
import type { AgentParts, OpenFolder } from "./agent-parts.js";
import { createSubjects, type AgentSubjects } from "./agent-subjects.js";
import { createCompressionActions } from "./compression/compression-actions.js";
import { exportLog } from "./export-log.js";
import { createFolderActions } from "./folder/folder-actions.js";
import { createFolderState, type FolderState } from "./folder/folder-state.js";
import { createContextActions } from "./session/context-actions.js";
import type { OpenSession } from "./session/open-session.js";
import type { OpenSessions } from "./session/open-sessions.js";
import { createSessionActions } from "./session/session-actions.js";
import type { SessionDeps } from "./session/session-deps.js";
import { createTurnActions, type TurnActions } from "./session/turn-actions.js";
import { sessionWords } from "./session/session-words.js";
import { createSettingsActions } from "./settings/settings-actions.js";

export class Agent implements AgentPort {
  readonly sessions: SessionsPort;
  readonly turns: TurnsPort;
  readonly queue: QueuePort;
  readonly calls: CallsPort;
  readonly compressions: CompressionsPort;
  readonly context: ContextPort;
  readonly commands: CommandsPort;
  readonly models: ModelsPort;
  readonly settings: SettingsPort;
  readonly memories: MemoryPort;
  readonly folder: FolderPort;
  readonly storage: StoragePort;
  /** Memory files, virtual and real, with their versions (M1). */
  readonly memoryFiles: MemoryFiles;
  readonly #parts: AgentParts;
  readonly #subjects: AgentSubjects;
  readonly #folder: FolderState;
  readonly #submit: TurnActions["submit"];
  #tell: (event: AgentEvent) => void = () => undefined;
  #opened?: OpenSessions;
  #started: Promise<unknown> = Promise.resolve();
  #isOnline = true;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    const tell = (event: AgentEvent) => this.#tell(event);
    const session = () => this.#current();
    const started = () => this.#started;
    this.#folder = createFolderState({
      indexer: parts.indexer,
      tell,
      subjects: () => this.#subjects,
      opened: () => void this.#session?.folderOpened(),
    });
    const subjects = createSubjects(parts, {
      port: this,
      tell,
      folder: () => this.#folder.open,
      workspace: () => this.#folder.workspace,
      session,
      started,
      considered: () => this.#folder.considered,
      isOnline: () => this.#isOnline,
      settingsChanged: (keys) => this.#settingsChanged(keys),
    });
    this.#subjects = subjects;
    const { calls, commands, frame, memory, routing, trust } = subjects;
    const ignore = () => ignoreOptions(this.chosen);
    const opened = () => this.#opened;
    const acting = createTurnActions({
      opened,
      session,
      prepare: () => Promise.all([routing.load(), subjects.settings.refresh()]),
      submitting: (to) => ({
        commands,
        workspace: this.#folder.open?.workspace,
        ignore,
        seen: () => calls.seenIn(to),
      }),
    });
    this.#submit = acting.submit;
    this.turns = acting.turns;
    this.queue = acting.queue;
    this.sessions = createSessionActions({ ...parts, started, opening: () => this.#opening(), opened, session });
    this.calls = calls;
    this.compressions = createCompressionActions(session);
    this.context = createContextActions(session, { frame, tools: parts.tools });
    this.commands = commands;
    ({ settings: this.settings, models: this.models } = createSettingsActions({
      store: subjects.settings,
      catalogue: parts.catalogue,
      routing,
      started,
    }));
    this.memories = memory.port;
    this.memoryFiles = memory.files;
    this.folder = createFolderActions({ folder: this.#folder, trust, ignore });
    this.storage = { exportAll: () => exportLog(parts.log), tidy: () => parts.log.compact(true) };
    parts.indexer?.listen(tell);
  }

  subscribe(listener: (event: AgentEvent) => void): Promise<void> {
    this.#tell = (event) => {
      listener(event);
      this.#subjects.trust.hear(event);
    };
    return Promise.resolve();
  }

  /** Other requests wait for the start: before it there is no log to write to, and the user's settings are not known. */
  start(): Promise<StartView> {
    const starting = this.#start();
    this.#started = starting.catch(() => undefined); // the caller gets the failure
    // Loaded early, so that the first click on a Session waits for nothing; that click reports a failure.
    void this.#started.then(() => this.#opening().catch(() => undefined));
    return starting;
  }

  async #start(): Promise<StartView> {
    const { log } = this.#parts;
    const [storage, folder] = await Promise.all([log.open(), this.#parts.reopenFolder().catch(failureOf)]);
    // Without a folder all the rest works, so a failure to open it is a `problem` beside the first screen.
    // A folder that the user has opened meanwhile stays.
    if ("view" in folder && !this.#folder.open) this.useFolder(folder);
    await this.#subjects.settings.load().catch(() => undefined); // storage reports its own failures
    this.#subjects.calls.modes.settle();
    const sessions = await log.sessions({ limit: 100 }).catch(() => []);
    await this.#parts.calibration.load().catch(() => undefined); // likewise
    // An estimate is enough until there is something to weigh: Gauge and Tools are loaded when they are needed.
    const tokens = Math.ceil(estimateText(this.#subjects.frame.ours([]).system));
    const limit = this.#parts.calibration.limitOf(this.chosen["model.name"]);
    const compressAt = compressionDueAt({ limit }, this.chosen["model.compressionThreshold"]);
    return {
      storage,
      sessions,
      meter: { tokens, limit, source: "estimate", ...(compressAt !== undefined && { compressAt }) },
      models: await this.models.list(),
      approvalMode: this.#subjects.calls.modes.mode,
      workspace: this.#folder.open?.view,
      // A failure of storage is reported instead.
      ...("message" in folder && storage.kind === "ready" && { problem: folder.message }),
    };
  }

  async online(isOnline: boolean): Promise<void> {
    const isBack = isOnline && !this.#isOnline;
    this.#isOnline = isOnline;
    if (!isBack) return;
    await this.#started;
    await (await this.#opening()).online();
  }

  get chosen(): Settings {
    return this.#subjects.settings.values;
  }

  /** Reads again settings and files to load, which the user may have changed in another tab or program. */
  async refreshSettings(): Promise<void> {
    await this.#started;
    await Promise.all([this.#subjects.settings.refresh(), this.#subjects.trust.recheck()]);
  }

  useFolder(folder: OpenFolder): WorkspaceView {
    return this.#folder.use(folder);
  }

  /** Takes the news of this tab's log worker, of its own writing and of other tabs'. */
  hear(news: readonly LogNews[], own: boolean): void {
    this.#parts.indexer?.hear(news);
    for (const each of news) {
      if (each.type === "summarised" && each.session.agentOf !== undefined) continue;
      if (each.type === "summarised") this.#tell({ type: "session-listed", session: each.session });
      else if (each.type === "removed") this.#tell({ type: "session-removed", sessionId: each.sessionId });
      else if (each.type === "remembered") this.#remembered(pathOfKey(each.key));
      else if (each.type === "storage") this.#tell({ type: "storage-changed", storage: each.storage });
      else if (!own) this.#session?.follow(each);
    }
  }

  #remembered(path: string): void {
    this.#tell({ type: "memory-written", path });
    this.#subjects.memory.loader.changed([path], "here");
  }

  /** Loaded with the first Session: a blank page needs none. */
  async #opening(): Promise<OpenSessions> {
    const { createOpenSessions } = await import("./session/open-sessions.js");
    return (this.#opened ??= createOpenSessions({
      parts: this.#parts,
      deps: (session, id) => this.#depsOf(session, id),
      submit: (session, { id, text }) => this.#submit(session, text, id),
      reachesModel: () => this.#reachesModel(),
      tell: (event) => this.#tell(event),
    }));
  }

  #depsOf(session: () => OpenSession, id: SessionId): Omit<SessionDeps, "tell" | "ended"> {
    return {
      ...this.#subjects.calls.depsOf(session),
      modelName: () => this.chosen["model.name"],
      choose: (prompt, signal) => this.#subjects.routing.choose(prompt, signal),
      judges: (answering) => this.#subjects.routing.judges(answering),
      summariser: (answering) => this.#subjects.routing.summariser(answering, this.#isOnline),
      threshold: () => this.chosen["model.compressionThreshold"],
      // The librarian searches by itself.
      recalls: () => this.chosen["context.recallForQuestions"] && !onlyQuotes(this.chosen["model.name"]),
      tools: () => this.#parts.tools(),
      frame: (tools) => this.#subjects.frame.asSent(tools),
      broughtBy: (touched, context) => this.#subjects.memory.loader.broughtBy(touched, context),
      used: (paths) => {
        const use = { at: this.#parts.clock.now(), session: id };
        this.#subjects.memory.annotations
          .use(paths, use)
          .catch((error: unknown) => console.warn("Which memories were used is not kept.", error));
      },
      viewing: () => this.#folder.viewed,
      folder: () => this.#folder.open?.workspace?.id ?? "",
      environment: async () => {
        const { describeEnvironment } = await import("./session/describe-environment.js");
        return describeEnvironment({
          ...this.#parts,
          workspace: this.#folder.open?.workspace,
          ignore: ignoreOptions(this.chosen),
        });
      },
      detectsLoops: () => !this.chosen["model.disableLoopDetection"],
    };
  }

  #settingsChanged(keys: readonly SettingKey[]): void {
    this.#subjects.calls.modes.settle();
    if (keys.includes("model.name") || keys.includes("model.baseUrl")) this.#subjects.routing.forgetFailures();
    if (keys.some((key) => key.startsWith("context.") || key === "memoryFiles")) this.#subjects.memory.loader.forget();
    if (keys.includes("model.contextLimit")) this.#parts.calibration.limitSet().catch(() => undefined); // reported by storage
    this.#session?.settingsChanged();
    this.#tell({ type: "settings-changed" });
    if (keys.includes("model.name")) void this.#opened?.shown?.outbox.tryAgain(); // the new model may need no network
  }

  async #reachesModel(): Promise<boolean> {
    return this.#isOnline || !(await this.models.list()).some(({ chosen, remote }) => chosen && remote);
  }

  #current(): OpenSession {
    if (!this.#session) throw new AgentError("InvalidStateError", sessionWords.noneOpen);
    return this.#session;
  }

  get #session(): OpenSession | undefined {
    return this.#opened?.shown?.session;
  }
}
