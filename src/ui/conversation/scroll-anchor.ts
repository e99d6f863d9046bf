/**
 * The anchor of a scroller: remembers the element at its upper edge, and scrolls by as much as was added or removed
 * above that element, however far the reader has scrolled meanwhile.
 */

/** Deep enough for a line of a list within an answer. */
const DEPTH = 8;

export class ScrollAnchor {
  /** The elements at the upper edge, from the outermost in: if an inner one is gone, the outer one still serves. */
  #path: readonly { readonly element: Element; readonly place: number }[] = [];

  take(scroller: Element, content: Element): void {
    const edge = scroller.getBoundingClientRect().top;
    const path = [];
    let within: Element | undefined = content;
    for (let depth = 0; within && depth < DEPTH; depth++) {
      within = firstBelow(edge, within.children);
      // The head of an answer stays on top when older parts of it come in: the element below the head is being read.
      if (within?.localName === "header") within = within.nextElementSibling ?? within;
      if (within) path.push({ element: within, place: placeIn(scroller, within) });
    }
    this.#path = path;
  }

  restore(scroller: Element): void {
    const path = this.#path.filter(({ element }) => element.isConnected);
    const anchor = path.at(-1);
    if (!anchor) return;
    const grown = placeIn(scroller, anchor.element) - anchor.place;
    // Scrolling rounds to whole device pixels: less than one is nothing.
    if (Math.abs(grown) < 1) return;
    scroller.scrollTop += grown;
    this.#path = path.map(({ element }) => ({ element, place: placeIn(scroller, element) }));
  }
}

/** The distance from the start of the scrolled content. */
const placeIn = (scroller: Element, element: Element): number =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

/** The first element that reaches below the edge, by bisection: the elements stand one under another. */
function firstBelow(edge: number, elements: HTMLCollection): Element | undefined {
  let low = 0;
  let high = elements.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elements[middle]!.getBoundingClientRect().bottom > edge) high = middle;
    else low = middle + 1;
  }
  return elements[low];
}
