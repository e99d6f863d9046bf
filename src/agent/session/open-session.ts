/** A Session that is open in this tab: as its owner, who lets Turns run in it, or as one who follows another tab (L4). */
import type { BlockText, MapView, SessionView, TurnPage } from "../../core/port/agent-port.js";
import { userSaid, type Content } from "../../core/content.js";
import { AgentError } from "../../core/errors.js";
import { compressionDueAt } from "../../core/measure/budget.js";
import type { ContextChange } from "../../core/context/context-change.js";
import type { ContextMap } from "../../core/measure/context-map.js";
import type { AgentEvent, ContextMeter, Ownership } from "../../core/port/events.js";
import type { LogRecord, RecordBody, RecordHead } from "../../core/log/log.js";
import type { LogNews, SessionSummary } from "../../core/log/store.js";
import type { AgentParts } from "../agent-parts.js";
import type { EditorTeller } from "./editor-teller.js";
import { createFollower, type Follower } from "./follower.js";
import { mendSession } from "./mend-session.js";
import { offeredTools } from "../request/offered-tools.js";
import { goOnAfterLoopWords, goOnWords } from "../prompts/go-on.js";
import { createRetold } from "./turn-replay.js";
import type { ModelChooser } from "../turn/run-step.js";
import type { CompressTurn, SessionCompression } from "../compression/session-compression.js";
import { createSessionContext, type SessionContext } from "./session-context.js";
import { createSessionMeter, type SessionMeter } from "./session-meter.js";
import type { Outgoing, SessionSetup } from "./session-deps.js";
import { createSessionTurns } from "./turn-views.js";
import { createSessionWords, type SessionWords } from "./append-message.js";
import { createSessionWork, type SessionWork } from "./turn-queue.js";

/** Records read at a time: some screens full, read in some milliseconds whatever the length of the Session. */
export const PAGE = 200;

interface RunOptions {
  /** What it begins with; none where it goes on. */
  readonly message?: { readonly record: string; readonly shown: string };
  readonly withoutDetection?: boolean;
}

export class OpenSession {
  readonly #parts: AgentParts;
  readonly #setup: SessionSetup;
  readonly #meter: SessionMeter;
  readonly #follower: Follower;
  #summary: SessionSummary;
  #owner: Ownership = "elsewhere";
  readonly #context: SessionContext;
  #tellEditor?: EditorTeller;
  #answering?: ModelChooser;
  readonly #work: SessionWork;
  #submitted: Promise<unknown> = Promise.resolve();
  readonly #words: SessionWords;
  readonly #retold = createRetold();
  readonly #turns = createSessionTurns();
  #compression?: Promise<SessionCompression>;
  /** The same, once it is there. */
  #compressor?: SessionCompression;

  constructor(parts: AgentParts, summary: SessionSummary, setup: SessionSetup) {
    this.#parts = parts;
    this.#summary = summary;
    this.#setup = setup;
    this.#meter = createSessionMeter(parts.gauge, parts.measures, summary.id);
    this.#context = createSessionContext(parts.log, summary.id, () => this.#summary.records === 0);
    this.#follower = createFollower({ log: parts.log, session: summary.id, turns: this.#turns, tell: this.#tell });
    this.#work = createSessionWork({
      nextId: () => parts.ids.next(),
      mustBeFree: () => this.mustBeFree(),
      failed: (turn, error) => this.#brokeDown(turn, error),
      ended: (isDone) => {
        this.#retold.over();
        setup.ended(isDone);
      },
    });
    this.#words = createSessionWords({
      ...this.#inside(),
      parts,
      setup,
      modelName: () => this.#modelName(),
      mustBeFree: () => this.mustBeFree(),
    });
  }

  /** Loaded with the first message: no page is shown by it. */
  compressing(): Promise<SessionCompression> {
    const create = async () => {
      const { createSessionCompression } = await import("../compression/session-compression.js");
      return (this.#compressor = createSessionCompression({
        ...this.#parts,
        ...this.#setup,
        ...this.#inside(),
        environment: () => this.#words.describe(),
        modelName: () => this.#modelName(),
        reframe: () => this.#reframe(this.#context),
      }));
    };
    return (this.#compression ??= create());
  }

  /** What those who work on the context are given of it. */
  #inside() {
    return {
      session: this.id,
      log: this.#parts.log,
      context: this.#context,
      meter: this.#meter,
      turns: this.#turns,
      record: <Body extends RecordBody>(body: Body) => this.#record(body),
      append: (records: readonly LogRecord[]) => this.#append(records),
      tell: this.#tell,
      onWeighed: () => this.#tellMeter(),
    };
  }

  get id(): string {
    return this.#summary.id;
  }

  get summary(): SessionSummary {
    return this.#summary;
  }

  /** Whether a message could be sent now. */
  get isFree(): boolean {
    return this.#owner === "here" && this.#work.running === undefined;
  }

  async open(): Promise<Omit<SessionView, "queue"> & { readonly newest: readonly LogRecord[] }> {
    const { log, lock } = this.#parts;
    this.#owner = await lock.hold(this.id, (owner) => this.#changeOwner(owner));
    const page = await log.page(this.id, PAGE);
    this.#catchUp(page.records);
    const mended = this.#owner === "here" && page.records.length > 0 ? await this.#mend(page.records) : [];
    this.#turns.restart();
    const turns = this.#turns.of([...page.records, ...mended]);
    if (this.#owner === "elsewhere") this.#follower.start(turns, await log.drafts(this.id));
    void this.#weighAll(); // told when it is known: the page need not wait for a number
    const meter = { ...this.#meterView(), tokens: this.#summary.tokens };
    const newest = page.records;
    return { summary: this.#summary, owner: this.#owner, page: { turns, more: page.more }, meter, newest };
  }

  /** Whether a Turn runs, or will in a moment. */
  async isWorking(): Promise<boolean> {
    await this.#submitted;
    return this.#work.isWorking();
  }

  /** Words are on their way in: files are read for them, and parts loaded, before anything begins. Who leaves waits for that. */
  submitting<T>(work: Promise<T>): Promise<T> {
    this.#submitted = Promise.allSettled([this.#submitted, work]);
    return work;
  }

  /** It has been let go: nothing may begin in it any more. */
  close(): void {
    this.#owner = "elsewhere";
  }

  /**
   * As it is now, though a Turn may run. `onRead` is called in the very moment of which it tells: what is told from then on is
   * not in it.
   */
  async resume(onRead: () => void): Promise<Omit<SessionView, "queue">> {
    const page = await this.#work.readBefore((running) => this.#parts.log.page(this.id, PAGE, running));
    onRead();
    const turnId = this.#work.running;
    const running = turnId !== undefined && { turnId, events: this.#retold.events };
    return {
      summary: this.#summary,
      owner: this.#owner,
      meter: this.#meterView(),
      page: { turns: this.#turns.of(page.records), more: page.more },
      ...(running && { running }),
    };
  }

  async olderTurns(before: string): Promise<TurnPage> {
    const { records, more } = await this.#parts.log.page(this.id, PAGE, before);
    return { turns: this.#turns.of(records), more };
  }

  /** The limit or the model has changed. */
  settingsChanged(): void {
    this.#answering = undefined;
    this.#tellMeter();
  }

  #tellMeter(): void {
    this.#tell({ type: "context-weighed", sessionId: this.id, meter: this.#meterView() });
  }

  #meterView(): ContextMeter {
    const model = this.#modelName();
    const view = this.#meter.view(model);
    const compressAt = this.#compressor
      ? this.#compressor.dueAt(model)
      : compressionDueAt(view, this.#setup.threshold());
    return { ...view, ...(compressAt !== undefined && { compressAt }) };
  }

  /** Which window the meter is about: that of who answered last, which may not be the one the user named (R4). */
  #modelName(): string {
    return this.#answering?.current.name ?? this.#setup.modelName();
  }

  /** Resolves when the words are durable; what comes of them is told. */
  send({ shown, parts, notices = [], queued }: Outgoing): Promise<void> {
    return this.#work.begin(async () => {
      const turn = this.#parts.ids.next();
      this.#tellEditor ??= (await import("./editor-teller.js")).createEditorTeller();
      const editor = this.#tellEditor(this.#setup.viewing(), this.#context.reading);
      const content: Content = { role: "user", parts: [...editor.parts, ...parts] };
      const isAll = content.parts.length === 1 && parts[0]!.text === shown;
      const head = this.#head();
      const said = {
        turn,
        from: "user" as const,
        content,
        ...(!isAll && { shown }),
        ...(queued !== undefined && { queued }),
      };
      const notes = () => notices.map((text) => this.#record({ kind: "note", turn, text }));
      const { id: record, at } = await this.#words.say(said, { before: head, after: notes });
      editor.wasTold();
      this.#tell({ type: "turn-started", turnId: turn, text: shown, at });
      // The words are in the Log by now: whatever fails here, they are to be answered.
      await this.#words
        .recallFor({ turn, record, words: shown })
        .catch((error: unknown) => console.warn("Nothing could be recalled for this question.", error));
      for (const text of notices) this.#tell({ type: "note", turnId: turn, text });
      this.#run(turn, { message: { record, shown } });
    });
  }

  /** A Command and what it said: a Turn of their own, which no Model is sent. */
  async note(said: string, text: string): Promise<void> {
    this.mustBeFree();
    const turn = this.#parts.ids.next();
    const head = this.#head();
    const record = this.#record({ kind: "note", turn, said, text });
    await this.#append([...head, record]);
    this.#tell({ type: "turn-started", turnId: turn, text: said, at: record.at });
    this.#tell({ type: "note", turnId: turn, text });
    this.#tell({ type: "turn-ended", turnId: turn, outcome: { kind: "done" } });
  }

  /** Makes a Session of a blank page, so that what waits in it is found again. */
  async begin(title: string): Promise<void> {
    const head = this.#head(title);
    if (head.length > 0) await this.#append(head);
  }

  /** The record and all after it, up to now, leave the context; `turn` is its Turn. */
  async rewind(to: string, turn: string): Promise<void> {
    this.mustBeFree();
    await this.#takeBack(to, turn);
  }

  async #takeBack(to: string, turn: string): Promise<void> {
    const record = this.#record({ kind: "rewind", to });
    await this.#append([record]);
    this.#turns.note(record);
    this.#context.forget();
    this.#tell({ type: "turns-rewound", sessionId: this.id, from: turn });
    await this.#weighAll();
  }

  #head(title?: string): readonly LogRecord[] {
    return this.#summary.records === 0 ? [this.#record({ kind: "session-created", ...(title && { title }) })] : [];
  }

  async #append(records: readonly LogRecord[]): Promise<void> {
    await this.#parts.log.append(records);
    this.#summary = { ...this.#summary, records: this.#summary.records + records.length };
  }

  /** Puts something down that is neither said nor shown by itself: a question, a checkpoint. */
  async keep(body: RecordBody): Promise<LogRecord> {
    const record = this.#record(body);
    await this.#append([record]);
    this.#turns.note(record);
    return record;
  }

  /** A folder was opened in which edits may stand that nobody has settled. */
  async folderOpened(): Promise<void> {
    if (this.#owner === "here" && this.#summary.records > 0) {
      await this.#setup.settle((await this.#parts.log.page(this.id, 200)).records);
    }
  }

  /** Goes on with a Turn that was cut off, or that went round in circles (D4). */
  goOn(turn: string, { withoutDetection = false } = {}): Promise<void> {
    return this.#work.begin(async () => {
      const words = (await this.#hasLooped(turn)) ? goOnAfterLoopWords : goOnWords;
      await this.#words.say({ turn, from: "app", content: userSaid(words) });
      this.#tell({ type: "turn-resumed", turnId: turn });
      this.#run(turn, { withoutDetection });
    });
  }

  async #hasLooped(turn: string): Promise<boolean> {
    const { records } = await this.#parts.log.page(this.id, 10);
    const end = records.findLast((record) => record.kind === "turn-ended" && record.turn === turn);
    return end?.kind === "turn-ended" && end.outcome.kind === "looped";
  }

  /** Stops what runs and waits until it has been put down as stopped. */
  stop(): Promise<void> {
    return this.#work.stop();
  }

  /** News of another tab's writing. */
  follow(news: LogNews): void {
    if (this.#owner === "elsewhere") this.#follower.hear(news);
  }

  /** `/compress`: a Turn of its own, which can be stopped. What comes of it is told. */
  compress(what: CompressTurn): Promise<void> {
    return this.#work.begin(async () => {
      const turn = this.#parts.ids.next();
      await this.#context.read();
      const compression = await this.compressing();
      this.#work.run(turn, await compression.begin(turn, what, () => this.#head()));
    });
  }

  /** What is done with compressions while nothing runs: undo, redo, edit (L2, C12). */
  changeCompression(work: (compression: SessionCompression) => Promise<void>): Promise<void> {
    return this.#work.begin(async () => work(await this.compressing()));
  }

  async #reframe(shortened: { readonly isShortened: boolean }): Promise<void> {
    const tools = offeredTools(await this.#setup.tools(), shortened);
    await this.#meter.setFrame(await this.#setup.frame(tools));
  }

  /** The next request to scale (U2). */
  async contextMap(asked: MapView): Promise<ContextMap> {
    const { readMap } = await import("./read-map.js");
    if (this.#owner === "elsewhere") await this.#meter.refresh(); // what another tab writes is weighed there
    const { meter, onWeighed } = this.#inside();
    const parts = { meter, onWeighed, model: this.#modelName(), threshold: this.#setup.threshold() };
    // While a Turn runs, what stands before the conversation is what the Turn sends.
    const reframe = async () => this.#work.running ?? this.#reframe(meter);
    return readMap({ ...parts, reframe }, asked);
  }

  async blockText(block: { readonly record: string; readonly part?: number }): Promise<BlockText> {
    const { readBlock } = await import("./read-map.js");
    return readBlock(this.#parts.log, this.id, block);
  }

  /** Pins, folds and removes by hand (U2). */
  changeContext(change: ContextChange): Promise<void> {
    return this.#work.begin(async () => {
      const { changeContext } = await import("./change-context.js");
      await changeContext(this.#inside(), change);
    });
  }

  #run(turn: string, how: RunOptions): void {
    this.#work.run(turn, (signal) => this.#turn(turn, how, signal));
  }

  /** There is no Model to ask, or the Log can't be written any more: then storage has said so, and this only ends the Turn. */
  async #brokeDown(turn: string, { name, message }: Error): Promise<void> {
    const outcome = { kind: "failed" as const, name, message };
    await this.#parts.log.append([this.#record({ kind: "turn-ended", turn, outcome })]).catch(() => undefined);
    this.#tell({ type: "turn-ended", turnId: turn, outcome });
  }

  /** Whether it ended well. */
  async #turn(turn: string, { message, withoutDetection = false }: RunOptions, signal: AbortSignal): Promise<boolean> {
    const { runSessionTurn } = await import("../turn/run-session-turn.js"); // the loop is not needed to show a page
    const { outcome, isUnanswered } = await runSessionTurn(
      this.#parts,
      this.#setup,
      {
        session: this.id,
        turn,
        context: this.#context,
        meter: this.#meter,
        compressor: await this.compressing(),
        isFresh: message !== undefined,
        detectsLoops: this.#setup.detectsLoops() && !withoutDetection,
        record: (body) => this.#record(body),
        tell: this.#tell,
        onChosen: (models) => (this.#answering = models),
        onWeighed: () => this.#tellMeter(),
      },
      signal,
    );
    // O1: what could not be sent goes back to who wrote it.
    if (message && isUnanswered && outcome.kind === "failed" && outcome.name === "ContextOverflowError") {
      await this.#takeBack(message.record, turn);
      this.#tell({ type: "screen-asked", request: { kind: "compose", text: message.shown } });
    }
    return outcome.kind === "done";
  }

  async #changeOwner(owner: Ownership): Promise<void> {
    if (owner === "elsewhere") {
      this.#owner = owner; // first, so that nothing new begins
      await this.stop();
    } else {
      this.#context.forget(); // another tab has written meanwhile
      this.#summary = (await this.#parts.log.session(this.id)) ?? this.#summary;
      const { records } = await this.#parts.log.page(this.id, 50);
      this.#catchUp(records);
      const mended = await this.#mend(records);
      this.#owner = owner;
      const last = this.#turns.of([...records, ...mended]).at(-1);
      if (last) this.#tell({ type: "turn-replaced", sessionId: this.id, turn: last });
      void this.#weighAll();
    }
    this.#tell({ type: "ownership-changed", sessionId: this.id, owner });
  }

  async #weighAll(): Promise<void> {
    if (this.#summary.records > 0) await this.#meter.refresh();
    this.#tellMeter();
  }

  /** Whatever the clock says, what is written next sorts after what is there. */
  #catchUp(records: readonly LogRecord[]): void {
    const last = records.at(-1);
    if (last) this.#parts.ids.follow(last.id);
  }

  #mend(records: readonly LogRecord[]): Promise<readonly LogRecord[]> {
    const { log } = this.#parts;
    return mendSession(
      { log, session: this.id, record: (body) => this.#record(body), settle: this.#setup.settle },
      records,
    );
  }

  /** All that happens in it is told by this. */
  tell(event: AgentEvent): void {
    this.#tell(event);
  }
  #tell = (event: AgentEvent): void => {
    this.#retold.note(event, this.#work.running !== undefined);
    this.#setup.tell(event);
  };

  #record<Body extends RecordBody>(body: Body): RecordHead & Body {
    return { id: this.#parts.ids.next(), session: this.id, at: this.#parts.clock.now(), ...body };
  }

  /** Throws a sentence on what stands in the way of a message. */
  mustBeFree(): void {
    if (this.#owner === "elsewhere") {
      throw new AgentError(
        "ReadOnlyError",
        "This session is open in another tab, which writes in it. Take over to write here.",
      );
    }
    if (this.#work.running !== undefined) {
      throw new AgentError(
        "InvalidStateError",
        "The last message is still being answered. Stop it, or wait for it to end.",
      );
    }
  }
}
