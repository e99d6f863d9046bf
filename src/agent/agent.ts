/** Agent: the one who holds a Session and lets Models answer in it. Implements AgentPort; see src/README.md for the story. */
import type { AgentPort, MapView, SessionView, StartView, WorkspaceView } from "../core/port/agent-port.js";
import { onlyQuotes } from "../core/models/model-names.js";
import type { SecretName } from "../core/models/providers.js";
import { compressionDueAt } from "../core/measure/budget.js";
import type { ContextChange } from "../core/context/context-change.js";
import { AgentError, failureOf } from "../core/errors.js";
import type { AgentEvent } from "../core/port/events.js";
import type { RecordBody } from "../core/log/log.js";
import type { MemoryFiles } from "../core/memory/memory-file.js";
import type { MemoryPort } from "../core/port/memory-port.js";
import type { Scope } from "../core/settings/settings-files.js";
import type { SettingKey, Settings } from "../core/settings/settings.js";
import type { LogNews, SessionSummary } from "../core/log/store.js";
import { pathOfKey } from "../core/memory/memory-file.js";
import { blankSummary, titleOf } from "../core/log/session-summary.js";
import { estimateText } from "../core/tokens/tokens.js";
import type { AgentParts, OpenFolder } from "./agent-parts.js";
import { createDesks } from "./agent-desks.js";
import type { CallsDesk } from "./calls/call-actions.js";
import { createCompressionDesk } from "./compression/compression-desk.js";
import type { CommandDesk } from "./commands/command-runner.js";
import { exportLog } from "./export-log.js";
import { createFolderDesk, type FolderDesk } from "./folder/open-folder.js";
import type { FolderTrust } from "./folder/folder-trust.js";
import { ignoreOptions } from "../core/settings/ignore-options.js";
import type { LazyRouting } from "./models/lazy-routing.js";
import type { MemoryLoader } from "./memory/memory-loader.js";
import type { MemoryAnnotations } from "./memory/memory-annotations.js";
import type { OpenSession } from "./session/open-session.js";
import type { OpenSessions } from "./session/open-sessions.js";
import type { Outbox } from "./session/outbox.js";
import type { SessionSetup } from "./session/session-deps.js";
import { makeRecord } from "./session/make-record.js";
import type { SettingsDesk } from "./settings/settings-store.js";
import type { FrameMaker } from "./request/request-frame.js";
import { viewFile } from "./folder/view-file.js";
import type { ViewedFile } from "../core/context/editor-context.js";

export class Agent implements AgentPort {
  readonly #parts: AgentParts;
  #tell: (event: AgentEvent) => void = () => undefined;
  #sessions?: OpenSessions;
  readonly #settings: SettingsDesk;
  readonly #folder: FolderDesk;
  readonly #routing: LazyRouting;
  #started: Promise<unknown> = Promise.resolve();
  readonly #trust: FolderTrust;
  readonly #desk: CommandDesk;
  readonly #frame: FrameMaker;
  readonly #calls: CallsDesk;
  /** Memory files, virtual and real, with their versions (M1). */
  readonly memoryFiles: MemoryFiles;
  readonly memories: MemoryPort;
  readonly #marks: MemoryAnnotations;
  readonly #memory: MemoryLoader;
  readonly #compressions = createCompressionDesk(() => this.#current());
  #isOnline = true;
  #submitting: Promise<unknown> = Promise.resolve();

  constructor(parts: AgentParts) {
    this.#parts = parts;
    const tell = (event: AgentEvent) => this.#tell(event);
    this.#folder = createFolderDesk({
      keeper: parts.keeper,
      tell,
      desks: () => desks,
      opened: () => void this.#session?.folderOpened(),
    });
    const desks = createDesks(parts, {
      port: this,
      tell,
      folder: () => this.#folder.open,
      workspace: () => this.#folder.workspace,
      session: () => this.#current(),
      started: () => this.#started,
      considered: () => this.#folder.considered,
      isOnline: () => this.#isOnline,
      settingsChanged: (keys) => this.#settingsChanged(keys),
    });
    this.#settings = desks.settings;
    this.#routing = desks.routing;
    this.#trust = desks.trust;
    this.#frame = desks.frame;
    this.#marks = desks.marks;
    this.#memory = desks.memory;
    this.#calls = desks.calls;
    this.#desk = desks.commands;
    this.memoryFiles = desks.memoryFiles;
    this.memories = desks.memories;
    parts.keeper?.listen((event) => this.#tell(event));
  }

  subscribe(listener: (event: AgentEvent) => void): Promise<void> {
    this.#tell = (event) => {
      listener(event);
      this.#trust.hear(event);
    };
    return Promise.resolve();
  }

  /** What is asked for meanwhile waits: before, there is no log to write to, and the user's settings are not known. */
  start(): Promise<StartView> {
    const starting = this.#start();
    this.#started = starting.catch(() => undefined); // told to who started it
    // The first click on a Session is to wait for nothing; if it can't be loaded now, that click will tell.
    void this.#started.then(() => this.#opening().catch(() => undefined));
    return starting;
  }

  async #start(): Promise<StartView> {
    const { log } = this.#parts;
    const [storage, folder] = await Promise.all([log.open(), this.#parts.reopenFolder().catch(failureOf)]);
    // Without a folder all the rest works, so its failure is told beside the first screen, not instead of it.
    // One that the user has opened meanwhile is the one that is meant.
    if ("view" in folder && !this.#folder.open) this.useFolder(folder);
    await this.#settings.load().catch(() => undefined); // a database that can't be read has told so itself
    this.#calls.modes.settle();
    const sessions = await log.sessions({ limit: 100 }).catch(() => []);
    await this.#parts.measures.load().catch(() => undefined); // likewise
    // A plain estimate will do until there is something to weigh: Gauge and Tools are loaded when they are needed.
    const tokens = Math.ceil(estimateText(this.#frame.ours([]).system));
    const limit = this.#parts.measures.limitOf(this.chosen["model.name"]);
    const compressAt = compressionDueAt({ limit }, this.chosen["model.compressionThreshold"]);
    return {
      storage,
      sessions,
      meter: { tokens, limit, source: "estimate", ...(compressAt !== undefined && { compressAt }) },
      models: await this.models(),
      approvalMode: this.#calls.mode,
      workspace: this.#folder.open?.view,
      // Where storage itself has failed, that is what there is to say.
      ...("message" in folder && storage.kind === "ready" && { problem: folder.message }),
    };
  }

  // Sessions

  async sessions(filter: Parameters<AgentPort["sessions"]>[0]): Promise<readonly SessionSummary[]> {
    await this.#started;
    return this.#parts.log.sessions(filter);
  }

  async newSession(): Promise<SessionView> {
    await this.#started;
    const now = this.#parts.clock.now();
    return (await this.#opening()).show(blankSummary(this.#parts.ids.next(), now));
  }

  async openSession(id: string): Promise<SessionView> {
    await this.#started;
    const summary = await this.#parts.log.session(id);
    if (!summary)
      throw new AgentError(
        "NotFoundError",
        "There is no such session here. It may have been in the trash for more than 30 days.",
      );
    return (await this.#opening()).show(summary);
  }

  /** Loaded with the first Session: a blank page needs none. */
  async #opening(): Promise<OpenSessions> {
    const { createOpenSessions } = await import("./session/open-sessions.js");
    return (this.#sessions ??= createOpenSessions({
      parts: this.#parts,
      setup: (session, id) => this.#setupOf(session, id),
      submit: (session, { id, text }) => this.#submit(session, text, id),
      reachesModel: () => this.#reachesModel(),
      tell: (event) => this.#tell(event),
    }));
  }

  #setupOf(session: () => OpenSession, id: string): Omit<SessionSetup, "tell" | "ended"> {
    return {
      ...this.#calls.setupOf(session),
      modelName: () => this.chosen["model.name"],
      choose: (prompt, signal) => this.#routing.choose(prompt, signal),
      judges: (answering) => this.#routing.judges(answering),
      summariser: (answering) => this.#routing.summariser(answering, this.#isOnline),
      threshold: () => this.chosen["model.compressionThreshold"],
      // The librarian searches by itself.
      recalls: () => this.chosen["context.recallForQuestions"] && !onlyQuotes(this.chosen["model.name"]),
      tools: () => this.#parts.tools(),
      frame: (tools) => this.#frame.asSent(tools),
      broughtBy: (touched, context) => this.#memory.broughtBy(touched, context),
      used: (paths) => {
        const use = { at: this.#parts.clock.now(), session: id };
        // Nice to know, and no reason to fail: storage that can't be written tells so itself.
        this.#marks
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

  async leaveSession(): Promise<void> {
    await this.#sessions?.leave();
  }

  olderTurns(before: string) {
    return this.#current().olderTurns(before);
  }

  renameSession = (id: string, title: string) => this.#change(id, { kind: "session-changed", title });
  pinSession = (id: string, pinned: boolean) => this.#change(id, { kind: "session-changed", pinned });
  restoreSession = (id: string) => this.#change(id, { kind: "session-changed", trashed: false });

  async trashSession(id: string): Promise<void> {
    await this.#sessions?.stop(id);
    await this.#change(id, { kind: "session-changed", trashed: true });
  }

  async #change(session: string, body: RecordBody): Promise<void> {
    await this.#started;
    return this.#parts.log.append([makeRecord(this.#parts, session, body)]);
  }

  takeOver = () => this.#parts.lock.takeOver(this.#current().id);

  // Turns

  send({ text }: { readonly text: string }): Promise<void> {
    return this.#submit(this.#current(), text);
  }

  /** One at a time: the second is told that the first is being answered. */
  async #submit(session: OpenSession, text: string, queued?: string): Promise<void> {
    const seen = () => this.#calls.seenIn(session);
    const ignore = () => ignoreOptions(this.chosen);
    const parts = { session, desk: this.#desk, workspace: this.#folder.open?.workspace, ignore, seen };
    const submitting = this.#submitting.then(async () => {
      // Not needed to show a page.
      const loading = [import("./submit.js"), this.#routing.load(), this.#settings.refresh()] as const;
      const [{ submit }] = await Promise.all(loading);
      return submit(parts, text, queued);
    });
    const submitted = session.submitting(submitting);
    this.#submitting = submitted.catch(() => undefined); // whoever sent it is told
    // What waits behind a Command need not wait for a Turn to end.
    if ((await submitted) === "command" && queued) void this.#sessions?.shown?.outbox.turnEnded(true);
  }

  // What waits to be sent

  async queue(text: string): Promise<void> {
    await this.#current().begin(titleOf(text));
    await this.#waiting().add(text);
  }
  editingQueued = (id: string | undefined) => this.#waiting().editing(id);
  editQueued = (id: string, text: string) => this.#waiting().edit(id, text);
  withdrawQueued = (id: string) => this.#waiting().withdraw(id);
  sendQueued = (id: string) => this.#waiting().sendNow(id);

  async online(isOnline: boolean): Promise<void> {
    const isBack = isOnline && !this.#isOnline;
    this.#isOnline = isOnline;
    if (!isBack) return;
    await this.#started;
    await (await this.#opening()).online();
  }

  async #reachesModel(): Promise<boolean> {
    return this.#isOnline || !(await this.models()).some(({ chosen, remote }) => chosen && remote);
  }

  // Commands

  commands = () => this.#desk.list();
  complete = (text: string, caret: number) => this.#desk.complete(text, caret);

  async continueTurn(turnId: string, how: { readonly withoutDetection?: boolean } = {}): Promise<void> {
    await this.#current().goOn(turnId, how);
  }

  // Compressions

  undoCompression: AgentPort["undoCompression"] = (record) => this.#compressions.undoCompression(record);
  redoCompression: AgentPort["redoCompression"] = (record) => this.#compressions.redoCompression(record);
  editCompression: AgentPort["editCompression"] = (record, change) =>
    this.#compressions.editCompression(record, change);
  undoSnapshotEdit: AgentPort["undoSnapshotEdit"] = (record) => this.#compressions.undoSnapshotEdit(record);
  redoSnapshotEdit: AgentPort["redoSnapshotEdit"] = (record) => this.#compressions.redoSnapshotEdit(record);
  compressTurns: AgentPort["compressTurns"] = (range) => this.#compressions.compressTurns(range);
  cancelCompression = () => this.#compressions.cancelCompression();
  previewCompression: AgentPort["previewCompression"] = (plan) => this.#compressions.previewCompression(plan);
  installPreview: AgentPort["installPreview"] = (plan) => this.#compressions.installPreview(plan);
  endPreview = () => this.#compressions.endPreview();

  contextMap = async (asked: MapView = {}) => this.#current().contextMap(asked);
  blockText = async (block: { readonly record: string; readonly part?: number }) => this.#current().blockText(block);
  changeContext = (change: ContextChange) => this.#current().changeContext(change);

  async frame() {
    const { tools, ...frame } = await this.#frame.asSent(await this.#parts.tools());
    return { ...frame, tools: tools.map(({ name, description }) => ({ name, description })) };
  }

  memory = () => this.#memory.view();
  refreshMemory = async () => (await this.#memory.refresh()).after;

  // What calls ask, and what they changed

  approve: CallsDesk["approve"] = (callId, approval) => this.#calls.approve(callId, approval);
  answer: CallsDesk["answer"] = (callId, answers) => this.#calls.answer(callId, answers);
  approvalMode = () => this.#calls.approvalMode();
  setApprovalMode: CallsDesk["setApprovalMode"] = (mode) => this.#calls.setApprovalMode(mode);
  editOf = (callId: string) => this.#calls.editOf(callId);
  undoEdit = (callId: string) => this.#calls.undoEdit(callId);
  redoEdit = (callId: string) => this.#calls.redoEdit(callId);
  settleEdit: CallsDesk["settleEdit"] = (callId, file, text) => this.#calls.settleEdit(callId, file, text);
  restoreTo = (turnId: string) => this.#calls.restoreTo(turnId);

  async stop(): Promise<void> {
    await this.#session?.stop();
  }

  // Models, settings, folder

  async models() {
    const chosen = this.chosen["model.name"];
    return (await this.#parts.catalogue.list()).map((model) => ({ ...model, chosen: model.name === chosen }));
  }

  settings = () => this.#settings.view();
  chooseModel = async (name: string) => {
    await this.#started;
    this.#routing.forgetFailures(); // also where it is the one that was chosen before: the user wants it tried
    await this.#settings.choose("model.name", name);
  };
  changeSetting = (key: string, value: unknown, scope?: Scope) =>
    this.#started.then(() => this.#settings.change(key, value, scope));
  replaceSettings = (text: string, expected: string) =>
    this.#started.then(() => this.#settings.replace(text, expected));
  storeKey = async (key: string, of: SecretName = "gemini") => {
    await this.#settings.storeSecret(of, key);
    this.#routing.forgetFailures();
  };
  /** The user may have been in another tab or program. */
  refreshSettings = async () => {
    await this.#started;
    await Promise.all([this.#settings.refresh(), this.#trust.recheck()]);
  };

  /** What counts now. */
  get chosen(): Settings {
    return this.#settings.values;
  }

  #settingsChanged(keys: readonly SettingKey[]): void {
    this.#calls.modes.settle();
    if (keys.includes("model.name") || keys.includes("model.baseUrl")) this.#routing.forgetFailures();
    if (keys.some((key) => key.startsWith("context.") || key === "memoryFiles")) this.#memory.forget();
    if (keys.includes("model.contextLimit")) this.#parts.measures.limitSet().catch(() => undefined); // storage has said so itself
    this.#session?.settingsChanged();
    this.#tell({ type: "settings-changed" });
    if (keys.includes("model.name")) void this.#sessions?.shown?.outbox.tryAgain(); // the one that answers now may need no network
  }

  useFolder = (folder: OpenFolder): WorkspaceView => this.#folder.use(folder);
  trustFolder = (trusted: boolean, question?: string) => this.#folder.trust(trusted, question);
  trustDifference = (path: string) => this.#trust.difference(path);

  listFolder = async (path: string) => {
    const { listFolder } = await import("./folder/list-folder.js");
    return listFolder(this.#folder.workspace, path, ignoreOptions(this.chosen));
  };
  viewing = async (files: readonly ViewedFile[]) => void (this.#folder.viewed = files);
  readFile = async (path: string) => viewFile(this.#folder.workspace, path);
  exportAll = () => exportLog(this.#parts.log);
  tidyStorage = () => this.#parts.log.compact(true);

  /** What this tab's log worker says, of its own writing and of other tabs'. */
  hear(news: readonly LogNews[], own: boolean): void {
    this.#parts.keeper?.hear(news);
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
    this.#memory.changed([path], "here");
  }

  #current(): OpenSession {
    if (!this.#session) throw new AgentError("InvalidStateError", "No session is open.");
    return this.#session;
  }

  get #session(): OpenSession | undefined {
    return this.#sessions?.shown?.session;
  }

  #waiting(): Outbox {
    const outbox = this.#sessions?.shown?.outbox;
    if (!outbox) throw new AgentError("InvalidStateError", "No session is open.");
    return outbox;
  }
}
