/** The icons of the app, drawn by lucide (ISC). They are kept as data, so that no HTML string is parsed. */
import { LitElement, css, svg } from "lit";
import { customElement, property } from "lit/decorators.js";
import {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronDown,
  ChevronRight,
  Command,
  Copy,
  File,
  FileText,
  Folder,
  FolderOpen,
  Info,
  Lock,
  Menu,
  PanelRight,
  Pencil,
  Pin,
  Plus,
  Redo2,
  RefreshCw,
  Search,
  Settings,
  Shield,
  Square,
  Trash2,
  TriangleAlert,
  Undo2,
  WifiOff,
  X,
  type IconNode,
} from "lucide";

const icons = {
  "arrow-down": ArrowDown,
  "arrow-up": ArrowUp,
  check: Check,
  "chevron-down": ChevronDown,
  "chevron-right": ChevronRight,
  command: Command,
  copy: Copy,
  file: File,
  "file-text": FileText,
  folder: Folder,
  "folder-open": FolderOpen,
  info: Info,
  lock: Lock,
  menu: Menu,
  panel: PanelRight,
  pencil: Pencil,
  pin: Pin,
  plus: Plus,
  redo: Redo2,
  refresh: RefreshCw,
  search: Search,
  settings: Settings,
  shield: Shield,
  stop: Square,
  trash: Trash2,
  alert: TriangleAlert,
  undo: Undo2,
  offline: WifiOff,
  close: X,
} satisfies Record<string, IconNode>;

export type IconName = keyof typeof icons;

@customElement("app-icon")
class AppIcon extends LitElement {
  static override styles = css`
    :host {
      display: inline-block;
      inline-size: var(--icon, 1.125rem);
      block-size: var(--icon, 1.125rem);
      flex: none;
      line-height: 0;
    }
    svg {
      inline-size: 100%;
      block-size: 100%;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.75;
      stroke-linecap: round;
      stroke-linejoin: round;
    }
    :host([name="stop"]) svg {
      fill: currentColor;
    }
    :host([name="panel"]:dir(rtl)) svg,
    :host([name="chevron-right"]:dir(rtl)) svg {
      transform: scaleX(-1);
    }
  `;
  @property({ reflect: true }) name!: IconName;

  override render() {
    return svg`<svg viewBox="0 0 24 24" aria-hidden="true">${icons[this.name].map(shape)}</svg>`;
  }
}

function shape([kind, at]: IconNode[number]) {
  switch (kind) {
    case "path":
      return svg`<path d=${at.d as string}></path>`;
    case "circle":
      return svg`<circle cx=${at.cx} cy=${at.cy} r=${at.r}></circle>`;
    case "line":
      return svg`<line x1=${at.x1} y1=${at.y1} x2=${at.x2} y2=${at.y2}></line>`;
    case "rect":
      return svg`<rect x=${at.x} y=${at.y} width=${at.width} height=${at.height} rx=${at.rx ?? 0}></rect>`;
    default:
      throw new RangeError(`app-icon: ${kind}`);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "app-icon": AppIcon;
  }
}
