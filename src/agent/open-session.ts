/** A Session that is open in this tab: as its owner, who lets Turns run in it, or as one who follows another tab (L4). */
import type { SessionView } from "../core/agent-port.js";
import { userSaid, type Content } from "../core/content.js";
import { AgentError } from "../core/errors.js";
import type { AgentEvent, Ownership } from "../core/events.js";
import { curate } from "../core/history.js";
import type { LogRecord, RecordBody } from "../core/log.js";
import type { ModelRequest } from "../core/model.js";
import type { LogNews, SessionSummary } from "../core/store.js";
import { turnsOf } from "../core/turns.js";
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
  readonly calling: Pick<TurnParts, "env" | "govern">;
  readonly detectsLoops: () => boolean;
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

  async open(limit: number): Promise<SessionView> {
    const { log, lock } = this.#parts;
    this.#owner = await lock.hold(this.id, (owner) => this.#changeOwner(owner));
    const page = await log.page(this.id, limit);
    this.#catchUp(page.records);
    const mended = this.#owner === "here" && page.records.length > 0 ? await this.#mend(page.records) : [];
    const turns = turnsOf([...page.records, ...mended]);
    if (this.#owner === "elsewhere") this.#follower.start(turns, await log.drafts(this.id));
    void this.#weighAll(); // told when it is known: the page need not wait for a number
    const meter = { ...this.#meter.view(this.#modelName()), tokens: this.#summary.tokens };
    return { summary: this.#summary, owner: this.#owner, page: { turns, more: page.more }, meter };
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
  send(text: string): Promise<void> {
    return this.#begin(async () => {
      const turn = this.#parts.ids.next();
      const head = this.#summary.records === 0 ? [this.#record({ kind: "session-created" })] : [];
      const at = await this.#say({ turn, from: "user", content: userSaid(text) }, head);
      this.#tell({ type: "turn-started", turnId: turn, text, at });
      this.#run(turn);
    });
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
    if (this.#owner === "elsewhere") this.#follower.hear(news);
  }

  /** One after the other; whoever stops the Session waits for it, so that no Turn runs in one that has been let go. */
  #begin(work: () => Promise<void>): Promise<void> {
    const begun = this.#beginning.then(() => {
      this.#mustBeFree();
      return work();
    });
    this.#beginning = begun.catch(() => undefined); // its failure is told to who began it
    return begun;
  }

  /** Into the Log, the context and the Gauge; gives back when. */
  async #say(
    said: { turn: string; from: "user" | "app"; content: Content },
    before: readonly LogRecord[] = [],
  ): Promise<number> {
    const context = await this.#readContext();
    const weight = await this.#meter.weigh(said.content);
    this.#mustBeFree(); // still: another tab may have taken over meanwhile
    const record = this.#record({ kind: "content", step: said.turn, ...said, ...(weight && { weight }) });
    await this.#parts.log.append([...before, record]);
    this.#summary = { ...this.#summary, records: this.#summary.records + before.length + 1 };
    context.push(said.content);
    await this.#meter.add(record.id, weight);
    this.#tellMeter();
    return record.at;
  }

  #run(turn: string): void {
    const stop = new AbortController();
    const ended = this.#turn(turn, stop.signal)
      .catch(async (error: Error) => {
        // There is no Model to ask, or the Log can't be written any more: then storage has said so, and this only ends the Turn.
        const outcome = { kind: "failed" as const, name: error.name, message: error.message };
        await this.#parts.log.append([this.#record({ kind: "turn-ended", turn, outcome })]).catch(() => undefined);
        this.#tell({ type: "turn-ended", turnId: turn, outcome });
      })
      .finally(() => (this.#running = undefined));
    this.#running = { stop, ended };
  }

  async #turn(turn: string, signal: AbortSignal): Promise<void> {
    const { log, clock, ids, chance } = this.#parts;
    const { calling, frame, choose, detectsLoops } = this.#setup;
    const context = await this.#readContext();
    const tools = await this.#setup.tools();
    const standing = frame(tools);
    await this.#meter.setFrame(standing);
    const models = await choose(turn, context, signal);
    this.#answering = models;
    const parts = { log, clock, ids, chance, session: this.id, turn, meter: this.#meter, tell: this.#tell, ...calling };
    const { added } = await runTurn(
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
      const last = turnsOf([...records, ...mended]).at(-1);
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

  #mustBeFree(): void {
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
