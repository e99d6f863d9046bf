/**
 * The controller that connects an AgentPort to the element which shows it: folds events into a ViewState and turns
 * actions into calls. Deltas are gathered until the next frame, so that a fast Model costs one render a frame.
 */
import type { ReactiveControllerHost } from "lit";
import type { AgentPort } from "../../core/port/agent-port.js";
import type { CommandView, Completion } from "../../core/port/commands-port.js";
import type { SessionView, TurnPage } from "../../core/port/sessions-port.js";
import type { WorkspaceView } from "../../core/port/folder-port.js";
import { failureOf, isNamed } from "../../core/errors.js";
import type { AgentEvent } from "../../core/port/events.js";
import type { SessionSummary } from "../../core/log/store.js";
import { joinPages } from "../../core/port/turns.js";
import type { SessionId } from "../../core/ids.js";
import { texts } from "../base/texts.js";
import {
  WINDOW_LIMIT,
  closesGap,
  cursorOf,
  placeOf,
  withNewer,
  withOlder,
  withoutNewest,
  withoutOldest,
} from "./turn-window.js";
import * as view from "./view-state.js";

/** Sessions that the list loads at a time. */
const SESSIONS_PAGE = 100;
/** Sessions that the palette searches: enough for years of daily use. */
const MOST_SESSIONS = 5_000;
/** Interval (ms) at which a hidden tab folds its events: it has no frames. */
const HIDDEN_INTERVAL = 250;
/** Characters drawn in one frame, about 4 ms of work: a slow frame must not make the next one slower still. */
const FRAME_CHARACTERS = 4_000;

export class AgentController {
  state: view.ViewState = view.emptyState;
  #port?: AgentPort;
  #heard: { event: AgentEvent; at: number }[] = [];
  #scheduled = false;
  #paging = false;
  /** The composer's text by Session; `""` is the page of a new Session. Kept in memory only. */
  readonly #drafts = new Map<string, string>();

  constructor(
    private readonly host: ReactiveControllerHost,
    /** Called with each event, for events that change no state: requests of Commands. */
    private readonly onEvent: (event: AgentEvent) => void = () => undefined,
  ) {}

  get port(): AgentPort | undefined {
    return this.#port;
  }

  async connect(port: AgentPort): Promise<void> {
    this.#port = port;
    await this.doing(texts.busy.starting, async () => {
      await port.subscribe((event) => this.#hear(event));
      await port.online(navigator.onLine);
      const start = await port.start();
      this.#become(view.startedWith(this.state, start));
    });
  }

  // Sessions

  async open(id: SessionId): Promise<void> {
    if (this.state.open?.summary.id === id) return;
    const before = this.draft();
    await this.doing(texts.busy.opening, async (port) => {
      const session = await port.sessions.open(id);
      // Text typed since the request is meant for the requested Session.
      const typed = this.draft() === before ? "" : this.draft();
      if (typed) this.keepDraft(before);
      this.#show(session);
      if (typed) this.keepDraft([this.draft(), typed].filter(Boolean).join("\n\n"));
    });
  }

  /** Goes back to the blank page. The Session itself is created with its first message. */
  leave(): void {
    this.#flush();
    const { open } = this.state;
    this.#become(view.closed(this.state));
    if (open) void this.doing(undefined, (port) => port.sessions.leave());
  }

  older(): Promise<void> {
    const { open } = this.state;
    const oldest = open?.window.turns[0];
    if (!open?.window.more || !oldest) return Promise.resolve();
    return this.#paged(texts.busy.older, async (port) => {
      const page = await port.turns.older(placeOf(oldest));
      const now = this.state.open;
      if (now?.summary.id !== open.summary.id || placeOf(now.window.turns[0]!) !== placeOf(oldest)) return;
      const window = withOlder(now.window, page);
      // While a Turn runs the end of the window must stay: new text is added there.
      this.#become(view.withWindow(this.state, this.state.running ? window : withoutNewest(window, roomFor(page))));
    });
  }

  newer(): Promise<void> {
    const { open } = this.state;
    const cursor = open && cursorOf(open.window);
    if (!cursor) return Promise.resolve();
    return this.#paged(texts.busy.newer, async (port) => {
      let page = await port.turns.older(cursor);
      let turns = page.turns;
      while (!closesGap(open.window, page)) {
        page = await port.turns.older(placeOf(page.turns[0]!));
        turns = joinPages(page.turns, turns);
      }
      const now = this.state.open;
      if (now?.summary.id !== open.summary.id || now.window.gone.length !== open.window.gone.length) return;
      this.#become(view.withWindow(this.state, withoutOldest(withNewer(now.window, turns), roomFor({ turns }))));
    });
  }

  async latest(): Promise<void> {
    const { open } = this.state;
    if (!open || open.window.gone.length === 0) return;
    await this.doing(texts.busy.newer, async (port) => this.#show(await port.sessions.open(open.summary.id)));
  }

  trash = (id: SessionId) => this.doing(undefined, (port) => port.sessions.trash(id));
  restore = (id: SessionId) => this.doing(undefined, (port) => port.sessions.restore(id));

  async trashed(): Promise<readonly SessionSummary[]> {
    const list = (port: AgentPort) => port.sessions.list({ trashed: true, limit: SESSIONS_PAGE });
    return (await this.asking(texts.busy.trash, list)) ?? [];
  }

  /** Loads the next page of the session list. */
  async moreSessions(): Promise<void> {
    const known = new Set(this.state.sessions.map(({ id }) => id));
    const before = Math.min(...this.state.sessions.filter(({ pinned }) => !pinned).map(({ updatedAt }) => updatedAt));
    if (!Number.isFinite(before)) return;
    await this.doing(texts.busy.sessions, async (port) => {
      const found = await port.sessions.list({ limit: SESSIONS_PAGE, before });
      const sessions = view.sessionsInOrder([...this.state.sessions, ...found.filter(({ id }) => !known.has(id))]);
      this.#become({ ...this.state, sessions });
    });
  }

  // Turns

  draft(): string {
    return this.#drafts.get(this.#draftKey) ?? "";
  }
  keepDraft(text: string): void {
    if (text) this.#drafts.set(this.#draftKey, text);
    else this.#drafts.delete(this.#draftKey);
  }
  get #draftKey(): string {
    return this.state.open?.summary.id ?? "";
  }

  /** Sends a message, or queues it while a Turn runs or there is no network. Returns whether it was sent or queued. */
  async send(text: string): Promise<boolean> {
    const waits = this.state.running !== undefined || this.waitsForNetwork;
    const wasOpen = this.state.open;
    const sent = await this.doing(waits ? undefined : texts.busy.sending, async (port) => {
      if (!wasOpen) this.#show(await port.sessions.create());
      else if (wasOpen.window.gone.length > 0 && !waits) this.#show(await port.sessions.open(wasOpen.summary.id));
      await (waits ? port.queue.add(text) : port.turns.send({ text }));
    });
    if (!wasOpen) this.#leaveIfEmpty();
    if (!sent) this.#putBack([text]);
    return sent;
  }

  /** Leaves a Session that is still empty, because its Command said nothing or its first message failed. */
  #leaveIfEmpty(): void {
    this.#flush();
    const { open, queued } = this.state;
    if (open && open.summary.messages === 0 && open.window.turns.length === 0 && queued.length === 0) {
      const typed = this.draft();
      this.#become(view.closed(this.state));
      this.keepDraft(typed);
    }
  }

  get waitsForNetwork(): boolean {
    return !navigator.onLine && (view.chosenModel(this.state)?.remote ?? false);
  }

  online = (isOnline: boolean) => this.doing(undefined, (port) => port.online(isOnline));

  /** Moves a message from the queue into the composer. */
  async withdraw(id: string): Promise<void> {
    const message = this.state.queued.find((each) => each.id === id);
    if (message && (await this.doing(undefined, (port) => port.queue.withdraw(id)))) this.#putBack([message.text]);
  }
  /** Changes a queued message. If it was sent meanwhile, the new text goes into the composer and is not lost. */
  async editQueued(id: string, text: string): Promise<void> {
    if (!(await this.doing(undefined, (port) => port.queue.edit(id, text)))) this.#putBack([text]);
  }

  dismissAdvice(): void {
    this.#become({ ...this.state, advised: undefined });
  }

  compose(text: string): void {
    this.#putBack([text]);
  }

  /** Puts messages back into the composer, before the text typed meanwhile. */
  #putBack(messages: readonly string[]): void {
    this.keepDraft([...messages, this.draft()].filter(Boolean).join("\n\n"));
    this.#become({ ...this.state });
  }

  // Commands

  /** The slash Commands; empty while the Agent cannot answer. */
  async commands(): Promise<readonly CommandView[]> {
    return (await this.asking(undefined, (port) => port.commands.list())) ?? [];
  }

  /** Suggestions are optional: if they fail, typing goes on without them. */
  async complete(text: string, caret: number): Promise<Completion | undefined> {
    return this.#port?.commands.complete(text, caret).catch((error: unknown) => {
      console.warn("Nothing could be suggested.", error);
      return undefined;
    });
  }

  // Models, settings, folders

  refreshModels = () => this.doing(undefined, (port) => this.#readModels(port));

  /** The state is read after the answer has come, so that events which arrived meanwhile are not overwritten. */
  async #readModels(port: AgentPort): Promise<void> {
    const models = await port.models.list();
    this.#become({ ...this.state, models });
  }

  async chooseModel(name: string): Promise<void> {
    await this.doing(undefined, async (port) => {
      await port.models.choose(name);
      await this.#readModels(port);
    });
  }

  /** Waits for a folder that the clicked element is opening. */
  async openFolder(workspace: Promise<WorkspaceView>): Promise<void> {
    await this.doing(texts.busy.folder, async () => {
      const opened = await workspace;
      const trust = this.state.trust?.workspaceId === opened.id ? this.state.trust : undefined;
      this.#become({ ...this.state, workspace: opened, trust });
    });
  }

  exportAll = () => this.asking(texts.busy.exporting, (port) => port.storage.exportAll());

  dismissProblem(index: number): void {
    this.#become({ ...this.state, problems: this.state.problems.toSpliced(index, 1) });
  }
  dismissMemoryNews(): void {
    this.#become({ ...this.state, memoryNews: undefined });
  }
  dismissNotice(): void {
    if (this.state.storage.kind === "ready") this.#become({ ...this.state, storage: { kind: "ready" } });
  }
  report(sentence: string): void {
    if (!this.state.problems.includes(sentence)) {
      this.#become({ ...this.state, problems: [...this.state.problems, sentence] });
    }
  }

  // Events, and the state they make

  #hear(event: AgentEvent): void {
    this.#heard.push({ event, at: Date.now() });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    if (document.hidden) setTimeout(this.#flush, HIDDEN_INTERVAL);
    else requestAnimationFrame(this.#drawSome);
  }

  /** Folds as many of the waiting events as fit into a frame; the rest follow in the next. */
  #drawSome = (): void => {
    let room = FRAME_CHARACTERS;
    const { length } = this.#heard;
    const end = this.#heard.findIndex(({ event }) => (room -= "delta" in event ? event.delta.length : 0) <= 0) + 1;
    const rest = end > 0 && end < length ? this.#heard.splice(end) : [];
    this.#flush();
    this.#heard.push(...rest);
    if (rest.length > 0) this.#schedule();
  };

  #flush = (): void => {
    this.#scheduled = false;
    const heard = this.#heard;
    if (heard.length === 0) return;
    this.#heard = [];
    this.#become(heard.reduce((state, { event, at }) => view.foldEvent(state, event, at), this.state));
    for (const { event } of heard) this.onEvent(event);
  };

  #show(session: SessionView): void {
    this.#flush();
    this.#become(view.opened(this.state, session));
  }

  /** Loads one page at a time; further requests are dropped meanwhile. */
  async #paged(sentence: string, work: (port: AgentPort) => Promise<void>): Promise<void> {
    if (this.#paging) return;
    this.#paging = true;
    await this.doing(sentence, work);
    this.#paging = false;
  }

  /** All Sessions, up to the limit of the palette. */
  async allSessions(): Promise<readonly SessionSummary[]> {
    const list = (port: AgentPort) => port.sessions.list({ limit: MOST_SESSIONS });
    return (await this.asking(undefined, list)) ?? this.state.sessions;
  }

  /** The result of a call that may fail; undefined if it failed. */
  async asking<T>(sentence: string | undefined, ask: (port: AgentPort) => Promise<T>): Promise<T | undefined> {
    let answer: T | undefined;
    await this.doing(sentence, async (port) => {
      answer = await ask(port);
    });
    return answer;
  }

  /** Runs a call that may fail: shows `sentence` meanwhile, and reports a failure as a sentence. */
  async doing(sentence: string | undefined, work: (port: AgentPort) => Promise<void>): Promise<boolean> {
    if (!this.#port) {
      this.report(texts.problems.notReady);
      return false;
    }
    if (sentence) this.#become({ ...this.state, busy: sentence });
    try {
      await work(this.#port);
      return true;
    } catch (error) {
      if (!isNamed(error, "AbortError")) this.report(failureOf(error).message);
      return false;
    } finally {
      if (this.state.busy === sentence) this.#become({ ...this.state, busy: undefined });
    }
  }

  #become(state: view.ViewState): void {
    this.state = state;
    this.host.requestUpdate();
  }
}

/** Room for the page that has just come in and the one being read beside it, however long pages are. */
const roomFor = ({ turns }: Pick<TurnPage, "turns">): number => Math.max(WINDOW_LIMIT, 2 * turns.length);
