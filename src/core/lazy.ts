/**
 * Parts that are loaded when they are first used, so that the page shows before them.
 *
 *     const routing: Routing = lazy(() => import("./routing.js").then((module) => module.createRouting(parts)), ["choose", "judges"]);
 * R1 A part is made once, however many calls come while it loads. Calls are made on it in their order.
 * R2 A load that failed rejects the calls that waited for it; the next call tries again.
 */

/** A part that is made when it is first asked for (R1, R2). */
interface Once<T> {
  (): Promise<T>;
  /** Does something with the part if it has been asked for, and nothing otherwise. */
  ifAsked(work: (part: T) => unknown): void;
}

export function once<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | undefined;
  const ask = (): Promise<T> => {
    if (made) return made;
    const now = make();
    made = now;
    now.catch(() => (made = undefined)); // the callers have `now`
    return now;
  };
  const ifAsked = (work: (part: T) => unknown): void => {
    made?.then(work, () => undefined);
  };
  return Object.assign(ask, { ifAsked });
}

/**
 * The named methods of a part, each of which loads it when first called. Only methods that give a promise can be named.
 * Where the whole interface is needed, a missing name does not compile.
 */
export function lazy<T, K extends AsyncName<T>>(make: () => Promise<T>, names: readonly K[]): Pick<T, K> {
  const part = once(make);
  const forward =
    (name: K) =>
    async (...given: never[]) =>
      ((await part()) as Record<K, AsyncMethod>)[name](...given);
  return Object.fromEntries(names.map((name) => [name, forward(name)])) as Pick<T, K>;
}

type AsyncMethod = (...given: never[]) => Promise<unknown>;

type AsyncName<T> = { [K in keyof T]: T[K] extends AsyncMethod ? K : never }[keyof T];
