/** A Session that is open in this tab: as its owner, who lets Turns run in it, or as one who follows another tab (L4). */
import type { SessionView } from "../core/agent-port.js";
import { userSaid, type Content } from "../core/content.js";
import { AgentError } from "../core/errors.js";
import type { AgentEvent, ContextMeter, Ownership } from "../core/events.js";
import type { LogRecord, RecordBody } from "../core/log.js";
import type { Model } from "../core/model.js";
import type { Draft, LogNews, SessionSummary } from "../core/store.js";
import { turnsOf, withRecord, type TurnView } from "../core/turns.js";
import type { AgentParts } from "./agent.js";
import { contentOf, mendSession } from "./mend-session.js";
import { goOnWords } from "./prompts/go-on.js";
import { runTurn } from "./run-turn.js";

/** What a Model takes when nothing better is known of it (T1). */
const DEFAULT_LIMIT = 1_048_576;

export interface SessionOptions {
  readonly tell: (event: AgentEvent) => void;
  readonly limit?: number;
}

export class OpenSession {
  readonly #parts: AgentParts;
  readonly #tell: (event: AgentEvent) => void;
  #summary: SessionSummary;
  #owner: Ownership = "elsewhere";
  #limit: number;
  /** What the Model is sent: read when first needed, then only added to. */
  #context?: Content[];
  #tokens: number;
  #running?: { readonly stop: AbortController; readonly ended: Promise<void> };
  /** The Turns another tab is writing, as far as this one has heard. */
  #followed: readonly TurnView[] = [];
  #drafts: Draft[] = [];

  constructor(parts: AgentParts, summary: SessionSummary, { tell, limit }: SessionOptions) {
    this.#parts = parts;
    this.#summary = summary;
    this.#tell = tell;
    this.#limit = limit ?? DEFAULT_LIMIT;
    this.#tokens = summary.tokens;
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
    if (this.#owner === "elsewhere") {
      this.#followed = turns.slice(-1);
      this.#drafts = [...(await log.drafts(this.id))];
    }
    return { summary: this.#summary, owner: this.#owner, page: { turns, more: page.more }, meter: this.#meter() };
  }

  setLimit(limit: number | undefined): void {
    this.#limit = limit ?? DEFAULT_LIMIT;
    this.#tell({ type: "context-weighed", sessionId: this.id, meter: this.#meter() });
  }

  /** Resolves when the words are durable; what comes of them is told. */
  async send(text: string, model: Model): Promise<void> {
    this.#mustOwn();
    if (this.#running)
      throw new AgentError(
        "InvalidStateError",
        "The last message is still being answered. Stop it, or wait for it to end.",
      );
    const turn = this.#parts.ids.next();
    const content = userSaid(text);
    const context = await this.#readContext();
    const tokens = await this.#weigh(content);
    const records = this.#summary.records === 0 ? [this.#record({ kind: "session-created" })] : [];
    records.push(this.#record({ kind: "content", turn, step: turn, from: "user", content, tokens }));
    await this.#parts.log.append(records);
    this.#summary = { ...this.#summary, records: this.#summary.records + records.length };
    context.push(content);
    this.#tell({ type: "turn-started", turnId: turn, text, at: records.at(-1)!.at });
    this.#run(turn, model, context);
  }

  /** Goes on with a Turn that was cut off. */
  async goOn(turn: string, model: Model): Promise<void> {
    this.#mustOwn();
    if (this.#running) throw new AgentError("InvalidStateError", "Another message is being answered.");
    const context = await this.#readContext();
    const content = userSaid(goOnWords);
    const tokens = await this.#weigh(content);
    await this.#parts.log.append([this.#record({ kind: "content", turn, step: turn, from: "app", content, tokens })]);
    context.push(content);
    this.#run(turn, model, context);
  }

  /** Stops what runs and waits until it has been put down as stopped. */
  async stop(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.ended;
  }

  /** News of another tab's writing. */
  follow(news: LogNews): void {
    if (this.#owner === "here") return;
    if (news.type === "appended")
      for (const record of news.records) if (record.session === this.id) this.#followRecord(record);
    if (news.type === "drafted" && news.draft.session === this.id) this.#followDraft(news.draft);
  }

  #run(turn: string, model: Model, context: Content[]): void {
    const stop = new AbortController();
    const { log, clock, ids } = this.#parts;
    const weigh = (content: Content) => this.#weigh(content);
    const ended = runTurn(
      { log, clock, ids, model, session: this.id, turn, context: [...context], weigh, tell: this.#tell },
      stop.signal,
    )
      .then((added) => void context.push(...added))
      .catch((error: Error) => {
        // The Log can't be written any more: storage has told why. The Turn must not seem to go on.
        this.#tell({
          type: "turn-ended",
          turnId: turn,
          outcome: { kind: "failed", name: error.name, message: error.message },
        });
      })
      .finally(() => (this.#running = undefined));
    this.#running = { stop, ended };
  }

  async #changeOwner(owner: Ownership): Promise<void> {
    if (owner === "elsewhere") {
      this.#owner = owner; // first, so that nothing new begins
      await this.stop();
    } else {
      this.#context = undefined; // another tab has written meanwhile
      this.#summary = (await this.#parts.log.session(this.id)) ?? this.#summary;
      this.#tokens = this.#summary.tokens;
      const { records } = await this.#parts.log.page(this.id, 50);
      this.#catchUp(records);
      const mended = await this.#mend(records);
      this.#owner = owner;
      for (const turn of turnsOf([...records, ...mended]).slice(-1))
        this.#tell({ type: "turn-replaced", sessionId: this.id, turn });
    }
    this.#tell({ type: "ownership-changed", sessionId: this.id, owner });
  }

  /** Whatever the clock says, what is written next sorts after what is there. */
  #catchUp(records: readonly LogRecord[]): void {
    const last = records.at(-1);
    if (last) this.#parts.ids.follow(last.id);
  }

  #mend(records: readonly LogRecord[]): Promise<readonly LogRecord[]> {
    return mendSession(this.#parts.log, this.id, records, (body) => this.#record(body));
  }

  #followRecord(record: LogRecord): void {
    this.#followed = withRecord(this.#followed, record).slice(-2);
    if (record.kind === "content") this.#drafts = this.#drafts.filter(({ step }) => step !== record.step);
    if (record.kind === "content" || record.kind === "turn-ended") this.#tellFollowed(record.turn);
  }

  #followDraft(draft: Draft): void {
    this.#drafts.push(draft);
    this.#tellFollowed(draft.turn);
  }

  /** The Turn as it stands: its records, and what has been drafted since. */
  #tellFollowed(id: string): void {
    const turn = this.#followed.find((each) => each.id === id);
    if (!turn) return;
    const pieces = this.#drafts.filter((draft) => draft.turn === id);
    const live = pieces.length === 0 ? turn : withDrafts(turn, pieces, this.id);
    this.#tell({ type: "turn-replaced", sessionId: this.id, turn: live });
  }

  async #readContext(): Promise<Content[]> {
    this.#context ??= this.#summary.records === 0 ? [] : [...(await this.#parts.log.context(this.id))];
    return this.#context;
  }

  /** Post what is new, never what is known. A Gauge that fails must not stop a message: it goes unweighed. */
  async #weigh(content: Content): Promise<number> {
    const [weight] = await this.#parts.gauge.weigh([content]).catch(() => []);
    this.#tokens += weight?.tokens ?? 0;
    this.#tell({ type: "context-weighed", sessionId: this.id, meter: this.#meter() });
    return weight?.tokens ?? 0;
  }

  #meter(): ContextMeter {
    return { tokens: this.#tokens, limit: this.#limit, source: "estimate" };
  }

  #record(body: RecordBody): LogRecord {
    return { id: this.#parts.ids.next(), session: this.id, at: this.#parts.clock.now(), ...body };
  }

  #mustOwn(): void {
    if (this.#owner === "here") return;
    throw new AgentError(
      "ReadOnlyError",
      "This session is open in another tab, which writes in it. Take over to write here.",
    );
  }
}

function withDrafts(turn: TurnView, pieces: readonly Draft[], session: string): TurnView {
  const { step, model } = pieces[0]!;
  const content = contentOf(pieces);
  const record: LogRecord = {
    id: "",
    session,
    at: turn.at,
    kind: "content",
    turn: turn.id,
    step,
    from: "model",
    model,
    content,
  };
  return { ...withRecord([turn], record)[0]!, last: turn.last };
}
