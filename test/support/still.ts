/**
 * Resolves when nothing on the page moves or fades any more, for who measures colours or places. It stands alone: a browser
 * test calls it, an e2e test has its page run it.
 */
export async function still(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const moving = (root: Document | ShadowRoot): readonly Animation[] => [
    ...root.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? moving(shadowRoot) : [])),
  ];
  let left: readonly Animation[];
  do {
    await frame(); // what was just changed is drawn, and begins to fade
    left = moving(document);
    await Promise.allSettled(left.map(({ finished }) => finished));
  } while (left.length > 0);
}
