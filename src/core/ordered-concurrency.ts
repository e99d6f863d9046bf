/** Does `work` on up to `most` items at a time and yields the results in the order of the items. */
export async function* workAhead<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void> {
  const underWay: Promise<R>[] = [];
  for await (const item of items) {
    const done = work(item);
    // A failure is thrown when its turn comes; until then it is not unhandled.
    done.catch(() => undefined);
    underWay.push(done);
    if (underWay.length >= most) yield await underWay.shift()!;
  }
  while (underWay.length > 0) yield await underWay.shift()!;
}
