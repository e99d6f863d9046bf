/** Import and export of Memories, as a `~/.gemini` folder or a zip of one. Tells `memory-saved`, `memory-failed`. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { failureOf, isNamed } from "../../core/errors.js";
import type { MemoryCopy, MemoryFolderPicker, MemoryPort } from "../../core/port/memory-port.js";
import { download } from "../base/download.js";
import { tell } from "../base/events.js";
import { memoryTexts } from "./memory-texts.js";
import { base, buttons } from "../base/theme.js";

@customElement("memory-transfer")
class MemoryTransfer extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: contents;
      }
      p {
        flex-basis: 100%;
        font-size: var(--small);
      }
    `,
  ];
  @property({ attribute: false }) memories!: MemoryPort;
  @property({ attribute: false }) picker?: MemoryFolderPicker;
  @state() private outcome = "";
  /** The number of files that have another text at the target, and the call that replaces them. */
  @state() private differing?: { readonly count: number; readonly replace: () => Promise<string> };
  @query("input") private readonly input!: HTMLInputElement;

  override render() {
    const t = memoryTexts.memory;
    if (!this.picker) return nothing;
    return html`<button class="outlined small" title=${t.importHow} @click=${this.#import}>${t.import}</button>
      <button class="outlined small" title=${t.exportHow} @click=${this.#export}>${t.export}</button>
      <input type="file" multiple accept=".zip,.md" hidden aria-label=${t.importHow} @change=${this.#chosen} />
      <p role="status">${this.outcome}</p>
      ${
        this.differing
          ? html`<p>
              ${t.differing(this.differing.count)}
              <button class="outlined small" @click=${this.#replace}>${t.replace}</button>
              <button class="outlined small" @click=${() => (this.differing = undefined)}>${t.leave}</button>
            </p>`
          : nothing
      }`;
  }

  #import = (): void => {
    // The browser opens the picker only in the click itself.
    if (this.picker!.canPick) void this.#take(this.picker!.pick());
    else this.input.click();
  };

  #chosen = (): void => void this.#take(this.picker!.read([...(this.input.files ?? [])]));

  #take = (reading: Promise<readonly MemoryCopy[]>): Promise<void> =>
    this.#doing(async () => {
      const copies = await reading;
      const done = await this.memories.importFiles(copies, { replace: false });
      this.outcome = memoryTexts.memory.imported(done.files, done.skipped.length);
      const rest = copies.filter(({ path }) => done.differing.includes(path));
      if (rest.length > 0)
        this.differing = {
          count: rest.length,
          replace: async () => {
            const replaced = await this.memories.importFiles(rest, { replace: true });
            return memoryTexts.memory.imported(replaced.files, replaced.skipped.length);
          },
        };
      tell(this, "memory-saved", { path: "" });
    });

  #export = (): void => {
    const picker = this.picker!;
    const files = this.memories.exportFiles();
    void this.#doing(async () => {
      if (!picker.canPick) {
        const copies = await files;
        download(await picker.zip(copies), "gemini-memories.zip");
        this.outcome = memoryTexts.memory.exported(copies.length);
        return;
      }
      const done = await picker.export(await files);
      this.outcome = memoryTexts.memory.exported(done.files);
      if (done.differing.length > 0)
        this.differing = {
          count: done.differing.length,
          replace: async () => memoryTexts.memory.exported(await done.replace()),
        };
    });
  };

  #replace = (): Promise<void> =>
    this.#doing(async () => {
      this.outcome = await this.differing!.replace();
      this.differing = undefined;
      tell(this, "memory-saved", { path: "" });
    });

  async #doing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isNamed(error, "AbortError")) tell(this, "memory-failed", { error: failureOf(error) });
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "memory-transfer": MemoryTransfer;
  }
}
