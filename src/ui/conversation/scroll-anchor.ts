/**
 * Remembers what the reader is looking at, by its place in the content, and scrolls by as much as came or went above
 * it. How far the reader scrolled meanwhile makes no difference to that.
 */

/** Deep enough for a line of a list in a leaf of an answer. */
const DEPTH = 8;

export class ScrollAnchor {
  /** What stands at the upper edge, from the whole down to the part: if the part is gone, the whole still holds. */
  #path: readonly { readonly element: Element; readonly place: number }[] = [];

  take(scroller: Element, content: Element): void {
    const edge = scroller.getBoundingClientRect().top;
    const path = [];
    let within: Element | undefined = content;
    for (let depth = 0; within && depth < DEPTH; depth++) {
      within = firstBelow(edge, within.children);
      // The head of an answer stays on top when older parts of it come in: what it stands over is what is being read.
      if (within?.localName === "header") within = within.nextElementSibling ?? within;
      if (within) path.push({ element: within, place: placeIn(scroller, within) });
    }
    this.#path = path;
  }

  restore(scroller: Element): void {
    const path = this.#path.filter(({ element }) => element.isConnected);
    const held = path.at(-1);
    if (!held) return;
    const grown = placeIn(scroller, held.element) - held.place;
    // Scrolling rounds to whole device pixels: less than one is nothing.
    if (Math.abs(grown) < 1) return;
    scroller.scrollTop += grown;
    this.#path = path.map(({ element }) => ({ element, place: placeIn(scroller, element) }));
  }
}

/** How far from the start of what is scrolled. */
const placeIn = (scroller: Element, element: Element): number =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

/** The first that reaches below the edge. Elements stand one under another, so halving finds it. */
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
