/** A Session that is open in this tab: as its owner, who lets Turns run in it, or as one who follows another tab (L4). */
import type { SessionView, TurnPage } from "../core/agent-port.js";
import { userSaid, type Content, type Part } from "../core/content.js";
import { AgentError } from "../core/errors.js";
import type { AgentEvent, Outcome, Ownership } from "../core/events.js";
import { curate } from "../core/history.js";
import type { ContentSaid, LogRecord, RecordBody } from "../core/log.js";
import type { ModelRequest } from "../core/model.js";
import type { LogNews, SessionSummary } from "../core/store.js";
import { turnsOf, withRewinds } from "../core/turns.js";
import type { AgentParts } from "./agent.js";
import { createFollower, type Follower } from "./follower.js";
import { createLoopWatch } from "./loop-watch.js";
import { mendSession } from "./mend-session.js";
import { goOnWords } from "./prompts/go-on.js";
import type { ModelChooser } from "./run-step.js";
import { runTurn, type TurnParts } from "./run-turn.js";
import { createSessionMeter, type SessionMeter } from "./session-meter.js";
import type { Tool } from "./tool.js";

export interface SessionSetup {
  readonly tell: (event: AgentEvent) => void;
  /** The Model as the settings have it now: for the meter between Turns. */
  readonly modelName: () => string;
  /** Who answers this prompt (R1). */
  readonly choose: (turn: string, context: readonly Content[], signal: AbortSignal) => Promise<ModelChooser>;
  /** The standing words and the Tools. */
  readonly frame: (tools: readonly Tool[]) => Required<Pick<ModelRequest, "system" | "tools">>;
  readonly tools: () => Promise<readonly Tool[]>;
  readonly calling: () => Promise<Pick<TurnParts, "env" | "govern">>;
  readonly detectsLoops: () => boolean;
  /** A Turn is over, and another may begin. */
  readonly ended: (isDone: boolean) => void;
}

/** A user's message as it goes out. */
export interface Outgoing {
  /** What was typed. */
  readonly shown: string;
  /** What the Model is sent: that, or that and more. */
  readonly parts: readonly Part[];
  /** What the user is told beside it, in Markdown. */
  readonly notices?: readonly string[];
  /** The queued message it was. */
  readonly queued?: string;
}

export class OpenSession {
  readonly #parts: AgentParts;
  readonly #setup: SessionSetup;
  readonly #meter: SessionMeter;
  readonly #follower: Follower;
  #summary: SessionSummary;
  #owner: Ownership = "elsewhere";
  /** What the Model is sent: read when first needed, then only added to. */
  #context?: Content[];
  #answering?: ModelChooser;
  /** A Turn that is being written down, and runs in a moment. */
  #beginning: Promise<void> = Promise.resolve();
  #running?: { readonly stop: AbortController; readonly ended: Promise<void> };
  /** Rewinds and undos of what has been read so far: older pages are read in their light. */
  #effects: readonly LogRecord[] = [];

  constructor(parts: AgentParts, summary: SessionSummary, setup: SessionSetup) {
    this.#parts = parts;
    this.#summary = summary;
    this.#setup = setup;
    this.#meter = createSessionMeter(parts.gauge, parts.measures, summary.id);
    this.#follower = createFollower(summary.id, (turn) =>
      this.#tell({ type: "turn-replaced", sessionId: this.id, turn }),
    );
  }

  get id(): string {
    return this.#summary.id;
  }

  get summary(): SessionSummary {
    return this.#summary;
  }

  /** Whether a message could be sent now. */
  get isFree(): boolean {
    return this.#owner === "here" && !this.#running;
  }

  async open(limit: number): Promise<Omit<SessionView, "queue"> & { readonly newest: readonly LogRecord[] }> {
    const { log, lock } = this.#parts;
    this.#owner = await lock.hold(this.id, (owner) => this.#changeOwner(owner));
    const page = await log.page(this.id, limit);
    this.#catchUp(page.records);
    const mended = this.#owner === "here" && page.records.length > 0 ? await this.#mend(page.records) : [];
    this.#effects = [];
    const turns = this.#turnsOf([...page.records, ...mended]);
    if (this.#owner === "elsewhere") this.#follower.start(turns, await log.drafts(this.id));
    void this.#weighAll(); // told when it is known: the page need not wait for a number
    const meter = { ...this.#meter.view(this.#modelName()), tokens: this.#summary.tokens };
    const newest = page.records;
    return { summary: this.#summary, owner: this.#owner, page: { turns, more: page.more }, meter, newest };
  }

  async olderTurns(before: string, limit: number): Promise<TurnPage> {
    const { records, more } = await this.#parts.log.page(this.id, limit, before);
    return { turns: this.#turnsOf(records), more };
  }

  #turnsOf(records: readonly LogRecord[]) {
    const newer = new Set(this.#effects.map(({ id }) => id));
    const found = records.filter(({ id, kind }) => (kind === "rewind" || kind === "undo") && !newer.has(id));
    this.#effects = [...found, ...this.#effects].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    return withRewinds(turnsOf(records), this.#effects);
  }

  /** The limit or the model has changed. */
  settingsChanged(): void {
    this.#answering = undefined;
    this.#tellMeter();
  }

  #tellMeter(): void {
    this.#tell({ type: "context-weighed", sessionId: this.id, meter: this.#meter.view(this.#modelName()) });
  }

  /** Which window the meter is about: that of who answered last, which may not be the one the user named (R4). */
  #modelName(): string {
    return this.#answering?.current.name ?? this.#setup.modelName();
  }

  /** Resolves when the words are durable; what comes of them is told. */
  send({ shown, parts, notices = [], queued }: Outgoing): Promise<void> {
    return this.#begin(async () => {
      const turn = this.#parts.ids.next();
      const content: Content = { role: "user", parts };
      const isAll = parts.length === 1 && parts[0]!.text === shown;
      const head = this.#head();
      const said = {
        turn,
        from: "user" as const,
        content,
        ...(!isAll && { shown }),
        ...(queued !== undefined && { queued }),
      };
      const notes = () => notices.map((text) => this.#record({ kind: "note", turn, text }));
      const at = await this.#say(said, head, notes);
      this.#tell({ type: "turn-started", turnId: turn, text: shown, at });
      for (const text of notices) this.#tell({ type: "note", turnId: turn, text });
      this.#run(turn);
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
    const record = this.#record({ kind: "rewind", to });
    await this.#append([record]);
    this.#effects = [...this.#effects, record];
    this.#context = undefined;
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

  /** Goes on with a Turn that was cut off. */
  goOn(turn: string): Promise<void> {
    return this.#begin(async () => {
      await this.#say({ turn, from: "app", content: userSaid(goOnWords) });
      this.#run(turn);
    });
  }

  /** Stops what runs and waits until it has been put down as stopped. */
  async stop(): Promise<void> {
    await this.#beginning;
    this.#running?.stop.abort();
    await this.#running?.ended;
  }

  /** News of another tab's writing. */
  follow(news: LogNews): void {
    if (this.#owner === "here") return;
    this.#follower.hear(news);
    if (news.type !== "appended") return;
    for (const record of news.records)
      if (record.kind === "rewind" && record.session === this.id) void this.#followRewind(record);
  }

  async #followRewind(rewind: LogRecord & { readonly kind: "rewind" }): Promise<void> {
    this.#effects = [...this.#effects, rewind];
    const to = (await this.#parts.log.records(this.id)).find(({ id }) => id === rewind.to);
    if (to?.kind === "content") this.#tell({ type: "turns-rewound", sessionId: this.id, from: to.turn });
  }

  /** One after the other; whoever stops the Session waits for it, so that no Turn runs in one that has been let go. */
  #begin(work: () => Promise<void>): Promise<void> {
    const begun = this.#beginning.then(() => {
      this.mustBeFree();
      return work();
    });
    this.#beginning = begun.catch(() => undefined); // its failure is told to who began it
    return begun;
  }

  /** Into the Log, the context and the Gauge; gives back when. */
  async #say(
    said: Pick<ContentSaid, "turn" | "content" | "shown" | "queued"> & { readonly from: "user" | "app" },
    before: readonly LogRecord[] = [],
    after: () => readonly LogRecord[] = () => [],
  ): Promise<number> {
    const context = await this.#readContext();
    const weight = await this.#meter.weigh(said.content);
    this.mustBeFree(); // still: another tab may have taken over meanwhile
    const record = this.#record({ kind: "content", step: said.turn, ...said, ...(weight && { weight }) });
    await this.#append([...before, record, ...after()]);
    context.push(said.content);
    await this.#meter.add(record.id, weight);
    this.#tellMeter();
    return record.at;
  }

  #run(turn: string): void {
    const stop = new AbortController();
    let isDone = false;
    const ended = this.#turn(turn, stop.signal)
      .then(({ kind }) => void (isDone = kind === "done"))
      .catch(async (error: Error) => {
        // There is no Model to ask, or the Log can't be written any more: then storage has said so, and this only ends the Turn.
        const outcome = { kind: "failed" as const, name: error.name, message: error.message };
        await this.#parts.log.append([this.#record({ kind: "turn-ended", turn, outcome })]).catch(() => undefined);
        this.#tell({ type: "turn-ended", turnId: turn, outcome });
      })
      .finally(() => {
        this.#running = undefined;
        this.#setup.ended(isDone);
      });
    this.#running = { stop, ended };
  }

  async #turn(turn: string, signal: AbortSignal): Promise<Outcome> {
    const { log, clock, ids, chance } = this.#parts;
    const { calling, frame, choose, detectsLoops } = this.#setup;
    const context = await this.#readContext();
    const tools = await this.#setup.tools();
    const standing = frame(tools);
    await this.#meter.setFrame(standing);
    const models = await choose(turn, context, signal);
    this.#answering = models;
    const parts = {
      log,
      clock,
      ids,
      chance,
      session: this.id,
      turn,
      meter: this.#meter,
      tell: this.#tell,
      ...(await calling()),
    };
    const { added, outcome } = await runTurn(
      {
        ...parts,
        models,
        tools: new Map(tools.map((tool) => [tool.declaration.name, tool])),
        context: [...context],
        requestOf: (contents) => Promise.resolve({ ...standing, contents: curate(contents) }),
        loops: createLoopWatch(detectsLoops()),
        onWeighed: () => this.#tellMeter(),
      },
      signal,
    );
    context.push(...added);
    return outcome;
  }

  async #changeOwner(owner: Ownership): Promise<void> {
    if (owner === "elsewhere") {
      this.#owner = owner; // first, so that nothing new begins
      await this.stop();
    } else {
      this.#context = undefined; // another tab has written meanwhile
      this.#summary = (await this.#parts.log.session(this.id)) ?? this.#summary;
      const { records } = await this.#parts.log.page(this.id, 50);
      this.#catchUp(records);
      const mended = await this.#mend(records);
      this.#owner = owner;
      const last = this.#turnsOf([...records, ...mended]).at(-1);
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
    return mendSession(this.#parts.log, this.id, records, (body) => this.#record(body));
  }

  async #readContext(): Promise<Content[]> {
    this.#context ??= this.#summary.records === 0 ? [] : [...(await this.#parts.log.context(this.id))];
    return this.#context;
  }

  #tell = (event: AgentEvent): void => this.#setup.tell(event);

  #record(body: RecordBody): LogRecord {
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
    if (this.#running) {
      throw new AgentError(
        "InvalidStateError",
        "The last message is still being answered. Stop it, or wait for it to end.",
      );
    }
  }
}
