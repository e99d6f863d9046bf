/** Menus: their styles, keyboard and focus. */
import { css } from "lit";

export const menuStyles = css`
  [role="menu"] {
    padding: 0.3rem;
    background: var(--paper-raised);
    border: 1px solid var(--line);
    border-radius: 12px;
    box-shadow: var(--shadow);
  }
  [role^="menuitem"] {
    inline-size: 100%;
    padding: 0.45rem 0.6rem;
    text-align: start;
    line-height: 1.4;
  }
  [role^="menuitem"] b {
    font-weight: 600;
  }
  [role^="menuitem"]:focus-visible {
    outline-offset: -2px;
  }
`;

export const itemsOf = (root: ParentNode): readonly HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>("[role^=menuitem]"),
];

/** Moves the focus by arrows, Home and End, round and round; Escape closes. */
export function moveInMenu(event: KeyboardEvent, root: ParentNode, close: () => void): void {
  const items = itemsOf(root);
  const at = items.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Escape") close();
  else if (to !== undefined) items[(to + items.length) % items.length]!.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export const isFocusLeaving = ({ relatedTarget: to }: FocusEvent, root: Node): boolean =>
  !(to instanceof Node && root.contains(to));
