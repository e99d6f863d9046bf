/** A queue of work: each piece begins when the one before has ended. A failure rejects only its own promise. */
export type Serial = <T>(work: () => Promise<T>) => Promise<T>;

export function serial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined); // the caller has `done`
    return done;
  };
}
