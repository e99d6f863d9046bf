/** What the command palette offers, made from what is on the screen. */
import type { PaletteCommand } from "./command-palette.js";
import type { InspectorTab } from "./events.js";
import type { Theme } from "./setting-keys.js";
import { texts } from "./texts.js";
import type { ViewState } from "./view-state.js";

/** What can be done, whoever does it. */
export interface ShellActions {
  newSession(): unknown;
  openFolder(): unknown;
  settings(): unknown;
  composer(): unknown;
  takeOver(): unknown;
  goTo(sessionId: string): unknown;
  use(model: string): unknown;
  theme(theme: Theme): unknown;
  inspect(tab: InspectorTab): unknown;
}

export function commandsFor(state: ViewState, actions: ShellActions): readonly PaletteCommand[] {
  const { kinds } = texts.palette;
  const command = (label: string, act: () => unknown, kind: string = kinds.command): PaletteCommand => ({
    label,
    kind,
    run: () => void act(),
  });
  const tabs = Object.entries(texts.inspector.tabs) as [InspectorTab, string][];
  const themes = Object.entries(texts.settings.themes) as [Theme, string][];
  return [
    command(texts.sessions.create, actions.newSession),
    command(texts.header.openFolder, actions.openFolder),
    command(texts.header.settings, actions.settings),
    command(texts.palette.focus, actions.composer),
    ...(state.open?.owner === "elsewhere" ? [command(texts.palette.takeOver, actions.takeOver)] : []),
    ...tabs.map(([tab, name]) => command(texts.palette.inspect(name), () => actions.inspect(tab))),
    ...themes.map(([theme, name]) => command(texts.palette.theme(name), () => actions.theme(theme), kinds.look)),
    ...state.models
      .filter((model) => !model.chosen && !model.unavailable)
      .map((model) => command(texts.palette.use(model.label), () => actions.use(model.name), kinds.model)),
    ...state.sessions.map(({ id, title }) =>
      command(texts.palette.goTo(title || texts.sessions.untitled), () => actions.goTo(id), kinds.session),
    ),
  ];
}
