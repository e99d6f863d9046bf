/** The commands of the palette, made from the state of the screen. */
import type { AgentPort } from "../../core/port/agent-port.js";
import type { CommandView } from "../../core/port/commands-port.js";
import { APPROVAL_MODES } from "../../core/policy/approval.js";
import type { SessionId } from "../../core/ids.js";
import type { PaletteCommand } from "./command-palette.js";
import type { InspectorTab } from "../base/events.js";
import { settingLabels, type Theme } from "../base/setting-keys.js";
import { texts } from "../base/texts.js";
import type { ViewState } from "../state/view-state.js";

/** The actions that commands run. */
export interface ShellActions {
  /** One call of the port; `busy` is shown meanwhile. */
  ask(run: (port: AgentPort) => Promise<void>, busy?: string): unknown;
  newSession(): unknown;
  openFolder(): unknown;
  importCopy(what: "folder" | "zip"): unknown;
  exportZip(): unknown;
  cleanUp(): unknown;
  allowWriting(workspaceId: string): unknown;
  /** Opens the dialog with a search for these words. */
  settings(words?: string): unknown;
  /** Runs a Command, or puts it into the composer if it takes an argument. */
  slash(command: CommandView): unknown;
  composer(): unknown;
  goTo(sessionId: SessionId): unknown;
  use(model: string): unknown;
  theme(theme: Theme): unknown;
  inspect(tab: InspectorTab): unknown;
  pickModel(): unknown;
  news(): unknown;
  whatIf(): unknown;
}

/** `slash`: the Commands that can be typed with a slash. */
export function commandsFor(
  state: ViewState,
  slash: readonly CommandView[],
  actions: ShellActions,
): readonly PaletteCommand[] {
  const { kinds } = texts.palette;
  const command = (label: string, act: () => unknown, kind: string = kinds.command): PaletteCommand => ({
    label,
    kind,
    run: () => void act(),
  });
  const takeOver = () => actions.ask((port) => port.sessions.takeOver(), texts.busy.takingOver);
  const tabs = Object.entries(texts.inspector.tabs) as [InspectorTab, string][];
  const themes = Object.entries(texts.settings.themes) as [Theme, string][];
  return [
    command(texts.sessions.create, actions.newSession),
    command(texts.header.openFolder, actions.openFolder),
    ...(state.workspace?.readOnly
      ? [command(texts.header.allowWriting(state.workspace.name), () => actions.allowWriting(state.workspace!.id))]
      : []),
    command(texts.copies.folder, () => actions.importCopy("folder")),
    command(texts.copies.zip, () => actions.importCopy("zip")),
    ...(state.workspace && !state.workspace.locked
      ? [command(texts.copies.export, actions.exportZip), command(texts.copies.cleanUp, actions.cleanUp)]
      : []),
    command(texts.header.settings, () => actions.settings()),
    command(texts.palette.focus, actions.composer),
    command(texts.modelFiles.pick, actions.pickModel),
    command(texts.news.title, actions.news),
    ...(state.open && state.running === undefined ? [command(texts.palette.whatIf, actions.whatIf)] : []),
    ...(state.open?.owner === "elsewhere" ? [command(texts.palette.takeOver, takeOver)] : []),
    command(texts.palette.tidy, () => actions.ask((port) => port.storage.tidy(), texts.busy.tidying)),
    ...tabs.map(([tab, name]) => command(texts.palette.inspect(name), () => actions.inspect(tab))),
    ...APPROVAL_MODES.filter((mode) => mode !== state.approvalMode).map((mode) =>
      command(texts.mode.command(texts.mode.modes[mode].label), () => actions.ask((port) => port.calls.setMode(mode))),
    ),
    ...slash.map((each) =>
      command(texts.palette.slash(each.name, each.description), () => actions.slash(each), kinds.slash),
    ),
    ...settingLabels.map((label) =>
      command(texts.palette.setting(label), () => actions.settings(label), kinds.setting),
    ),
    ...themes.map(([theme, name]) => command(texts.palette.theme(name), () => actions.theme(theme), kinds.look)),
    ...state.models
      .filter((model) => !model.chosen && !model.unavailable)
      .map((model) => command(texts.palette.use(model.label), () => actions.use(model.name), kinds.model)),
    ...state.sessions.map(({ id, title }) =>
      command(texts.palette.goTo(title || texts.sessions.untitled), () => actions.goTo(id), kinds.session),
    ),
  ];
}
