/** Buttons to choose one of several by; the chosen one is pressed. The class `choices` around them gives them frames. */
import { html } from "lit";

interface Choice<Name extends string> {
  readonly labels: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
}

export const choiceButtons = <Name extends string>(names: readonly Name[], { labels, chosen, choose }: Choice<Name>) =>
  names.map(
    (name) => html`<button aria-pressed=${name === chosen} @click=${() => choose(name)}>${labels[name]}</button>`,
  );
