/** The controller that shows the news: once after an update the user has started, and on request (U7). */
import { html, nothing, type ReactiveControllerHost } from "lit";
import type { AgentController } from "../state/agent-controller.js";
import { allNews, newsOfUpdate, noteKnown, noteStarted, type News } from "./whats-new.js";

export class NewsController {
  #news?: News;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly agent: AgentController,
  ) {
    host.addEventListener("update-accepted", noteStarted);
    host.addEventListener("news-dismissed", () => this.#become(undefined));
  }

  card() {
    return this.#news ? html`<news-card .news=${this.#news}></news-card>` : nothing;
  }

  /** Called when a newer version is waiting. */
  noteKnown = () => noteKnown().catch((error: unknown) => console.warn("What is new will not be told.", error));

  showAll = () => this.#show(allNews);
  showUpdate = () => this.#show(newsOfUpdate);

  async #show(read: () => Promise<News | undefined>): Promise<void> {
    await this.agent.doing(undefined, async () => {
      const news = await read();
      if (!news) return;
      await import("./news-card.js");
      this.#become(news);
    });
  }

  #become(news: News | undefined): void {
    this.#news = news;
    this.host.requestUpdate();
  }
}
