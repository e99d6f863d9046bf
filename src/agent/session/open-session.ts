/** A Session that is open in this tab. The tab owns it and runs Turns in it, or follows another tab that does (L4). */
import type { MapView } from "../../core/port/context-port.js";
import type { SessionView, TurnPage } from "../../core/port/sessions-port.js";
import { AgentError } from "../../core/errors.js";
import { compressionDueAt } from "../../core/measure/budget.js";
import type { ContextMap } from "../../core/measure/context-map.js";
import type { LogRecord } from "../../core/log/log.js";
import type { LogNews, SessionSummary } from "../../core/log/store.js";
import type { RecordId, SessionId, TurnId } from "../../core/ids.js";
import type { AgentParts } from "../agent-parts.js";
import { offeredTools } from "../request/offered-tools.js";
import { createTurnReplay } from "./turn-replay.js";
import type { ModelChooser } from "../turn/run-step.js";
import { createOwnership, type SessionOwnership } from "./ownership.js";
import { createSessionState, type SessionState } from "./session-state.js";
import type { CompressTurn, SessionCompression } from "../compression/session-compression.js";
import type { Outgoing, SessionDeps } from "./session-deps.js";
import { createMessages, environmentOf, type Messages } from "./append-message.js";
import { sessionWords } from "./session-words.js";
import { createTurnQueue, type TurnQueue } from "./turn-queue.js";

/** Records read at a time: some screens full, read in some milliseconds whatever the length of the Session. */
export const PAGE = 200;

interface RunOptions {
  /** The message that the Turn begins with; none where it goes on. */
  readonly message?: { readonly record: RecordId; readonly shown: string };
  readonly withoutDetection?: boolean;
}

export class OpenSession {
  readonly state: SessionState;
  readonly #parts: AgentParts;
  readonly #deps: SessionDeps;
  readonly #ownership: SessionOwnership;
  readonly #messages: Messages;
  readonly #queue: TurnQueue;
  readonly #replay = createTurnReplay();
  #answering?: ModelChooser;
  #submitted: Promise<unknown> = Promise.resolve();
  #compression?: Promise<SessionCompression>;
  /** The compression of `#compression`, once it is loaded. */
  #compressor?: SessionCompression;

  constructor(parts: AgentParts, summary: SessionSummary, deps: SessionDeps) {
    this.#parts = parts;
    this.#deps = deps;
    const mustBeFree = () => this.mustBeFree();
    this.state = createSessionState(parts, summary, {
      tell: (event) => {
        this.#replay.note(event, this.#queue.running !== undefined);
        deps.tell(event);
      },
      // The window of the Model that answered last, which may not be the one the user named (R4).
      modelName: () => this.#answering?.current.name ?? deps.modelName(),
      compressAt: (meter) =>
        this.#compressor ? this.#compressor.dueAt(this.state.model) : compressionDueAt(meter, deps.threshold()),
      frame: async (beside) => deps.frame(offeredTools(await deps.tools(), beside)),
    });
    this.#ownership = createOwnership(this.state, {
      lock: parts.lock,
      settle: deps.settle,
      stop: () => this.stop(),
    });
    this.#messages = createMessages(this.state, { deps, parts, mustBeFree });
    this.#queue = createTurnQueue({
      nextId: () => this.state.nextId(),
      mustBeFree,
      failed: (turn, error) => this.#brokeDown(turn, error),
      ended: (isDone) => {
        this.#replay.over();
        deps.ended(isDone);
      },
    });
  }

  get id(): SessionId {
    return this.state.id;
  }

  /** True if a message could be sent now. */
  get isFree(): boolean {
    return this.#ownership.owner === "here" && this.#queue.running === undefined;
  }

  /** Throws a sentence where a message can't be sent now. */
  mustBeFree(): void {
    if (this.#ownership.owner === "elsewhere") throw new AgentError("ReadOnlyError", sessionWords.writtenElsewhere);
    if (this.#queue.running !== undefined) throw new AgentError("InvalidStateError", sessionWords.stillAnswering);
  }

  // Opening, leaving, coming back

  async open(): Promise<Omit<SessionView, "queue"> & { readonly newest: readonly LogRecord[] }> {
    const { newest, ...page } = await this.#ownership.open(PAGE);
    const { state } = this;
    void state.weighAll(); // told when it is known: the page need not wait for a number
    const meter = { ...state.fullness, tokens: state.summary.tokens };
    return { summary: state.summary, owner: this.#ownership.owner, page, meter, newest };
  }

  /** Resolves with true if a Turn runs, or will in a moment. */
  async isWorking(): Promise<boolean> {
    await this.#submitted;
    return this.#queue.isWorking();
  }

  /** A message is on its way: files are read for it, and parts loaded, before its Turn begins. `isWorking` waits for that. */
  submitting<T>(work: Promise<T>): Promise<T> {
    this.#submitted = Promise.allSettled([this.#submitted, work]);
    return work;
  }

  /** The Session has been let go: nothing may begin in it any more. */
  close(): void {
    this.#ownership.close();
  }

  /**
   * The Session as it is now, though a Turn may run. `onRead` is called in the very moment that the view shows: events that are told after
   * it are not in the view.
   */
  async resume(onRead: () => void): Promise<Omit<SessionView, "queue">> {
    const { state } = this;
    await state.rereadSummary(); // it may have been renamed
    const page = await this.#queue.readBefore((running) => state.log.page(this.id, PAGE, running));
    onRead();
    const turnId = this.#queue.running;
    const running = turnId !== undefined && { turnId, events: this.#replay.events };
    return {
      summary: state.summary,
      owner: this.#ownership.owner,
      meter: state.fullness,
      page: { turns: state.turns.of(page.records), more: page.more },
      ...(running && { running }),
    };
  }

  async olderTurns(before: RecordId): Promise<TurnPage> {
    const { records, more } = await this.state.log.page(this.id, PAGE, before);
    return { turns: this.state.turns.of(records), more };
  }

  /** The Settings have changed: the limit, or the Model that answers. */
  settingsChanged(): void {
    this.#answering = undefined;
    this.state.tellMeter();
  }

  /** A folder was opened in which edits may stand that nobody has settled. */
  async folderOpened(): Promise<void> {
    if (this.#ownership.owner === "here" && this.state.summary.records > 0) {
      await this.#deps.settle((await this.state.log.page(this.id, PAGE)).records);
    }
  }

  /** News of another tab's writing. */
  follow(news: LogNews): void {
    this.#ownership.follow(news);
  }

  // Turns

  /** Resolves when the message is durable. The Turn that follows is told by events. */
  send(message: Outgoing): Promise<void> {
    return this.#queue.begin(async () => {
      const { turn, record } = await this.#messages.send(message);
      this.#run(turn, { message: { record, shown: message.shown } });
    });
  }

  /** Goes on with a Turn that was cut off, or that went round in circles (D4). */
  goOn(turn: TurnId, { withoutDetection = false } = {}): Promise<void> {
    return this.#queue.begin(async () => {
      await this.#messages.goOn(turn);
      this.#run(turn, { withoutDetection });
    });
  }

  /** Stops the Turn that runs, and resolves when the Log says that it was stopped. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }

  #run(turn: TurnId, how: RunOptions): void {
    this.#queue.run(turn, (signal) => this.#turn(turn, how, signal));
  }

  /** Resolves with true if the Turn ended well. */
  async #turn(turn: TurnId, { message, withoutDetection = false }: RunOptions, signal: AbortSignal): Promise<boolean> {
    const { runSessionTurn } = await import("../turn/run-session-turn.js"); // the loop is not needed to show a page
    const { outcome, isUnanswered } = await runSessionTurn(
      this.state,
      {
        ...{ turn, parts: this.#parts, deps: this.#deps, compressor: await this.compressing() },
        isFresh: message !== undefined,
        detectsLoops: this.#deps.detectsLoops() && !withoutDetection,
        onChosen: (models) => (this.#answering = models),
      },
      signal,
    );
    // O1: a message that could not be sent goes back into the composer.
    if (message && isUnanswered && outcome.kind === "failed" && outcome.name === "ContextOverflowError") {
      await this.#takeBack(message.record, turn);
      this.state.tell({ type: "screen-asked", request: { kind: "compose", text: message.shown } });
    }
    return outcome.kind === "done";
  }

  /** Ends a Turn that could not run: there is no Model to ask, or the Log can't be written, which storage has told by itself. */
  async #brokeDown(turn: TurnId, { name, message }: Error): Promise<void> {
    const outcome = { kind: "failed" as const, name, message };
    await this.state.write([{ kind: "turn-ended", turn, outcome }]).catch(() => undefined);
    this.state.tell({ type: "turn-ended", turnId: turn, outcome });
  }

  /** Writes a Command and its output as a Turn of their own, which no Model is sent. */
  async note(said: string, text: string): Promise<void> {
    this.mustBeFree();
    const { write, nextId, tell } = this.state;
    const turn: TurnId = nextId();
    const [{ at }] = (await write([{ kind: "note", turn, said, text }])) as [LogRecord];
    tell({ type: "turn-started", turnId: turn, text: said, at });
    tell({ type: "note", turnId: turn, text });
    tell({ type: "turn-ended", turnId: turn, outcome: { kind: "done" } });
  }

  /** Makes a Session of a blank page, so that a message queued in it is found again. */
  async begin(title: string): Promise<void> {
    const { summary, write } = this.state;
    if (summary.records === 0) await write([{ kind: "session-created", ...(title && { title }) }]);
  }

  /** The record and all after it, up to now, leave the context; `turn` is its Turn. */
  async rewind(to: RecordId, turn: TurnId): Promise<void> {
    this.mustBeFree();
    await this.#takeBack(to, turn);
  }

  async #takeBack(to: RecordId, turn: TurnId): Promise<void> {
    const { tell, write, id: sessionId } = this.state;
    await write([{ kind: "rewind", to }], { tell: () => tell({ type: "turns-rewound", sessionId, from: turn }) });
  }

  // The context, and compressions of it

  /** The compression of this Session, loaded with the first message: a page is shown without it. */
  compressing(): Promise<SessionCompression> {
    const create = async () => {
      const { createSessionCompression } = await import("../compression/session-compression.js");
      const { threshold, summariser } = this.#deps;
      const means = { snapshotMaker: this.#parts.snapshotMaker, environment: () => environmentOf(this.#deps) };
      return (this.#compressor = createSessionCompression(this.state, { ...means, threshold, summariser }));
    };
    return (this.#compression ??= create());
  }

  /** `/compress`: a Turn of its own, which can be stopped and is told by events. */
  compress(what: CompressTurn): Promise<void> {
    return this.#queue.begin(async () => {
      const turn: TurnId = this.state.nextId();
      await this.state.context.read();
      const compression = await this.compressing();
      this.#queue.run(turn, await compression.begin(turn, what));
    });
  }

  /** Changes the Session by hand, after all that began before, and while no Turn runs. */
  change(work: (state: SessionState) => Promise<void>): Promise<void> {
    return this.#queue.begin(() => work(this.state));
  }

  /** The map of the next request (U2). */
  async contextMap(asked: MapView): Promise<ContextMap> {
    const { readMap } = await import("./read-map.js");
    if (this.#ownership.owner === "elsewhere") await this.state.meter.refresh(); // another tab has written, and weighed, since
    const isRunning = () => this.#queue.running !== undefined;
    return readMap(this.state, { threshold: this.#deps.threshold(), isRunning }, asked);
  }
}
